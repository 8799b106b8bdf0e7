/**
 * The booking panel: what is booked, the days and the times, each as a link with all choices in its URL. It is the same
 * on every page; on a cached page it has no times.
 */
import {
  type Block,
  type Choice,
  link,
  type Panel,
  type Picker,
  paragraph,
} from '../../../content/document.ts'
import { telephoneLink } from '../../../content/shop.ts'
import { formatDate, formatShortDate } from '../../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import { omitChosen, stepUrl } from '../../booking/url.ts'
import {
  anyValue,
  type BookingForm,
  type BookingStep,
  type Chosen,
} from '../../forms/booking-form.ts'
import { waitlistLink } from '../waitlist/panel-link.ts'
import { monthBlock } from './calendar.ts'
import type { PanelContext } from './context.ts'
import { dayStrip } from './day-strip.ts'
import { moreTimesBlocks } from './more-times.ts'
import type { PanelAvailability } from './panel-availability.ts'
import { groupTimes, type PanelTime } from './panel-times.ts'

/** With the choices that the guest need not make. */
export function withDefaults(form: BookingForm, chosen: Chosen): Chosen {
  return { ...chosen, ...form.defaults(chosen) }
}

/** The step without which no time can be shown, such as the service. */
export function missingStep({ steps }: BookingForm, chosen: Chosen): BookingStep | undefined {
  return steps.find((step) => step.leadsTo === undefined && !isChosen(step, chosen))
}

/** The panel in which the guest chooses. `chosen` contains the defaults; without `availability` it has no times. */
export function choosePanel(
  context: PanelContext,
  chosen: Chosen,
  availability: PanelAvailability | undefined,
  locale: Locale,
): Panel {
  const { form, rules, now, linkTo } = context
  const missing = missingStep(form, chosen)
  if (missing) {
    const blocks = [
      ...narrowingChoices(context, chosen, locale),
      ...stepChoices(context, missing, chosen, locale),
    ]
    return { kind: 'panel', title: missing.question[locale], blocks }
  }
  const others = omitChosen(chosen, 'date', 'time', 'month')
  const { day, month } = availability ?? {}
  const onDay = day ? { ...others, date: day.date } : others
  const monthLink = month
    ? { text: labels.hideMonth[locale], href: linkTo(onDay) }
    : {
        text: labels.showMonth[locale],
        href: linkTo({
          ...onDay,
          month: (day?.date ?? rules.serviceDays.dateAt(now())).slice(0, 7),
        }),
      }
  return {
    kind: 'panel',
    title: labels.title[locale],
    link: monthLink,
    ...(!availability && { source: stepUrl(chosen) }),
    blocks: [
      ...carriedOffer(context, chosen, locale),
      { kind: 'pickers', pickers: pickersOf(context, others, locale) },
      dayStrip(context, others, availability, locale),
      ...(month
        ? [monthBlock(month.month, month.days, onDay, { now: now(), rules, linkTo }, locale)]
        : []),
      ...(availability
        ? [
            ...timeBlocks(context, availability, others, locale),
            ...moreTimesBlocks(context, availability, locale),
            ...waitlistLink(context, availability, others, locale),
          ]
        : [paragraph(labels.chooseDay[locale])]),
    ],
  }
}

/** The choices of a step; if another step narrows them, under the name of each of its choices. */
function stepChoices(
  { form, linkTo }: PanelContext,
  step: BookingStep,
  chosen: Chosen,
  locale: Locale,
): Block[] {
  const toChoices = (from: Chosen): Choice[] =>
    step.choices(from, locale).map(({ sets, text, note }) => ({
      text,
      ...(note && { note }),
      href: linkTo({ ...chosen, ...sets }),
    }))
  const narrowing = form.steps.find(
    ({ leadsTo, current }) => leadsTo && !current && step.names.includes(leadsTo),
  )
  if (!narrowing || isChosen(narrowing, chosen))
    return [
      { kind: 'choices', label: step.label[locale], choices: toChoices(chosen), as: 'offers' },
    ]
  return narrowing.choices(chosen, locale).flatMap(({ sets, text }): Block[] => {
    const choices = toChoices({ ...chosen, ...sets })
    return choices.length > 0 ? [{ kind: 'choices', label: text, choices, as: 'offers' }] : []
  })
}

/** An offer that a link from another page has set. */
function carriedOffer(
  { form, offerName, linkTo }: PanelContext,
  chosen: Chosen,
  locale: Locale,
): Block[] {
  const { offerId } = chosen
  if (offerId === undefined || !form.carried.includes('offerId')) return []
  const without = linkTo(omitChosen(chosen, 'offerId', 'date', 'time', 'month'))
  return [paragraph(`${offerName(offerId)[locale]} · `, link(labels.dropOffer[locale], without))]
}

/** Choices that narrow the others, such as one guest or two. */
function narrowingChoices(context: PanelContext, chosen: Chosen, locale: Locale): Block[] {
  return context.form.steps
    .filter(({ leadsTo, current }) => leadsTo !== undefined && current !== undefined)
    .map((step) => ({
      kind: 'choices',
      label: step.question[locale],
      choices: pickerChoices(context, step, chosen, locale),
      as: 'guests',
    }))
}

function pickersOf(context: PanelContext, chosen: Chosen, locale: Locale): Picker[] {
  const { form, business } = context
  const steps = [
    ...form.steps.filter(({ leadsTo, current }) => leadsTo === undefined || current),
    ...form.optionalSteps,
  ]
  return steps.flatMap((step) => {
    const choices = pickerChoices(context, step, chosen, locale)
    if (choices.length < 2) return []
    const call: Choice[] = step.callFor
      ? [{ text: step.callFor[locale], href: telephoneLink(business) }]
      : []
    return { label: step.label[locale], choices: [...choices, ...call] }
  })
}

/** Every choice of a step, with the one that is current, also if that is "any". */
function pickerChoices(
  { form: { steps }, linkTo }: PanelContext,
  step: BookingStep,
  chosen: Chosen,
  locale: Locale,
): Choice[] {
  const isSet = isChosen(step, chosen)
  const implied = step.current?.(chosen)
  const narrowing = steps.flatMap(({ leadsTo, names }) => (leadsTo === undefined ? [] : names))
  // A service decides who can do it, so another one drops the choices that follow it.
  const position = steps.indexOf(step)
  const later = position < 0 ? [] : steps.slice(position + 1).flatMap(({ names }) => names)
  const others = omitChosen(chosen, ...narrowing, ...step.names, ...later)
  return step.choices(omitChosen(chosen, ...narrowing), locale).map(({ sets, text, note }) => {
    const isCurrent = Object.entries(sets).every(
      ([name, value]) => (isSet ? chosen[name] : (implied?.[name] ?? anyValue)) === value,
    )
    return {
      text,
      ...(note && { note }),
      href: linkTo(isCurrent && implied ? chosen : { ...others, ...sets }),
      ...(isCurrent && { current: true }),
    }
  })
}

export function timeBlocks(
  { form, linkTo }: Pick<PanelContext, 'form' | 'linkTo'>,
  { day }: PanelAvailability,
  others: Chosen,
  locale: Locale,
): Block[] {
  if (!day) return [{ kind: 'notice', tone: 'note', text: [labels.nothingFree[locale]] }]
  const name = formatDate(day.date, locale)
  const free = day.times.filter(({ isFree }) => isFree)
  if (free.length === 0) {
    const text = `${name}: ${day.reason ?? labels.noTimes[locale]}`
    return [{ kind: 'notice', tone: 'problem', text: [text] }]
  }
  const places = new Set(free.flatMap((time) => time.places))
  const [onlyPlace] = places
  const toChoice = (time: PanelTime): Choice => {
    const note = timeNote(time, day.date, places.size > 1, locale)
    if (time.isOwn) return { text: time.time, note: labels.own[locale], isOwn: true }
    return {
      text: time.time,
      ...(note !== '' && { note }),
      ...(time.isFree && { href: linkTo({ ...others, date: time.date, time: time.time }) }),
    }
  }
  return [
    ...quoteNotices(day.quotes),
    { kind: 'heading', level: 3, text: `${labels.freeTimes[locale]} ${name}` },
    ...groupTimes(form, day.times).map(
      ({ label, times }): Block => ({
        kind: 'choices',
        label: label[locale],
        choices: times.map(toChoice),
        as: 'times',
      }),
    ),
    ...(places.size === 1 && onlyPlace !== undefined
      ? [paragraph(form.onlyPlaceText(onlyPlace)[locale])]
      : []),
  ]
}

export function quoteNotices(quotes: readonly string[]): Block[] {
  return quotes.map((text) => ({ kind: 'notice', tone: 'note', text: [text] }))
}

/** "full", the date of a time after midnight, the only place, and how many are left if that is rare. */
function timeNote(
  { date, isFree, left, places }: PanelTime,
  serviceDate: string,
  arePlacesMixed: boolean,
  locale: Locale,
): string {
  if (!isFree) return labels.full[locale]
  return [
    ...(date === serviceDate ? [] : [formatShortDate(date, locale)]),
    ...(arePlacesMixed && places.length === 1 ? places : []),
    ...(left === undefined ? [] : [remainingText(left)[locale]]),
  ].join(', ')
}

function isChosen({ names }: BookingStep, chosen: Chosen): boolean {
  return names.some((name) => name in chosen)
}

const remainingText = (left: number): LocalizedText => ({ vi: `còn ${left}`, en: `${left} left` })

const labels = {
  title: { vi: 'Chọn giờ đến', en: 'Choose a time' },
  chooseDay: { vi: 'Chọn một ngày để xem giờ trống.', en: 'Choose a day to see its free times.' },
  showMonth: { vi: 'Cả tháng', en: 'Whole month' },
  hideMonth: { vi: 'Ẩn tháng', en: 'Hide the month' },
  dropOffer: { vi: 'bỏ chọn', en: 'remove' },
  freeTimes: { vi: 'Giờ trống', en: 'Free times on' },
  full: { vi: 'hết', en: 'full' },
  own: { vi: 'đang đặt', en: 'booked' },
  noTimes: { vi: 'không còn giờ nào.', en: 'no free times are left.' },
  nothingFree: {
    vi: 'Hiện không còn giờ nào đặt được trên trang này. Xin gọi cho chúng tôi.',
    en: 'No time can be booked on this page at the moment. Please call us.',
  },
} satisfies Record<string, LocalizedText>
