/** The tool of trades with appointments that asks for one: a service, a time, perhaps a person. */
import { z } from 'zod'
import {
  dateArgument,
  emailArgument,
  nameArgument,
  noteArgument,
  phoneArgument,
  timeArgument,
  weekdayArgument,
  weekdayFaults,
} from '../../domain/tools/arguments.ts'
import { freeChangeUntil } from '../../domain/tools/free-cancellation.ts'
import { statusPage, type ToolParts, writeNamed } from '../../domain/trade/tool-context.ts'
import { sayDate, sayParts, weekdayName } from '../../kernel/format-date.ts'
import type { Words } from '../../kernel/locale.ts'
import { type Tool, writeTool } from '../../kernel/tool.ts'
import { healthArgument, serviceArgument } from './arguments.ts'
import { toldPerson } from './fields.ts'
import type { AppointmentFiles } from './files.ts'
import { adviceOn } from './health.ts'

/** What differs by trade. */
export type AppointmentWords = {
  services: readonly { id: string; asksFirst: readonly string[] }[]
  /** What a service is to a model: "The treatment." */
  service: string
  /** What is asked and read back before it is sent, and what a model must not promise. */
  readBackFirst: string
  promise: string
  /** Whom the guest wishes for and the like, by the names of a request. */
  wishes: z.ZodRawShape
  /** The members of the answer that name who is kept; all but the first may be missing. */
  people: readonly [string, ...string[]]
  /** The member that is true where the shop must speak with the guest first, and how that is said. */
  attention: { member: string; readBack: Words; said: Words }
}

type Requested = Readonly<Record<string, unknown>> & {
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
  parts: ToolParts,
  words: AppointmentWords,
): Tool {
  const { services, wishes, people, attention } = words
  const hours = policy.free_change_hours
  const asksFirst = new Map(services.map((one) => [one.id, one.asksFirst]))
  const peopleOf = (answer: Requested) =>
    people.flatMap((member) => {
      const kept = answer[member] as z.infer<typeof toldPerson> | undefined
      return kept ? [[member, kept] as const] : []
    })
  return writeTool({
    name: 'request_appointment',
    title: 'Request an appointment',
    description: `Use to send a booking request once the guest agreed. It stays pending until the front desk confirms by phone or message: never say it is confirmed. First call check_slots; ${words.readBackFirst}, say that changes are free until ${hours} hours before, and get a yes to sharing contact details and boxes. ${words.promise} Never invent a phone number.`,
    operation: writeNamed(parts, 'requestBooking'),
    input: z.strictObject({
      service_id: serviceArgument(services, words.service),
      date: dateArgument,
      weekday: weekdayArgument,
      time: timeArgument,
      ...wishes,
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
        people.map((member, place) => [member, place === 0 ? toldPerson : toldPerson.optional()]),
      ),
      [attention.member]: z.boolean(),
      free_change_until: z.string(),
      read_back: z.string(),
      next_step: z.string(),
      status_url: z.string().optional().describe('The page that shows its state.'),
      test: z.literal(true).optional(),
    }),
    names: { offerId: 'service_id' },
    consent: parts.booking.business.consent.booking.text,
    check: (input) => weekdayFaults(input, parts.booking.context.now()),
    request: ({ service_id, weekday: _, ...fields }) => ({ offerId: service_id, ...fields }),
    readBack(input, answer: Requested, locale) {
      const { service_id, date, time, name, phone, email, health, note } = input
      const ticked = boxes.filter(({ id }) => health?.includes(id))
      const ailments = ticked.map((box) => box.name[locale]).join(', ')
      const names = peopleOf(answer).map(([, one]) => one.name)
      const day = sayDate(date, locale)
      const until = answer.ends_at.slice(11, 16)
      return sayParts([
        {
          vi: `${answer.offer.name}, ${day} lúc ${time} đến ${until}`,
          en: `${answer.offer.name} on ${day} from ${time} to ${until}`,
        }[locale],
        { vi: `với ${names.join(', ')}`, en: `with ${names.join(' and ')}` }[locale],
        { vi: `tên ${name}`, en: `name ${name}` }[locale],
        { vi: `điện thoại ${phone}`, en: `phone ${phone}` }[locale],
        email,
        ticked.length > 0
          ? { vi: `sức khỏe: ${ailments}`, en: `health: ${ailments}` }[locale]
          : { vi: 'không đánh dấu gì về sức khỏe', en: 'no health box ticked' }[locale],
        answer[attention.member] === true && attention.readBack[locale],
        note && { vi: `ghi chú: ${note}`, en: `note: ${note}` }[locale],
        ...adviceOn(ticked, asksFirst.get(service_id) ?? [], locale),
        freeChangeUntil(hours, parts, answer.starts_at, locale).said,
      ])
    },
    tell(answer: Requested, readBack, locale) {
      const date = answer.starts_at.slice(0, 10)
      return {
        code: answer.code,
        status: answer.status,
        service: answer.offer,
        date,
        weekday: weekdayName(date, locale),
        time: answer.starts_at.slice(11, 16),
        ...Object.fromEntries(peopleOf(answer)),
        [attention.member]: answer[attention.member] ?? false,
        free_change_until: freeChangeUntil(hours, parts, answer.starts_at, locale).stamp,
        read_back: readBack,
        next_step: answer.next_step,
        status_url: statusPage(parts, answer.code, locale),
        ...(answer.test && { test: answer.test }),
      }
    },
    say({ code, next_step, ...answer }: Record<string, unknown>, locale) {
      const first = answer[attention.member] === true ? ` ${attention.said[locale]}` : ''
      return {
        vi: `Đã gửi yêu cầu, mã ${code}. ${next_step}${first}`,
        en: `The request was sent, code ${code}. ${next_step}${first}`,
      }[locale]
    },
  })
}
