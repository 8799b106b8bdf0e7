import { z } from 'zod'
import { codeArgument, noteArgument } from '../../../domain/assistant/arguments.ts'
import type { ToolParts } from '../../../domain/assistant/parts.ts'
import { sayDate, sayParts } from '../../../kernel/spoken.ts'
import { type Tool, writeTool } from '../../../kernel/tool.ts'

const kinds = ['cancel', 'smaller_party'] as const

type Recorded = {
  recorded: true
  code: string
  kind: string
  status: 'pending' | 'confirmed' | 'cancelled'
  starts_at: string
  next_step: string
  test?: true
}

export function requestCancellation({ booking, changeByCode }: ToolParts): Tool {
  return writeTool({
    name: 'request_cancellation',
    title: 'Ask to cancel or reduce',
    description:
      'Use when a guest wants to cancel a table or come with fewer people, and gives the booking code. Records the wish; it cancels nothing by itself: staff phone the number of the booking, confirm, and say what happens to any deposit. Only with the guest’s explicit yes. To move a booking, send a new request or submit_contact_request.',
    operation: changeByCode,
    input: z.strictObject({
      code: codeArgument(booking.rules),
      kind: z.enum(kinds).meta({ description: 'What the guest wants.' }),
      party_size: z
        .int()
        .min(1)
        .max(500)
        .optional()
        .meta({ description: 'With smaller_party: how many will come.' }),
      note: noteArgument,
    }),
    output: z.object({
      recorded: z.literal(true),
      code: z.string(),
      kind: z.enum(kinds),
      status: z
        .enum(['pending', 'confirmed', 'cancelled'])
        .describe('Of the booking itself: unchanged until staff act.'),
      read_back: z.string(),
      next_step: z.string(),
      test: z.literal(true).optional(),
    }),
    consent: booking.business.consent.booking.text,
    request: (input) => input,
    readBack({ kind, party_size, note }, { code, starts_at }: Recorded, locale) {
      const at = `${sayDate(starts_at.slice(0, 10), locale)} ${starts_at.slice(11, 16)}`
      return sayParts([
        kind === 'cancel'
          ? {
              vi: `Xin nhân viên hủy lần đặt bàn ${code}, ${at}`,
              en: `Ask staff to cancel booking ${code}, ${at}`,
            }[locale]
          : {
              vi: `Xin nhân viên giảm lần đặt bàn ${code}, ${at}, còn ${party_size} người`,
              en: `Ask staff to reduce booking ${code}, ${at}, to ${party_size} ${party_size === 1 ? 'guest' : 'guests'}`,
            }[locale],
        note,
      ])
    },
    tell: ({ recorded, code, kind, status, next_step, test }: Recorded, readBack) => ({
      recorded,
      code,
      kind: kind as (typeof kinds)[number],
      status,
      read_back: readBack,
      next_step,
      ...(test && { test }),
    }),
    say: ({ next_step }) => next_step,
  })
}
