/** Tool that requests a cancellation, another time or another party size. */
import { z } from 'zod'
import { codeArgument, partySizeReader } from '../../../domain/tools/arguments.ts'
import {
  addedByChange,
  changeKindReader,
  checkChange,
  moveArguments,
  readBackChange,
  recordedFields,
  toRecordedResponse,
} from '../../../domain/tools/changes.ts'
import { toolConsent } from '../../../domain/tools/consent.ts'
import { describeRecorded } from '../../../domain/tools/sent-text.ts'
import type { ToolContext } from '../../../domain/trade/tool-context.ts'
import { argumentReaders } from '../../../kernel/argument-reader.ts'
import { type Tool, writeTool } from '../../../kernel/tool.ts'

const kinds = ['cancel', 'move', 'smaller_party', 'larger_party'] as const

export function requestCancellation(context: ToolContext): Tool {
  const { rules, changeByCode } = context
  return writeTool({
    name: 'request_cancellation',
    title: 'Request a cancellation, another time or another party size',
    description:
      'Records a request to cancel or move a table, or to come with fewer or more people, by the booking code. It cancels ' +
      'nothing itself and holds no table: staff call the number of the booking, confirm, and explain what happens to any ' +
      'deposit. The new time of a move is a free one from check_table_availability; a full one is rejected, also for a ' +
      'larger party.',
    operation: changeByCode,
    input: z.strictObject({
      code: codeArgument(rules),
      kind: z
        .enum(kinds)
        .meta({ description: 'What the guest wants.' })
        .register(argumentReaders, changeKindReader(kinds)),
      party_size: z
        .int()
        .min(1)
        .max(500)
        .optional()
        .meta({ description: 'With smaller_party and larger_party: how many will come.' })
        .register(argumentReaders, partySizeReader),
      ...moveArguments,
    }),
    output: z.object({
      ...recordedFields,
      kind: z.enum(kinds),
    }),
    consent: (input) => toolConsent(context, 'change', input),
    check: (input) => checkChange(input, context),
    added: (_input, response, locale) => addedByChange(response, locale),
    request: ({ weekday: _, ...fields }) => fields,
    readBack: (input, response, locale) => readBackChange(context, input, response, locale),
    toOutput: (response, readBack, locale) => ({
      ...toRecordedResponse(response, readBack, locale),
      kind: response.kind as (typeof kinds)[number],
    }),
    summarize: describeRecorded,
  })
}
