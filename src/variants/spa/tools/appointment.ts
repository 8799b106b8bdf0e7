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
} from '../../../domain/assistant/arguments.ts'
import { statusPage, type ToolParts, writeNamed } from '../../../domain/assistant/parts.ts'
import { sayDate, sayParts, weekdayName } from '../../../kernel/spoken.ts'
import { type Tool, writeTool } from '../../../kernel/tool.ts'
import { allTreatments } from '../assortment.ts'
import type { SpaFiles } from '../files.ts'
import { freeChangeUntil } from './free-change.ts'
import { genderArgument, serviceArgument, therapistArgument } from './services.ts'
import { partyArgument } from './slots.ts'
import { adviceOn, healthArgument } from './suggest.ts'

const person = z.object({ id: z.string(), name: z.string() })

type Requested = {
  code: string
  status: 'pending'
  starts_at: string
  ends_at: string
  offer: { id: string; name: string }
  party_size: number
  therapist: z.infer<typeof person>
  second_therapist?: z.infer<typeof person>
  needs_doctor_first?: boolean
  next_step: string
  test?: true
}

export function requestAppointment(files: SpaFiles, parts: ToolParts): Tool {
  const hours = files.policy.free_change_hours
  const treatments = new Map(allTreatments(files).map((one) => [one.id, one]))
  const boxNames = new Map(files.health.boxes.map(({ id, name }) => [id, name]))
  return writeTool({
    name: 'request_appointment',
    title: 'Request an appointment',
    description: `Use to send a booking request once the guest agreed. It stays pending until the front desk confirms by phone or message: never say it is confirmed. First call check_slots; then read back treatment, date, time, therapist, name, phone and health boxes, say that changes are free until ${hours} hours before, and get a yes to sharing contact details and boxes. Promise no results. Never invent a phone number.`,
    operation: writeNamed(parts, 'requestBooking'),
    input: z.strictObject({
      service_id: serviceArgument(files, 'The treatment.'),
      date: dateArgument,
      weekday: weekdayArgument,
      time: timeArgument,
      therapist_id: therapistArgument(files, 'A therapist the guest wishes for.'),
      therapist_gender: genderArgument('A woman or a man, if that matters.'),
      party_size: partyArgument(),
      name: nameArgument,
      phone: phoneArgument,
      email: emailArgument,
      health: healthArgument(files),
      note: noteArgument,
    }),
    output: z.object({
      code: z.string(),
      status: z.literal('pending'),
      service: z.object({ id: z.string(), name: z.string() }),
      date: z.string(),
      weekday: z.string(),
      time: z.string(),
      therapist: person,
      second_therapist: person.optional(),
      needs_doctor_first: z.boolean(),
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
      const boxes = [...new Set(input.health ?? [])].map((id) => boxNames.get(id)?.[locale] ?? id)
      const people = [answer.therapist, answer.second_therapist].flatMap((one) => one?.name ?? [])
      const day = sayDate(input.date, locale)
      const until = freeChangeUntil(files, parts, answer.starts_at, locale)
      return sayParts([
        {
          vi: `${answer.offer.name}, ${day} lúc ${input.time} đến ${answer.ends_at.slice(11, 16)}`,
          en: `${answer.offer.name} on ${day} from ${input.time} to ${answer.ends_at.slice(11, 16)}`,
        }[locale],
        { vi: `với ${people.join(', ')}`, en: `with ${people.join(' and ')}` }[locale],
        { vi: `tên ${input.name}`, en: `name ${input.name}` }[locale],
        { vi: `điện thoại ${input.phone}`, en: `phone ${input.phone}` }[locale],
        input.email,
        boxes.length > 0
          ? { vi: `sức khỏe: ${boxes.join(', ')}`, en: `health: ${boxes.join(', ')}` }[locale]
          : { vi: 'không đánh dấu gì về sức khỏe', en: 'no health box ticked' }[locale],
        answer.needs_doctor_first &&
          { vi: 'cần hỏi bác sĩ trước', en: 'a doctor should be asked first' }[locale],
        input.note && { vi: `ghi chú: ${input.note}`, en: `note: ${input.note}` }[locale],
        ...adviceOn(files, treatments.get(input.service_id), input.health ?? [], locale),
        until.said,
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
        therapist: answer.therapist,
        ...(answer.second_therapist && { second_therapist: answer.second_therapist }),
        needs_doctor_first: answer.needs_doctor_first ?? false,
        free_change_until: freeChangeUntil(files, parts, answer.starts_at, locale).stamp,
        read_back: readBack,
        next_step: answer.next_step,
        status_url: statusPage(parts, answer.code, locale),
        ...(answer.test && { test: answer.test }),
      }
    },
    say: ({ code, next_step, needs_doctor_first }, locale) => {
      const doctor = needs_doctor_first
        ? {
            vi: ' Vì điều đã báo về sức khỏe, xin hỏi bác sĩ trước.',
            en: ' Because of what was said on health, please ask a doctor first.',
          }[locale]
        : ''
      return {
        vi: `Đã gửi yêu cầu, mã ${code}. ${next_step}${doctor}`,
        en: `The request was sent, code ${code}. ${next_step}${doctor}`,
      }[locale]
    },
  })
}
