/** The tool of trades with appointments that asks for one: a service, a time, perhaps a person. */
import { z } from 'zod'
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
import {
  bookingStatusUrl,
  getWriteOperation,
  type ToolContext,
} from '../../domain/trade/tool-context.ts'
import { formatDate, joinParts, weekdayName } from '../../kernel/format-date.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { type Tool, writeTool } from '../../kernel/tool.ts'
import { healthArgument, serviceArgument } from './arguments.ts'
import { personRecord } from './fields.ts'
import type { AppointmentFiles } from './files.ts'
import { formatHealthAdvice } from './health.ts'

/** What differs by trade. */
export type AppointmentToolOptions = {
  services: readonly { id: string; healthBoxIds: readonly string[] }[]
  /** What a service is to a model: "The treatment." */
  service: string
  /** What is asked and read back before it is sent, and what a model must not promise. */
  readBackFirst: string
  promise: string
  /** Whom the guest wishes for and the like, by the names of a request. */
  preferenceFields: z.ZodRawShape
  /** The members of the answer that name who is kept; all but the first may be missing. */
  personFields: readonly [string, ...string[]]
  /** The member that is true where the shop must speak with the guest first, and how that is said. */
  attention: { field: string; readBack: LocalizedText; resultText: LocalizedText }
}

type AppointmentResponse = Readonly<Record<string, unknown>> & {
  code: string
  status: 'pending'
  starts_at: string
  ends_at: string
  offer: { id: string; name: string }
  next_step: string
  test?: true
}

export function requestAppointmentTool(
  { policy, health: { boxes } }: AppointmentFiles,
  parts: ToolContext,
  options: AppointmentToolOptions,
): Tool {
  const { services, preferenceFields, personFields, attention } = options
  const hours = policy.free_change_hours
  const healthBoxIds = new Map(services.map((one) => [one.id, one.healthBoxIds]))
  const peopleIn = (response: AppointmentResponse) =>
    personFields.flatMap((member) => {
      const person = response[member] as z.infer<typeof personRecord> | undefined
      return person ? [[member, person] as const] : []
    })
  return writeTool({
    name: 'request_appointment',
    title: 'Request an appointment',
    description: `Use to send a booking request once the guest agreed. It stays pending until the front desk confirms by phone or message: never say it is confirmed. First call check_slots; ${options.readBackFirst}, say that changes are free until ${hours} hours before, and get a yes to sharing contact details and boxes. ${options.promise} Never invent a phone number.`,
    operation: getWriteOperation(parts, 'requestBooking'),
    input: z.strictObject({
      service_id: serviceArgument(services, options.service),
      date: dateArgument,
      weekday: weekdayArgument,
      time: timeArgument,
      ...preferenceFields,
      name: nameArgument,
      phone: phoneArgument,
      email: emailArgument,
      health: healthArgument(boxes),
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
        personFields.map((member, index) => [
          member,
          index === 0 ? personRecord : personRecord.optional(),
        ]),
      ),
      [attention.field]: z.boolean(),
      free_change_until: z.string(),
      read_back: z.string(),
      next_step: z.string(),
      status_url: z.string().optional().describe('The page that shows its state.'),
      test: z.literal(true).optional(),
    }),
    names: { offerId: 'service_id' },
    consent: parts.booking.business.consent.booking.text,
    check: (input) => checkWeekday(input, parts.booking.context.now()),
    request: ({ service_id, weekday: _, ...fields }) => ({ offerId: service_id, ...fields }),
    readBack(input, response: AppointmentResponse, locale) {
      const { service_id, date, time, name, phone, email, health, note } = input
      const ticked = boxes.filter(({ id }) => health?.includes(id))
      const ailments = ticked.map((box) => box.name[locale]).join(', ')
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
        ticked.length > 0
          ? { vi: `sức khỏe: ${ailments}`, en: `health: ${ailments}` }[locale]
          : { vi: 'không đánh dấu gì về sức khỏe', en: 'no health box ticked' }[locale],
        response[attention.field] === true && attention.readBack[locale],
        note && { vi: `ghi chú: ${note}`, en: `note: ${note}` }[locale],
        ...formatHealthAdvice(ticked, healthBoxIds.get(service_id) ?? [], locale),
        freeChangeDeadline(hours, parts, response.starts_at, locale).text,
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
        free_change_until: freeChangeDeadline(hours, parts, response.starts_at, locale).isoTime,
        read_back: readBack,
        next_step: response.next_step,
        status_url: bookingStatusUrl(parts, response.code, locale),
        ...(response.test && { test: response.test }),
      }
    },
    summarize({ code, next_step, ...response }: Record<string, unknown>, locale) {
      const first = response[attention.field] === true ? ` ${attention.resultText[locale]}` : ''
      return {
        vi: `Đã gửi yêu cầu, mã ${code}. ${next_step}${first}`,
        en: `The request was sent, code ${code}. ${next_step}${first}`,
      }[locale]
    },
  })
}
