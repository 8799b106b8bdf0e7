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
import type { Answered, Doors, LivePage, Shown } from '../../../content/dynamic-page.ts'
import { type Business, telephoneLink } from '../../../content/shop.ts'
import { sayDate } from '../../../kernel/format-date.ts'
import type { Locale, Words } from '../../../kernel/locale.ts'
import { addDays, dateAt, isDate, isMonth, isTime } from '../../../kernel/time.ts'
import {
  addressOf,
  asQuestion,
  bookingPath,
  findPath,
  readChosen,
  without,
} from '../../booking/url.ts'
import { anyone, type BookingStep, type Chosen, type FlowParts } from '../../forms/booking-form.ts'
import { problem, reasonOf } from '../../forms/form-page.ts'
import { type DayCount, monthBlock } from './calendar.ts'
import { createDetails } from './guest-form.ts'

export function bookingFlow(parts: FlowParts): LivePage {
  const { form, rules, business, now } = parts
  const details = createDetails(parts)

  const page = (chosen: Chosen, locale: Locale, blocks: readonly Block[]): Document => ({
    title: form.title[locale],
    description: form.intro[locale],
    blocks: [
      stepsBlock(parts, chosen, locale),
      ...blocks,
      callInstead(business, locale),
      paragraph(link(labels.find[locale], findPath)),
    ],
  })

  const choose = (step: BookingStep, chosen: Chosen, locale: Locale): Block => ({
    kind: 'choices',
    label: step.question[locale],
    choices: step.choices(chosen, locale).map(
      ({ sets, text, note }): Choice => ({
        text,
        ...(note && { note }),
        href: addressOf({ ...without(chosen, ...step.names), ...sets }),
        current: Object.entries(sets).every(([name, value]) => {
          const said = step.names.some((one) => one in chosen) ? chosen[name] : anyone
          return said === value
        }),
      }),
    ),
  })

  /** The nearest month to this one in which something can be booked. */
  const withinReach = (month: string): string => {
    const today = dateAt(now())
    const [first, last] = [today.slice(0, 7), addDays(today, rules.horizonDays).slice(0, 7)]
    if (month < first) return first
    return month > last ? last : month
  }

  const chooseDay = async (
    doors: Doors,
    chosen: Chosen,
    locale: Locale,
    before: readonly Block[] = [],
  ): Promise<Shown> => {
    const asked = chosen.month ?? chosen.date?.slice(0, 7)
    const month = withinReach(asked && isMonth(asked) ? asked : '')
    const question = asQuestion(form, chosen)
    question.set('month', month)
    const { status, body } = await doors.read(`/api/availability?${question}`, locale)
    if (status >= 400) return startAgain(chosen, locale, { status, body })
    const moment = { now: now(), horizonDays: rules.horizonDays }
    const days = body.days as readonly DayCount[]
    return {
      document: page(chosen, locale, [
        ...before,
        ...form.wishes.map((wish) => choose(wish, without(chosen, 'date', 'time'), locale)),
        monthBlock(month, days, chosen, moment, locale),
      ]),
    }
  }

  const chooseTime = async (
    doors: Doors,
    { time: wanted, ...chosen }: Chosen,
    locale: Locale,
    address: string,
  ): Promise<Shown> => {
    const { date = '' } = chosen
    if (!isDate(date)) return chooseDay(doors, without(chosen, 'date'), locale)
    const question = asQuestion(form, chosen)
    question.set('date', date)
    const { status, body } = await doors.read(`/api/availability?${question}`, locale)
    if (status >= 400) return startAgain(chosen, locale, { status, body })
    const slots = body.slots as readonly { time: string; left: number }[]
    if (slots.length === 0) {
      const reason = typeof body.reason === 'string' ? body.reason : noTimes[locale]
      return chooseDay(doors, chosen, locale, [problem(`${sayDate(date, locale)}: ${reason}`)])
    }
    if (wanted !== undefined && slots.some(({ time }) => time === wanted)) {
      const whole = { ...chosen, time: wanted }
      const empty = details.empty(whole, doors)
      return { document: page(whole, locale, details.draw(whole, empty, address, locale)) }
    }
    const times: Block = {
      kind: 'choices',
      label: `${whichTime[locale]} ${sayDate(date, locale)}`,
      choices: slots.map(({ time, left }) => ({
        text: time,
        ...(left <= 2 && { note: lastOnes(left)[locale] }),
        href: addressOf({ ...chosen, time }),
      })),
    }
    const gone = wanted === undefined ? [] : [problem(timeGone[locale])]
    return { document: page(chosen, locale, [...gone, times]) }
  }

  /** Choices that the book does not understand are forgotten, and the reason is told. */
  const startAgain = (chosen: Chosen, locale: Locale, answered: Answered): Shown => {
    const why = reasonOf(answered, locale)
    const status = answered.status >= 500 ? answered.status : 422
    const [first] = form.steps
    const kept = Object.fromEntries(
      Object.entries(chosen).filter(([name]) => form.carried.includes(name)),
    )
    const blocks = first ? [problem(why), choose(first, kept, locale)] : [problem(why)]
    return { status, document: page(kept, locale, blocks) }
  }

  const show: LivePage['show'] = ({ query, locale, address, doors }) => {
    const chosen = readChosen(form, query)
    const next = form.steps.find((step) => !isAnswered(step, chosen) && !isPassedOver(step, chosen))
    if (next) return { document: page(chosen, locale, [choose(next, chosen, locale)]) }
    if (chosen.date === undefined) return chooseDay(doors, chosen, locale)
    return chooseTime(doors, chosen, locale, address)
  }

  return {
    path: bookingPath,
    listed: form.title,
    show,
    async act({ sent, locale, doors }) {
      const { chosen, status, blocks, seeOther } = await details.receive(sent, doors, locale)
      if (seeOther !== undefined) return { seeOther }
      return { status, document: page(chosen, locale, blocks) }
    },
  }
}

function isAnswered({ names }: BookingStep, chosen: Chosen): boolean {
  return names.some((name) => name in chosen)
}

function isPassedOver(step: BookingStep, chosen: Chosen): boolean {
  return step.leadsTo !== undefined && step.leadsTo in chosen && !isAnswered(step, chosen)
}

/** Where the guest stands: each choice with a way back to it. */
function stepsBlock({ form, offerName }: FlowParts, chosen: Chosen, locale: Locale): Block {
  const steps: Step[] = []
  let reached = true
  let before: Chosen = Object.fromEntries(
    Object.entries(chosen).filter(([name]) => form.carried.includes(name)),
  )
  if (before.offerId && form.carried.includes('offerId')) {
    steps.push({ label: wish[locale], chosen: offerName(before.offerId)[locale], current: false })
  }
  const add = (label: Words, names: readonly string[], said: string | undefined) => {
    const current = reached && said === undefined
    steps.push({
      label: label[locale],
      ...(said !== undefined && { chosen: said, href: addressOf(before) }),
      current,
    })
    reached &&= said !== undefined
    const kept = Object.entries(chosen).filter(([name]) => names.includes(name))
    before = { ...before, ...Object.fromEntries(kept) }
  }
  for (const step of form.steps) {
    if (isPassedOver(step, chosen)) continue
    const found = step
      .choices(chosen, locale)
      .find(({ sets }) => Object.entries(sets).every(([name, value]) => chosen[name] === value))
    add(step.label, step.names, found?.text)
  }
  for (const { label, names, choices } of form.wishes) {
    const found = choices(chosen, locale).find(({ sets }) =>
      Object.entries(sets).every(([name, value]) => chosen[name] === value && value !== anyone),
    )
    if (found) add(label, names, found.text)
  }
  const { date, time } = chosen
  add(labels.day, ['date'], date && isDate(date) ? sayDate(date, locale) : undefined)
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

const wish: Words = { vi: 'Đặt', en: 'Booking' }

const labels = {
  steps: { vi: 'Các bước', en: 'Steps' },
  day: { vi: 'Ngày', en: 'Day' },
  time: { vi: 'Giờ', en: 'Time' },
  details: { vi: 'Thông tin của bạn', en: 'Your details' },
  find: { vi: 'Đã đặt rồi? Xem theo mã', en: 'Already booked? Look it up by its code' },
} satisfies Record<string, Words>

const whichTime: Words = { vi: 'Giờ trống', en: 'Free times on' }
const timeGone: Words = {
  vi: 'Giờ này không còn chỗ. Xin chọn giờ khác.',
  en: 'This time is no longer free. Please choose another.',
}
const noTimes: Words = { vi: 'không còn giờ nào.', en: 'nothing is free any more.' }

const lastOnes = (left: number): Words => ({
  vi: `còn ${left}`,
  en: `${left} left`,
})
