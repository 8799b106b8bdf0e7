/**
 * Booking on the site: each choice is a link, and the last step is a form. The pages call the operations of the API,
 * so they have the same checks and limits.
 */
import {
  type Block,
  type Choice,
  type Document,
  link,
  paragraph,
} from '../../../content/document.ts'
import type { DynamicPage, OperationClient, PageResult } from '../../../content/dynamic-page.ts'
import { type Business, telephoneLink } from '../../../content/shop.ts'
import { formatDate } from '../../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import type { Problem } from '../../../kernel/problem.ts'
import { addDays, dateAt, isDate, isMonth } from '../../../kernel/time.ts'
import {
  bookingPath,
  lookupPath,
  omitChosen,
  parseChosen,
  stepUrl,
  toAvailabilityQuery,
} from '../../booking/url.ts'
import { anyValue, type BookingStep, type Chosen } from '../../forms/booking-form.ts'
import { problemBlock, problemText } from '../../forms/form-errors.ts'
import { monthBlock } from './calendar.ts'
import { chooseForm } from './choose-form.ts'
import type { BookingPageContext } from './context.ts'
import { createGuestForm } from './guest-form.ts'
import { bookingOutline } from './outline.ts'
import { isChosen, isSkipped, stepsBlock } from './progress.ts'

export function bookingFlow(context: BookingPageContext): DynamicPage {
  const { form, rules, business, now, operations } = context
  const guestForm = createGuestForm(context)

  const page = (chosen: Chosen, locale: Locale, blocks: readonly Block[]): Document => ({
    title: form.title[locale],
    description: form.intro[locale],
    blocks: [
      ...(Object.keys(chosen).length === 0 ? [paragraph(form.intro[locale])] : []),
      stepsBlock(context, chosen, locale),
      ...blocks,
      callInsteadBlock(business, locale),
      paragraph(link(lookupText[locale], lookupPath)),
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

  const chooseStep = (step: BookingStep, chosen: Chosen, locale: Locale): Block[] => [
    choose(step, chosen, locale),
    ...chooseForm(form, chosen, { step }, locale),
  ]

  /** The closest month within the booking horizon. */
  const clampMonth = (month: string): string => {
    const today = dateAt(now())
    const [first, last] = [today.slice(0, 7), addDays(today, rules.horizonDays).slice(0, 7)]
    if (month < first) return first
    return month > last ? last : month
  }

  const chooseDay = async (
    client: OperationClient,
    chosen: Chosen,
    locale: Locale,
    before: readonly Block[] = [],
  ): Promise<PageResult> => {
    const requestedMonth = chosen.month ?? chosen.date?.slice(0, 7)
    const month = clampMonth(requestedMonth && isMonth(requestedMonth) ? requestedMonth : '')
    const query = { ...toAvailabilityQuery(form, chosen), month }
    const { output, problem } = await client.read(operations.getAvailability, query)
    if (problem) return restart(chosen, locale, problem)
    const calendarLimits = { now: now(), horizonDays: rules.horizonDays }
    const days = 'days' in output ? output.days : []
    return {
      document: page(chosen, locale, [
        ...before,
        ...form.optionalSteps.map((step) =>
          choose(step, omitChosen(chosen, 'date', 'time'), locale),
        ),
        monthBlock(month, days, chosen, calendarLimits, locale),
        ...chooseForm(form, chosen, {}, locale),
      ]),
    }
  }

  const chooseTime = async (
    client: OperationClient,
    { time: requestedTime, ...chosen }: Chosen,
    locale: Locale,
    address: string,
  ): Promise<PageResult> => {
    const { date = '' } = chosen
    if (!isDate(date)) return chooseDay(client, omitChosen(chosen, 'date'), locale)
    const query = { ...toAvailabilityQuery(form, chosen), date }
    const { output, problem } = await client.read(operations.getAvailability, query)
    if (problem) return restart(chosen, locale, problem)
    const { slots, reason = noTimesText[locale] } = 'slots' in output ? output : { slots: [] }
    if (slots.length === 0) {
      return chooseDay(client, chosen, locale, [
        problemBlock(`${formatDate(date, locale)}: ${reason}`),
      ])
    }
    if (requestedTime !== undefined && slots.some(({ time }) => time === requestedTime)) {
      const complete = { ...chosen, time: requestedTime }
      const empty = guestForm.createEmpty(complete, client)
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
    const takenNotice = requestedTime === undefined ? [] : [problemBlock(timeTakenText[locale])]
    const otherChoices = chooseForm(form, chosen, { times: slots.map(({ time }) => time) }, locale)
    return { document: page(chosen, locale, [...takenNotice, times, ...otherChoices]) }
  }

  /** Starts again with the first step and shows why the choices were rejected. */
  const restart = (chosen: Chosen, locale: Locale, problem: Problem): PageResult => {
    const reason = problemText(problem, locale)
    const status = problem.status >= 500 ? problem.status : 422
    const [first] = form.steps
    const carried = Object.fromEntries(
      Object.entries(chosen).filter(([name]) => form.carried.includes(name)),
    )
    const blocks = first ? chooseStep(first, carried, locale) : []
    return { status, document: page(carried, locale, [problemBlock(reason), ...blocks]) }
  }

  const show: DynamicPage['show'] = ({ query, locale, address, client }) => {
    const chosen = parseChosen(form, query)
    const next = form.steps.find((step) => !isChosen(step, chosen) && !isSkipped(step, chosen))
    if (next) return { document: page(chosen, locale, chooseStep(next, chosen, locale)) }
    if (chosen.date === undefined) return chooseDay(client, chosen, locale)
    return chooseTime(client, chosen, locale, address)
  }

  return {
    path: bookingPath,
    listing: {
      title: form.title,
      outline(locale) {
        const guestBlocks = guestForm.render({}, new Map(), bookingPath, locale)
        return bookingOutline(form, guestBlocks, locale)
      },
    },
    show,
    async submit({ sent, locale, client }) {
      const { chosen, status, blocks, seeOther } = await guestForm.submit(sent, client, locale)
      if (seeOther !== undefined) return { seeOther }
      return { status, document: page(chosen, locale, blocks) }
    },
  }
}

function callInsteadBlock(business: Business, locale: Locale): Block {
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

const lookupText: LocalizedText = {
  vi: 'Đã đặt rồi? Xem theo mã',
  en: 'Already booked? Find it by its code',
}

const freeTimesLabel: LocalizedText = { vi: 'Giờ trống', en: 'Free times on' }
const timeTakenText: LocalizedText = {
  vi: 'Giờ này không còn chỗ. Xin chọn giờ khác.',
  en: 'This time is no longer free. Please choose another.',
}
const noTimesText: LocalizedText = { vi: 'không còn giờ nào.', en: 'no free times are left.' }

const remainingText = (left: number): LocalizedText => ({
  vi: `còn ${left}`,
  en: `${left} left`,
})
