/** One or two sentences about free times that answer the question that was asked. */
import { formatDate, formatShortDate, monthName } from '../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import { plural } from '../../kernel/plural.ts'
import { weekdayOf } from '../../kernel/time.ts'
import { nightName } from '../scheduling/format-start.ts'
import { closedWeekdayText } from '../scheduling/hours.ts'
import type { Rejection } from '../scheduling/rules.ts'
import type { Kinds, Shape } from './availability-result.ts'

type Code = Rejection['code']

type DayPart = {
  free?: readonly string[]
  nearest?: Readonly<Record<string, unknown>>
  starts?: Readonly<Record<string, string>>
  why?: Code
  reason?: string
}

export type AvailabilityResult = DayPart & {
  /** What the times are for: "4 guests". */
  for: string
  date?: string
  month?: string
  asked?: string
  duration_minutes?: number
  /** The date of the starts after midnight. */
  after_midnight?: string
  days?: readonly (DayPart & { date: string })[]
  next_free_dates?: readonly { date: string }[]
  free_by_day?: Readonly<Record<string, number>>
  surcharge?: string
  /** Of a month: days by surcharge, and by price. */
  surcharges?: Readonly<Record<string, string>>
  prices_vnd?: Readonly<Record<string, string>>
  note?: string
}

export function formatAvailability(
  result: AvailabilityResult,
  shape: Shape,
  locale: Locale,
): string {
  return [
    answerOf(result, shape, locale),
    nightText(result, locale),
    surchargeText(result, locale),
    monthQuotesText(result, locale),
    nextDaysText(result.next_free_dates ?? [], locale),
    result.note ?? '',
  ]
    .filter((text) => text !== '')
    .join(' ')
}

function surchargeText({ surcharge }: AvailabilityResult, locale: Locale): string {
  return surcharge === undefined ? '' : `${surchargeLabel[locale]}: ${surcharge}.`
}

/** "Surcharge: Weekend, 10% of the bill (7–8, 14–15). Price: 450,000 ₫ (1–20), 480,000 ₫ (21–31)." */
function monthQuotesText(
  { surcharges = {}, prices_vnd = {} }: AvailabilityResult,
  locale: Locale,
): string {
  const withDays = ([text, days]: [string, string]) => `${text} (${days})`
  const prices = Object.entries(prices_vnd).map(([price, days]) =>
    withDays([formatMoney(Number(price), locale), days]),
  )
  return [
    [surchargeLabel[locale], Object.entries(surcharges).map(withDays).join('; ')],
    [priceLabel[locale], prices.join(', ')],
  ]
    .flatMap(([label, text]) => (text === '' ? [] : [`${label}: ${text}.`]))
    .join(' ')
}

const surchargeLabel: LocalizedText = { vi: 'Phụ thu', en: 'Surcharge' }
const priceLabel: LocalizedText = { vi: 'Giá', en: 'Price' }

function answerOf(result: AvailabilityResult, shape: Shape, locale: Locale): string {
  const { date, days, asked } = result
  if (days) return formatDays(result, days, locale)
  if (date === undefined) return formatMonth(result, locale)
  return asked === undefined
    ? formatDay(result, date, shape, locale)
    : formatAsked(result, date, asked, shape, locale)
}

function formatMonth(result: AvailabilityResult, locale: Locale): string {
  if (result.reason) return result.reason
  const free = Object.keys(result.free_by_day ?? {}).length
  const month = monthName(result.month ?? '', locale)
  return {
    vi: `${month} có ${free} ngày còn giờ trống cho ${result.for}.`,
    en: `${month} has ${free} ${plural(free, { one: 'day', other: 'days' })} with free times for ${result.for}.`,
  }[locale]
}

/** The days that are free, and the others with the reason. */
function formatDays(
  { for: subject, asked }: AvailabilityResult,
  days: readonly (DayPart & { date: string })[],
  locale: Locale,
): string {
  const isFree = ({ free = [], starts }: DayPart) => free.length > 0 || starts !== undefined
  const free = days.filter(isFree).map(({ date }) => formatShortDate(date, locale))
  const others = days
    .filter((day) => !isFree(day))
    .map(
      ({ date, why }) => `${formatShortDate(date, locale)} (${why ? whyTexts[why][locale] : ''})`,
    )
  const time = asked === undefined ? '' : `${asked} `
  const freeText = {
    vi: `${time}còn trống cho ${subject}: ${free.join(', ') || 'không có ngày nào'}.`,
    en: `${time}free for ${subject}: ${free.join(', ') || 'none of these days'}.`,
  }[locale]
  const otherText = { vi: 'Không trống', en: 'Not free' }[locale]
  const sentence = freeText.charAt(0).toLocaleUpperCase('vi') + freeText.slice(1)
  return others.length > 0 ? `${sentence} ${otherText}: ${others.join(', ')}.` : sentence
}

const whyTexts: Record<Code, LocalizedText> = {
  past: { vi: 'đã qua', en: 'past' },
  too_far: { vi: 'chưa nhận đặt', en: 'too far ahead' },
  closed: { vi: 'đóng cửa', en: 'closed' },
  sold_out: { vi: 'hết', en: 'sold out' },
  no_start: { vi: 'không có giờ đó', en: 'no start then' },
  off: { vi: 'không có người làm', en: 'no one on duty' },
  understaffed: { vi: 'không đủ người', en: 'too few people on duty' },
  party_size: { vi: 'không hợp số khách', en: 'not for this party size' },
  too_soon: { vi: 'quá gấp', en: 'too soon' },
  full: { vi: 'đã kín', en: 'full' },
  paused: { vi: 'tạm ngừng nhận đặt online', en: 'online bookings paused' },
}

function formatAsked(
  result: AvailabilityResult,
  date: string,
  asked: string,
  { kinds }: Shape,
  locale: Locale,
): string {
  const { for: subject, free = [], why, reason, duration_minutes: minutes } = result
  const day = askedDayText(date, asked, result.after_midnight, locale)
  const nearest = Object.keys(result.nearest ?? {}).join(', ')
  if (free.length > 0) {
    const names = free.map((id) => kinds.nameOf(id, locale)).join(', ')
    return {
      vi: `${day}, ${asked} còn trống cho ${subject}: ${names} (${minutes} phút). Chưa giữ chỗ.`,
      en: `${asked} on ${day} is free for ${subject}: ${names} (${minutes} minutes). Nothing is held.`,
    }[locale]
  }
  const rejected =
    why === 'full'
      ? {
          vi: `${day}, ${asked} đã kín cho ${subject}.`,
          en: `${asked} on ${day} is full for ${subject}.`,
        }
      : {
          vi: `${day}, ${asked} không đặt được cho ${subject}: ${reasonText(date, why, reason, 'vi')}`,
          en: `${asked} on ${day} is not free for ${subject}: ${reasonText(date, why, reason, 'en')}`,
        }
  if (nearest === '') return rejected[locale]
  return {
    vi: `${rejected.vi} Giờ trống gần nhất: ${nearest}.`,
    en: `${rejected.en} Nearest free times: ${nearest}.`,
  }[locale]
}

function formatDay(
  result: AvailabilityResult,
  date: string,
  { kinds, every }: Shape,
  locale: Locale,
): string {
  const { for: subject, starts = {}, why, reason } = result
  const day = formatDate(date, locale)
  if (why === 'full') {
    return { vi: `${day} đã kín cho ${subject}.`, en: `${day} is full for ${subject}.` }[locale]
  }
  if (why) return `${day}, ${subject}: ${reasonText(date, why, reason, locale)}`
  const times = startsText(starts, kinds, locale)
  return {
    vi: `${day} còn trống cho ${subject}: ${times}, cách nhau ${every} phút. Chưa giữ chỗ.`,
    en: `Free on ${day} for ${subject}: ${times}, every ${every} minutes. Nothing is held.`,
  }[locale]
}

/** "Saturday 21 November 2026 (Friday night)" for a time after midnight. */
function askedDayText(
  date: string,
  asked: string,
  afterMidnight: string | undefined,
  locale: Locale,
): string {
  // Every time before noon that a service after midnight has is in the night.
  return afterMidnight === undefined || asked >= '12:00'
    ? formatDate(date, locale)
    : `${formatDate(afterMidnight, locale)} (${nightName(date, locale)})`
}

function nightText(
  { date, asked, after_midnight: afterMidnight }: AvailabilityResult,
  locale: Locale,
): string {
  if (date === undefined || asked !== undefined || afterMidnight === undefined) return ''
  const day = formatDate(afterMidnight, locale)
  return {
    vi: `Giờ sau nửa đêm là ${nightName(date, 'vi')}, tức ${day}.`,
    en: `Times after midnight (${nightName(date, 'en')}) are on ${day}.`,
  }[locale]
}

/** Areas or people with the same times are named together. */
function startsText(
  starts: Readonly<Record<string, string>>,
  { nameOf }: Kinds,
  locale: Locale,
): string {
  const byTimes = Map.groupBy(Object.keys(starts), (kind) => starts[kind])
  return [...byTimes]
    .map(([times, kinds]) => `${kinds.map((kind) => nameOf(kind, locale)).join(', ')} ${times}`)
    .join('; ')
}

/** The reason of a special day ("A wedding") does not itself say that the shop is closed. */
function reasonText(
  date: string,
  why: Code | undefined,
  reason: string | undefined,
  locale: Locale,
): string {
  const text = reason ?? ''
  if (why !== 'closed' || text === closedWeekdayText(weekdayOf(date))[locale]) return text
  return `${{ vi: 'đóng cửa', en: 'closed' }[locale]}. ${text}${/[.!?…]$/.test(text) ? '' : '.'}`
}

function nextDaysText(dates: readonly { date: string }[], locale: Locale): string {
  if (dates.length === 0) return ''
  const list = dates.map(({ date }) => formatDate(date, locale)).join(', ')
  return { vi: `Ngày gần nhất còn chỗ: ${list}.`, en: `Next free days: ${list}.` }[locale]
}
