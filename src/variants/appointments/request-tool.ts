/** Tool that requests an appointment. */
import { z } from 'zod'
import {
  alreadyRequestedField,
  type RequestedBooking,
} from '../../domain/booking/request-operation.ts'
import { moveNoteAnswers } from '../../domain/guest/note.ts'
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
import { toolConsent } from '../../domain/tools/consent.ts'
import { freeChangeDeadline } from '../../domain/tools/free-cancellation.ts'
import { noteWarnings, questionArguments, readBackAnswers } from '../../domain/tools/questions.ts'
import { bookingStatusUrl, type ToolContext } from '../../domain/trade/tool-context.ts'
import { formatDate, joinParts, weekdayName } from '../../kernel/format-date.ts'
import type { Locale } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import { caution, describeTool, type Tool, writeTool } from '../../kernel/tool.ts'
import { personArgument, serviceArgument } from './arguments.ts'
import type { AppointmentTrade } from './declaration.ts'
import { personRecord, readPeople } from './fields.ts'
import { firstMonthsQuestion, formatHealthAdvice, hasTicked } from './health.ts'
import { partySizeOf, servicesById } from './services.ts'
import type { AppointmentValues, Service } from './values.ts'
import { capitalize, namesOf, withArticle } from './words.ts'

type AppointmentResponse = RequestedBooking & Readonly<Record<string, unknown>>

export function requestAppointmentTool(
  { words, toolTexts, attention, preferences }: AppointmentTrade,
  values: AppointmentValues,
  context: ToolContext,
): Tool {
  const { people, policy, health } = values
  const questions = context.questionsOf('request_appointment')
  const { free_change_hours: hours, hold_minutes: held } = policy
  const services = servicesById(values)
  const person = words.person.en
  const personFields = preferences?.response.people ?? [person]
  return writeTool({
    name: 'request_appointment',
    title: 'Request an appointment',
    ...describeTool(
      'Sends a booking request, which is pending until the front desk confirms by phone or message. A call without ' +
        `consent is a preview: ${toolTexts.previewDetails}; nothing is stored. Changes are free until ${hours} hours ` +
        'before.',
      toolTexts.health,
      caution(toolTexts.promise),
    ),
    operation: context.operations.requestBooking,
    input: z.strictObject({
      service_id: serviceArgument([...services.values()], `The ${words.service.en}.`),
      date: dateArgument,
      weekday: weekdayArgument,
      time: timeArgument,
      [namesOf(words).personField]: personArgument(
        people,
        `${capitalize(withArticle(person))} the guest prefers.`,
      ),
      ...preferences?.requestArguments,
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
      party_size: z.int(),
      price_vnd: z.int(),
      [attention.field]: z.boolean(),
      free_change_until: z.string(),
      read_back: z.string(),
      next_step: z.string(),
      status_url: z.string().optional().describe('The status page.'),
      test: z.literal(true).optional(),
      already_requested: alreadyRequestedField,
    }),
    names: { offerId: 'service_id' },
    consent: (input) => toolConsent(context, 'booking', input),
    interpret: (input) => moveNoteAnswers(questions, input),
    check: (input) => checkWeekday(input, context.now()),
    added(input, response: AppointmentResponse, locale) {
      const question = firstMonthsQuestion(health.boxes, services.get(input.service_id), input)
      return [
        ...(response[attention.field] === true ? [attention.result[locale]] : []),
        ...(question ? [question[locale]] : []),
      ]
    },
    warnings(input, _response, locale) {
      const answers = readAnswers(questions, input)
      const ticked = health.boxes.filter((box) => hasTicked(answers, [box]))
      const asked = services.get(input.service_id)?.listed.ask_first ?? []
      return [
        ...formatHealthAdvice(ticked, asked, locale),
        ...noteWarnings(questions, answers, input.note, locale),
      ]
    },
    request: ({ service_id, weekday: _, ...fields }) => ({ offerId: service_id, ...fields }),
    readBack(input, response: AppointmentResponse, locale) {
      const { service_id, date, time, name, phone, email, note } = input
      const service = services.get(service_id)
      const names = readPeople(response, personFields).map(([, one]) => one.name)
      const day = formatDate(date, locale)
      const until = response.ends_at.slice(11, 16)
      return joinParts([
        {
          vi: `${response.offer.name}, ${day} lúc ${time} đến ${until}`,
          en: `${response.offer.name} on ${day} from ${time} to ${until}`,
        }[locale],
        { vi: `với ${names.join(', ')}`, en: `with ${names.join(' and ')}` }[locale],
        service && formatPrice(service, locale),
        { vi: `tên ${name}`, en: `name ${name}` }[locale],
        { vi: `điện thoại ${phone}`, en: `phone ${phone}` }[locale],
        email,
        ...readBackAnswers(questions, readAnswers(questions, input), note, locale),
        response[attention.field] === true && attention.readBack[locale],
        note && { vi: `ghi chú: ${note}`, en: `note: ${note}` }[locale],
        { vi: `đến trễ thì giữ chỗ ${held} phút`, en: `held for ${held} minutes if late` }[locale],
        freeChangeDeadline(hours, context, response.starts_at, locale).text,
      ])
    },
    toOutput(response: AppointmentResponse, readBack, locale) {
      const date = response.starts_at.slice(0, 10)
      const service = services.get(response.offer.id)
      return {
        code: response.code,
        status: response.status,
        service: response.offer,
        date,
        weekday: weekdayName(date, locale),
        time: response.starts_at.slice(11, 16),
        ...Object.fromEntries(readPeople(response, personFields)),
        party_size: service ? partySizeOf(service) : 1,
        price_vnd: service?.price ?? 0,
        [attention.field]: response[attention.field] ?? false,
        free_change_until: freeChangeDeadline(hours, context, response.starts_at, locale).isoTime,
        read_back: readBack,
        next_step: response.next_step,
        status_url: bookingStatusUrl(context, response.code, locale),
        ...(response.test && { test: response.test }),
        ...(response.already_requested && { already_requested: response.already_requested }),
      }
    },
    summarize({ code, next_step, ...response }: Record<string, unknown>, locale) {
      const attentionText = response[attention.field] === true ? ` ${attention.result[locale]}` : ''
      return {
        vi: `Đã gửi yêu cầu, mã ${code}. ${next_step}${attentionText}`,
        en: `The request was sent, code ${code}. ${next_step}${attentionText}`,
      }[locale]
    },
  })
}

/** "450,000 ₫", or "900,000 ₫ for 2 guests". */
function formatPrice(service: Service, locale: Locale): string {
  const [price, guests] = [formatMoney(service.price, locale), partySizeOf(service)]
  if (guests === 1) return price
  return { vi: `${price} cho ${guests} khách`, en: `${price} for ${guests} guests` }[locale]
}
