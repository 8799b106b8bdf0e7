/** Tool that requests a cancellation or a smaller party. */

import { z } from 'zod'
import { changeConsent } from '../../../domain/guest/consent.ts'
import { codeArgument, noteArgument } from '../../../domain/tools/arguments.ts'
import { recordedFields, toRecordedResponse } from '../../../domain/tools/changes.ts'
import type { ToolContext } from '../../../domain/trade/tool-context.ts'
import { formatDate, joinParts } from '../../../kernel/format-date.ts'
import { plural } from '../../../kernel/plural.ts'
import { type Tool, writeTool } from '../../../kernel/tool.ts'

const kinds = ['cancel', 'smaller_party'] as const

export function requestCancellation({ rules, business, changeByCode }: ToolContext): Tool {
  return writeTool({
    name: 'request_cancellation',
    title: 'Request a cancellation or a smaller party',
    description:
      'Use when a guest wants to cancel a table or come with fewer people, and gives the booking code. Records a ' +
      'change request; it cancels nothing itself: staff call the number of the booking, confirm, and explain what ' +
      'happens to any deposit. Only with the guest’s explicit yes. To move a booking, send a new request or ' +
      'submit_contact_request.',
    operation: changeByCode,
    input: z.strictObject({
      code: codeArgument(rules),
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
      ...recordedFields,
      kind: z.enum(kinds),
    }),
    consent: changeConsent(business).text,
    request: (input) => input,
    readBack({ kind, party_size, note }, { code, starts_at }, locale) {
      const at = `${formatDate(starts_at.slice(0, 10), locale)} ${starts_at.slice(11, 16)}`
      return joinParts([
        kind === 'cancel'
          ? {
              vi: `Xin nhân viên huỷ lần đặt bàn ${code}, ${at}`,
              en: `Ask staff to cancel booking ${code}, ${at}`,
            }[locale]
          : {
              vi: `Xin nhân viên giảm lần đặt bàn ${code}, ${at}, còn ${party_size} người`,
              en:
                `Ask staff to reduce booking ${code}, ${at}, to ${party_size} ` +
                plural(party_size ?? 0, { one: 'guest', other: 'guests' }),
            }[locale],
        note,
      ])
    },
    toOutput: (response, readBack) => ({
      ...toRecordedResponse(response, readBack),
      kind: response.kind as (typeof kinds)[number],
    }),
    summarize: ({ next_step }) => next_step,
  })
}
