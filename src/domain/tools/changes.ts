/** Response of the tools that record a change request. */
import { z } from 'zod'
import type { RequestedChange } from '../booking/change-operation.ts'

export const recordedFields = {
  recorded: z.literal(true),
  code: z.string(),
  status: z
    .enum(['pending', 'confirmed', 'cancelled'])
    .describe('Status of the booking; unchanged until staff act.'),
  read_back: z.string(),
  next_step: z.string(),
  test: z.literal(true).optional(),
}

export function toRecordedResponse(response: RequestedChange, readBack: string) {
  const { recorded, code, status, next_step, test } = response
  return { recorded, code, status, read_back: readBack, next_step, ...(test && { test }) }
}
