/** Tool that requests an appointment. */
import { z } from 'zod'
import { surchargeLine, surchargeSentences } from '../../domain/booking/quote-fields.ts'
import type { RequestedBooking } from '../../domain/booking/request-operation.ts'
import { alreadyRequestedField } from '../../domain/guard/stored-responses.ts'
import { moveNoteAnswers } from '../../domain/guest/note.ts'
import { readAnswers } from '../../domain/guest/questions.ts'
import { nightSuffix } from '../../domain/scheduling/format-start.ts'
import {
  checkStartWeekday,
  dateArgument,
  emailArgument,
  nameArgument,
  noteArgument,
  phoneArgument,
  timeArgument,
  weekdayArgument,
} from '../../domain/tools/arguments.ts'
import { chosenByShop } from '../../domain/tools/chosen-by-shop.ts'
import { toolConsent } from '../../domain/tools/consent.ts'
import { freeChangeDeadline } from '../../domain/tools/free-cancellation.ts'
import { noteWarnings, questionArguments, readBackAnswers } from '../../domain/tools/questions.ts'
import { sentText } from '../../domain/tools/sent-text.ts'
import { bookingStatusUrl, type ToolContext } from '../../domain/trade/tool-context.ts'
import { formatDate, joinParts, weekdayName } from '../../kernel/format-date.ts'
import type { Locale } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import { caution, describeTool, type Tool, writeTool } from '../../kernel/tool.ts'
import { personArgument, serviceArgument } from './arguments.ts'
import type { AppointmentTrade } from './declaration.ts'
import { personRecord, readPeople } from './fields.ts'
import { formatHealthAdvice, hasTicked } from './health.ts'
import { noticeAt } from './lead-time.ts'
import { partySizeOf, servicesById } from './services.ts'
import { type AppointmentValues, namedPeople, type Service } from './values.ts'
import { capitalize, namesOf, withArticle } from './words.ts'

type AppointmentResponse = RequestedBooking & Readonly<Record<string, unknown>>

export function requestAppointmentTool(
  trade: AppointmentTrade,
  values: AppointmentValues,
  context: ToolContext,
): Tool {
  const { words, toolTexts, attention, preferences } = trade
  const { policy, health } = values
  const named = namedPeople(values.people)
  const questions = context.questionsOf('request_appointment')
  const { free_change_hours: hours, hold_minutes: held } = policy
  const services = servicesById(values)
  const person = words.person.en
  const personFields = preferences?.response.people ?? [person]
  const previewDetails = formatList([
    ...toolTexts.previewDetails,
    ...(health.boxes.length > 0 ? ['health conditions'] : []),
  ])
  const noticeOf = (input: { service_id: string }) => {
    const service = services.get(input.service_id)
    const shop = { trade, values, business: context.business }
    return service && noticeAt(shop, service, input, context.now())
  }
  return writeTool({
    name: 'request_appointment',
    title: 'Request an appointment',
    ...describeTool(
      'Sends a booking request, which is pending until the front desk confirms by phone or message. The preview has ' +
        `${previewDetails}. Changes are free until ${hours} hours before.`,
      ...(health.boxes.length > 0 ? [toolTexts.health] : []),
      caution(toolTexts.promise),
    ),
    operation: context.operations.requestBooking,
    input: z.strictObject({
      service_id: serviceArgument([...services.values()], `The ${words.service.en}.`, context),
      date: dateArgument,
      weekday: weekdayArgument,
      time: timeArgument,
      ...(named.length > 0 && {
        [namesOf(words).personField]: personArgument(
          named,
          `${capitalize(withArticle(person))} the guest prefers.`,
          preferences?.readPerson,
        ),
      }),
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
      surcharge: z.string().optional().describe('What is charged on top of the price.'),
      ...(health.boxes.length > 0 && { [attention.field]: z.boolean() }),
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
    check: (input) => checkStartWeekday(input, context),
    added(input, response: AppointmentResponse, locale) {
      const surcharge = surchargeSentences(response, locale)
      if (response[attention.field] === true) return [attention.result[locale], ...surcharge]
      const notice = noticeOf(input)
      return notice?.isTooLate ? [notice.text[locale], ...surcharge] : surcharge
    },
    warnings(input, _response, locale) {
      const notice = noticeOf(input)
      const answers = readAnswers(questions, input)
      const ticked = health.boxes.filter((box) => hasTicked(answers, [box]))
      const asked = services.get(input.service_id)?.listed.ask_first ?? []
      return [
        ...formatHealthAdvice(ticked, asked, locale),
        // An offer that a guest may ignore needs no consent of its own.
        ...(notice && !notice.isTooLate ? [notice.text[locale]] : []),
        ...noteWarnings(questions, answers, input.note, locale),
      ]
    },
    request: ({ service_id, weekday: _, ...fields }) => ({ offerId: service_id, ...fields }),
    readBack(input, response: AppointmentResponse, locale) {
      const { service_id, date, time, name, phone, email, note } = input
      const service = services.get(service_id)
      const names = readPeople(response, personFields).map(([, one]) => one.name)
      const night = nightSuffix(context.rules.serviceDays, { date, time }, locale)
      const day = `${formatDate(date, locale)}${night}`
      const until = response.ends_at.slice(11, 16)
      const isPersonChosen = named.length <= 1 || Object.hasOwn(input, namesOf(words).personField)
      return joinParts([
        {
          vi: `${response.offer.name}, ${day} lúc ${time} đến ${until}`,
          en: `${response.offer.name} on ${day} from ${time} to ${until}`,
        }[locale],
        `${{ vi: `với ${names.join(', ')}`, en: `with ${names.join(' and ')}` }[locale]}${isPersonChosen ? '' : chosenByShop[locale]}`,
        service && formatPrice(response, service, locale),
        surchargeLine(response, locale),
        { vi: `tên ${name}`, en: `name ${name}` }[locale],
        { vi: `điện thoại ${phone}`, en: `phone ${phone}` }[locale],
        email,
        ...readBackAnswers(questions, readAnswers(questions, input), note, locale),
        response[attention.field] === true && attention.readBack[locale],
        note && { vi: `ghi chú: ${note}`, en: `note: ${note}` }[locale],
        {
          vi: `đến trễ thì giữ chỗ ${held} phút`,
          en: `the place is held for ${held} minutes if late`,
        }[locale],
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
        price_vnd: response.price?.amount ?? 0,
        ...(response.surcharge && { surcharge: response.surcharge.display }),
        ...(health.boxes.length > 0 && {
          [attention.field]: response[attention.field] ?? false,
        }),
        free_change_until: freeChangeDeadline(hours, context, response.starts_at, locale).isoTime,
        read_back: readBack,
        next_step: response.next_step,
        status_url: bookingStatusUrl(context, response.code, locale),
        ...(response.test && { test: response.test }),
        ...(response.already_requested && { already_requested: response.already_requested }),
      }
    },
    summarize(output: Record<string, unknown>, locale) {
      const attentionText = output[attention.field] === true ? ` ${attention.result[locale]}` : ''
      return `${sentText(output, locale)} ${output.next_step}${attentionText}`
    },
  })
}

function formatList(parts: readonly string[]): string {
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

/** "450,000 ₫", or "900,000 ₫ for 2 guests". */
function formatPrice(
  { price: quoted }: AppointmentResponse,
  service: Service,
  locale: Locale,
): string {
  const [price, guests] = [formatMoney(quoted?.amount ?? 0, locale), partySizeOf(service)]
  if (guests === 1) return price
  return { vi: `${price} cho ${guests} khách`, en: `${price} for ${guests} guests` }[locale]
}
