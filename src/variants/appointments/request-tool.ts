/** Tool that requests an appointment. */
import { z } from 'zod'
import type { RequestedBooking } from '../../domain/booking/request-operation.ts'
import { bookingConsent } from '../../domain/guest/consent.ts'
import { readAnswers } from '../../domain/guest/questions.ts'
import {
  checkWeekday,
  dateArgument,
  emailArgument,
  nameArgument,
  noteArgument,
  phoneArgument,
  timeArgument,
  weekdayArgument,
} from '../../domain/tools/arguments.ts'
import { freeChangeDeadline } from '../../domain/tools/free-cancellation.ts'
import { questionArguments, readBackAnswers } from '../../domain/tools/questions.ts'
import { bookingStatusUrl, type ToolContext } from '../../domain/trade/tool-context.ts'
import { formatDate, joinParts, weekdayName } from '../../kernel/format-date.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { describeTool, forbid, type Tool, writeTool } from '../../kernel/tool.ts'
import { serviceArgument } from './arguments.ts'
import { personRecord } from './fields.ts'
import type { AppointmentFiles } from './files.ts'
import { formatHealthAdvice, hasTicked } from './health.ts'

/** What differs between trades. */
type AppointmentToolOptions = {
  services: readonly { id: string; healthBoxIds: readonly string[] }[]
  /** Description of a service for a model: "The treatment." */
  service: string
  /** What to ask and read back before sending. */
  readBackFirst: string
  /** Sentence that says what a model must not promise. */
  promise: string
  /** Fields of the request for preferences, such as a person. */
  preferenceFields: z.ZodRawShape
  /** Response fields with the assigned people; all but the first are optional. */
  personFields: readonly [string, ...string[]]
  /** The response field that is true if staff must contact the guest first, with its texts. */
  attention: { field: string; readBack: LocalizedText; resultText: LocalizedText }
}

type AppointmentResponse = RequestedBooking & Readonly<Record<string, unknown>>

export function requestAppointmentTool(
  { policy, health: { boxes } }: AppointmentFiles,
  context: ToolContext,
  options: AppointmentToolOptions,
): Tool {
  const { services, preferenceFields, personFields, attention } = options
  const { questions } = context.rules
  const hours = policy.free_change_hours
  const healthBoxIds = new Map(services.map((one) => [one.id, one.healthBoxIds]))
  const peopleIn = (response: AppointmentResponse) =>
    personFields.flatMap((field) => {
      const person = response[field] as z.infer<typeof personRecord> | undefined
      return person ? [[field, person] as const] : []
    })
  return writeTool({
    name: 'request_appointment',
    title: 'Request an appointment',
    ...describeTool(
      'Use to send a booking request once the guest agreed.',
      forbid(
        'It stays pending until the front desk confirms by phone or message: never say it is confirmed.',
      ),
      `First call check_slots; ${options.readBackFirst}, say that changes are free until ${hours} hours before, and ` +
        'get a yes to sharing contact details and boxes.',
      forbid(options.promise),
      forbid('Never invent a phone number.'),
    ),
    operation: context.operations.requestBooking,
    input: z.strictObject({
      service_id: serviceArgument(services, options.service),
      date: dateArgument,
      weekday: weekdayArgument,
      time: timeArgument,
      ...preferenceFields,
      name: nameArgument,
      phone: phoneArgument,
      email: emailArgument,
      ...questionArguments(questions),
      note: noteArgument,
    }),
    output: z.object({
      code: z.string(),
      status: z.literal('pending'),
      service: z.object({ id: z.string(), name: z.string() }),
      date: z.string(),
      weekday: z.string(),
      time: z.string(),
      ...Object.fromEntries(
        personFields.map((field, index) => [
          field,
          index === 0 ? personRecord : personRecord.optional(),
        ]),
      ),
      [attention.field]: z.boolean(),
      free_change_until: z.string(),
      read_back: z.string(),
      next_step: z.string(),
      status_url: z.string().optional().describe('The status page.'),
      test: z.literal(true).optional(),
    }),
    names: { offerId: 'service_id' },
    consent: bookingConsent(context.business, questions).text,
    check: (input) => checkWeekday(input, context.now()),
    request: ({ service_id, weekday: _, ...fields }) => ({ offerId: service_id, ...fields }),
    readBack(input, response: AppointmentResponse, locale) {
      const { service_id, date, time, name, phone, email, note } = input
      const answers = readAnswers(questions, input)
      const ticked = boxes.filter((box) => hasTicked(answers, [box]))
      const names = peopleIn(response).map(([, one]) => one.name)
      const day = formatDate(date, locale)
      const until = response.ends_at.slice(11, 16)
      return joinParts([
        {
          vi: `${response.offer.name}, ${day} lúc ${time} đến ${until}`,
          en: `${response.offer.name} on ${day} from ${time} to ${until}`,
        }[locale],
        { vi: `với ${names.join(', ')}`, en: `with ${names.join(' and ')}` }[locale],
        { vi: `tên ${name}`, en: `name ${name}` }[locale],
        { vi: `điện thoại ${phone}`, en: `phone ${phone}` }[locale],
        email,
        ...readBackAnswers(questions, answers, locale),
        response[attention.field] === true && attention.readBack[locale],
        note && { vi: `ghi chú: ${note}`, en: `note: ${note}` }[locale],
        ...formatHealthAdvice(ticked, healthBoxIds.get(service_id) ?? [], locale),
        freeChangeDeadline(hours, context, response.starts_at, locale).text,
      ])
    },
    toOutput(response: AppointmentResponse, readBack, locale) {
      const date = response.starts_at.slice(0, 10)
      return {
        code: response.code,
        status: response.status,
        service: response.offer,
        date,
        weekday: weekdayName(date, locale),
        time: response.starts_at.slice(11, 16),
        ...Object.fromEntries(peopleIn(response)),
        [attention.field]: response[attention.field] ?? false,
        free_change_until: freeChangeDeadline(hours, context, response.starts_at, locale).isoTime,
        read_back: readBack,
        next_step: response.next_step,
        status_url: bookingStatusUrl(context, response.code, locale),
        ...(response.test && { test: response.test }),
      }
    },
    summarize({ code, next_step, ...response }: Record<string, unknown>, locale) {
      const attentionText =
        response[attention.field] === true ? ` ${attention.resultText[locale]}` : ''
      return {
        vi: `Đã gửi yêu cầu, mã ${code}. ${next_step}${attentionText}`,
        en: `The request was sent, code ${code}. ${next_step}${attentionText}`,
      }[locale]
    },
  })
}
