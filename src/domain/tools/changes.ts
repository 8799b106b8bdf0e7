/** Response of the tools that record a change request. */
import { z } from 'zod'

/** Response of the API operation. */
export type RecordedChange = {
  recorded: true
  code: string
  kind: string
  status: 'pending' | 'confirmed' | 'cancelled'
  starts_at: string
  next_step: string
  test?: true
}

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

export function toRecordedResponse(response: RecordedChange, readBack: string) {
  const { recorded, code, status, next_step, test } = response
  return { recorded, code, status, read_back: readBack, next_step, ...(test && { test }) }
}
