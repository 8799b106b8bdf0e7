/**
 * Tool that requests moving or cancelling an appointment. The guest is identified by the booking code and
 * the last four digits of the phone number.
 */
import { z } from 'zod'
import { codeArgument, describeField } from '../../domain/tools/arguments.ts'
import {
  changeKindReader,
  checkChange,
  moveArguments,
  readBackChange,
  recordedFields,
  toRecordedResponse,
} from '../../domain/tools/changes.ts'
import { toolConsent } from '../../domain/tools/consent.ts'
import { freeChangeDeadline } from '../../domain/tools/free-cancellation.ts'
import { lastDigitsReader } from '../../domain/tools/last-digits.ts'
import { describeRecorded } from '../../domain/tools/sent-text.ts'
import type { ToolContext } from '../../domain/trade/tool-context.ts'
import { argumentReaders } from '../../kernel/argument-reader.ts'
import { joinParts } from '../../kernel/format-date.ts'
import { hour, parseIsoString } from '../../kernel/time.ts'
import { type Tool, writeTool } from '../../kernel/tool.ts'
import type { AppointmentValues } from './values.ts'

const kinds = ['cancel', 'move'] as const

const phoneOfBooking = { vi: 'số điện thoại đã đặt', en: 'the phone number of the booking' }

type ChangeTimes = { starts_at: string; cancel_free_until?: string | undefined }

export function requestChangeTool({ policy }: AppointmentValues, context: ToolContext): Tool {
  const { rules } = context
  const hours = policy.free_change_hours
  /** The rule that the guest agreed to may be an earlier one. */
  const agreedHours = ({ starts_at, cancel_free_until: until }: ChangeTimes) =>
    until === undefined ? hours : (parseIsoString(starts_at) - parseIsoString(until)) / hour
  return writeTool({
    name: 'request_change',
    title: 'Request a move or cancellation',
    description:
      'Records a request to move or cancel a booking. The new time of a move is a free one from check_slots; a full one ' +
      'is rejected. Nothing changes until the front desk has called the number of the booking. It is free until ' +
      `${hours} hours before. A wrong code and wrong digits get the same response.`,
    operation: context.operations.requestChange,
    input: z.strictObject({
      code: codeArgument(rules),
      phone_last4: describeField(
        z.string().regex(/^[0-9]{4}$/),
        'Last four digits of the phone of the booking.',
      ).register(argumentReaders, lastDigitsReader(phoneOfBooking)),
      kind: z
        .enum(kinds)
        .meta({ description: 'What the guest wants.' })
        .register(argumentReaders, changeKindReader(kinds)),
      ...moveArguments,
    }),
    output: z.object({
      ...recordedFields,
      kind: z.enum(kinds),
      free_change_until: z.string(),
    }),
    consent: (input) => toolConsent(context, 'change', input),
    check: (input) => checkChange(input, context),
    request: ({ weekday: _, ...fields }) => fields,
    readBack: (input, response, locale) =>
      joinParts([
        readBackChange(context, input, response, locale),
        freeChangeDeadline(agreedHours(response), context, response.starts_at, locale).text,
      ]),
    toOutput: (response, readBack, locale) => ({
      ...toRecordedResponse(response, readBack, locale),
      kind: response.kind as (typeof kinds)[number],
      free_change_until:
        response.cancel_free_until ??
        freeChangeDeadline(hours, context, response.starts_at, locale).isoTime,
    }),
    summarize: describeRecorded,
  })
}
