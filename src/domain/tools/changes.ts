import { z } from 'zod'

/** What the operation tells of a wish that was recorded. */
export type RecordedChange = {
  recorded: true
  code: string
  kind: string
  status: 'pending' | 'confirmed' | 'cancelled'
  starts_at: string
  next_step: string
  test?: true
}

/** What every tool answers that records such a wish. */
export const recordedFields = {
  recorded: z.literal(true),
  code: z.string(),
  status: z
    .enum(['pending', 'confirmed', 'cancelled'])
    .describe('Of the booking itself: unchanged until staff act.'),
  read_back: z.string(),
  next_step: z.string(),
  test: z.literal(true).optional(),
}

export function toRecordedResponse(response: RecordedChange, readBack: string) {
  const { recorded, code, status, next_step, test } = response
  return { recorded, code, status, read_back: readBack, next_step, ...(test && { test }) }
}
