/**
 * Booking on the site: each choice is a plain address, the last step a form. What is sent goes through
 * the API's own door.
 */
import {
  type Block,
  type Choice,
  type Document,
  link,
  paragraph,
  type Step,
} from '../../../content/document.ts'
import type {
  ApiClient,
  ApiResponse,
  DynamicPage,
  PageResult,
} from '../../../content/dynamic-page.ts'
import { type Business, telephoneLink } from '../../../content/shop.ts'
import { formatDate } from '../../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import { addDays, dateAt, isDate, isMonth, isTime } from '../../../kernel/time.ts'
import {
  bookingPath,
  lookupPath,
  omitChosen,
  parseChosen,
  stepUrl,
  toAvailabilityQuery,
} from '../../booking/url.ts'
import {
  anyValue,
  type BookingStep,
  type Chosen,
  type FlowParts,
} from '../../forms/booking-form.ts'
import { problemBlock, problemText } from '../../forms/form-page.ts'
import { type DayCount, monthBlock } from './calendar.ts'
import { createGuestForm } from './guest-form.ts'

export function bookingFlow(parts: FlowParts): DynamicPage {
  const { form, rules, business, now } = parts
  const guestForm = createGuestForm(parts)

  const page = (chosen: Chosen, locale: Locale, blocks: readonly Block[]): Document => ({
    title: form.title[locale],
    description: form.intro[locale],
    blocks: [
      stepsBlock(parts, chosen, locale),
      ...blocks,
      callInstead(business, locale),
      paragraph(link(labels.find[locale], lookupPath)),
    ],
  })

  const choose = (step: BookingStep, chosen: Chosen, locale: Locale): Block => ({
    kind: 'choices',
    label: step.question[locale],
    choices: step.choices(chosen, locale).map(
      ({ sets, text, note }): Choice => ({
        text,
        ...(note && { note }),
        href: stepUrl({ ...omitChosen(chosen, ...step.names), ...sets }),
        current: Object.entries(sets).every(([name, value]) => {
          const selected = step.names.some((one) => one in chosen) ? chosen[name] : anyValue
          return selected === value
        }),
      }),
    ),
  })

  /** The nearest month to this one in which something can be booked. */
  const clampMonth = (month: string): string => {
    const today = dateAt(now())
    const [first, last] = [today.slice(0, 7), addDays(today, rules.horizonDays).slice(0, 7)]
    if (month < first) return first
    return month > last ? last : month
  }

  const chooseDay = async (
    api: ApiClient,
    chosen: Chosen,
    locale: Locale,
    before: readonly Block[] = [],
  ): Promise<PageResult> => {
    const requestedMonth = chosen.month ?? chosen.date?.slice(0, 7)
    const month = clampMonth(requestedMonth && isMonth(requestedMonth) ? requestedMonth : '')
    const query = toAvailabilityQuery(form, chosen)
    query.set('month', month)
    const { status, body } = await api.read(`/api/availability?${query}`, locale)
    if (status >= 400) return restart(chosen, locale, { status, body })
    const calendarLimits = { now: now(), horizonDays: rules.horizonDays }
    const days = body.days as readonly DayCount[]
    return {
      document: page(chosen, locale, [
        ...before,
        ...form.optionalSteps.map((step) =>
          choose(step, omitChosen(chosen, 'date', 'time'), locale),
        ),
        monthBlock(month, days, chosen, calendarLimits, locale),
      ]),
    }
  }

  const chooseTime = async (
    api: ApiClient,
    { time: wanted, ...chosen }: Chosen,
    locale: Locale,
    address: string,
  ): Promise<PageResult> => {
    const { date = '' } = chosen
    if (!isDate(date)) return chooseDay(api, omitChosen(chosen, 'date'), locale)
    const query = toAvailabilityQuery(form, chosen)
    query.set('date', date)
    const { status, body } = await api.read(`/api/availability?${query}`, locale)
    if (status >= 400) return restart(chosen, locale, { status, body })
    const slots = body.slots as readonly { time: string; left: number }[]
    if (slots.length === 0) {
      const reason = typeof body.reason === 'string' ? body.reason : noTimesText[locale]
      return chooseDay(api, chosen, locale, [
        problemBlock(`${formatDate(date, locale)}: ${reason}`),
      ])
    }
    if (wanted !== undefined && slots.some(({ time }) => time === wanted)) {
      const complete = { ...chosen, time: wanted }
      const empty = guestForm.createEmpty(complete, api)
      return {
        document: page(complete, locale, guestForm.render(complete, empty, address, locale)),
      }
    }
    const times: Block = {
      kind: 'choices',
      label: `${freeTimesLabel[locale]} ${formatDate(date, locale)}`,
      choices: slots.map(({ time, left }) => ({
        text: time,
        ...(left <= 2 && { note: remainingText(left)[locale] }),
        href: stepUrl({ ...chosen, time }),
      })),
    }
    const takenNotice = wanted === undefined ? [] : [problemBlock(timeTakenText[locale])]
    return { document: page(chosen, locale, [...takenNotice, times]) }
  }

  /** Choices that the book does not understand are forgotten, and the reason is told. */
  const restart = (chosen: Chosen, locale: Locale, response: ApiResponse): PageResult => {
    const reason = problemText(response, locale)
    const status = response.status >= 500 ? response.status : 422
    const [first] = form.steps
    const carried = Object.fromEntries(
      Object.entries(chosen).filter(([name]) => form.carried.includes(name)),
    )
    const blocks = first
      ? [problemBlock(reason), choose(first, carried, locale)]
      : [problemBlock(reason)]
    return { status, document: page(carried, locale, blocks) }
  }

  const show: DynamicPage['show'] = ({ query, locale, address, api }) => {
    const chosen = parseChosen(form, query)
    const next = form.steps.find((step) => !isChosen(step, chosen) && !isSkipped(step, chosen))
    if (next) return { document: page(chosen, locale, [choose(next, chosen, locale)]) }
    if (chosen.date === undefined) return chooseDay(api, chosen, locale)
    return chooseTime(api, chosen, locale, address)
  }

  return {
    path: bookingPath,
    listingTitle: form.title,
    show,
    async submit({ sent, locale, api }) {
      const { chosen, status, blocks, seeOther } = await guestForm.submit(sent, api, locale)
      if (seeOther !== undefined) return { seeOther }
      return { status, document: page(chosen, locale, blocks) }
    },
  }
}

function isChosen({ names }: BookingStep, chosen: Chosen): boolean {
  return names.some((name) => name in chosen)
}

function isSkipped(step: BookingStep, chosen: Chosen): boolean {
  return step.leadsTo !== undefined && step.leadsTo in chosen && !isChosen(step, chosen)
}

/** Where the guest stands: each choice with a way back to it. */
function stepsBlock({ form, offerName }: FlowParts, chosen: Chosen, locale: Locale): Block {
  const steps: Step[] = []
  let isReached = true
  let before: Chosen = Object.fromEntries(
    Object.entries(chosen).filter(([name]) => form.carried.includes(name)),
  )
  if (before.offerId && form.carried.includes('offerId')) {
    steps.push({
      label: bookingLabel[locale],
      chosen: offerName(before.offerId)[locale],
      current: false,
    })
  }
  const add = (label: LocalizedText, names: readonly string[], selected: string | undefined) => {
    const current = isReached && selected === undefined
    steps.push({
      label: label[locale],
      ...(selected !== undefined && { chosen: selected, href: stepUrl(before) }),
      current,
    })
    isReached &&= selected !== undefined
    const newlyChosen = Object.entries(chosen).filter(([name]) => names.includes(name))
    before = { ...before, ...Object.fromEntries(newlyChosen) }
  }
  for (const step of form.steps) {
    if (isSkipped(step, chosen)) continue
    const found = step
      .choices(chosen, locale)
      .find(({ sets }) => Object.entries(sets).every(([name, value]) => chosen[name] === value))
    add(step.label, step.names, found?.text)
  }
  for (const { label, names, choices } of form.optionalSteps) {
    const found = choices(chosen, locale).find(({ sets }) =>
      Object.entries(sets).every(([name, value]) => chosen[name] === value && value !== anyValue),
    )
    if (found) add(label, names, found.text)
  }
  const { date, time } = chosen
  add(labels.day, ['date'], date && isDate(date) ? formatDate(date, locale) : undefined)
  add(labels.time, ['time'], time && isTime(time) ? time : undefined)
  add(labels.details, [], undefined)
  return { kind: 'steps', label: labels.steps[locale], steps }
}

function callInstead(business: Business, locale: Locale): Block {
  const [app] = business.messaging
  return {
    kind: 'paragraph',
    text: [
      { vi: 'Hoặc gọi ', en: 'Or call ' }[locale],
      link(business.phone, telephoneLink(business)),
      ...(app
        ? [{ vi: ', nhắn ', en: ', message us on ' }[locale], link(app.name, app.address)]
        : []),
      '.',
    ],
  }
}

const bookingLabel: LocalizedText = { vi: 'Đặt', en: 'Booking' }

const labels = {
  steps: { vi: 'Các bước', en: 'Steps' },
  day: { vi: 'Ngày', en: 'Day' },
  time: { vi: 'Giờ', en: 'Time' },
  details: { vi: 'Thông tin của bạn', en: 'Your details' },
  find: { vi: 'Đã đặt rồi? Xem theo mã', en: 'Already booked? Look it up by its code' },
} satisfies Record<string, LocalizedText>

const freeTimesLabel: LocalizedText = { vi: 'Giờ trống', en: 'Free times on' }
const timeTakenText: LocalizedText = {
  vi: 'Giờ này không còn chỗ. Xin chọn giờ khác.',
  en: 'This time is no longer free. Please choose another.',
}
const noTimesText: LocalizedText = { vi: 'không còn giờ nào.', en: 'nothing is free any more.' }

const remainingText = (left: number): LocalizedText => ({
  vi: `còn ${left}`,
  en: `${left} left`,
})
