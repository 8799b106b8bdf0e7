/** Why no start of a day, or of a part of it, is free. Pure. */
import type { LocalizedText } from '../../kernel/locale.ts'
import { startTimeOf } from '../../kernel/time.ts'
import { afterNotice, noticeText, outsideHorizon } from './horizon.ts'
import type {
  BookableStarts,
  BookingRequestDetails,
  BookingRules,
  Rejection,
  Start,
  StartWindow,
} from './rules.ts'

/** With the night after the day. */
export const wholeDay: StartWindow = { from: 0, to: 36 * 60 }

export function startsIn<Item extends { at: number }>(
  starts: readonly Item[],
  { from, to }: StartWindow,
): readonly Item[] {
  return starts.filter(({ at }) => from <= at && at <= to)
}

/** The first rule that rejects every start of the window; if none does, what is possible is occupied. */
export function explainNoFreeStart(
  rules: BookingRules,
  details: BookingRequestDetails,
  date: string,
  bookable: BookableStarts,
  window: StartWindow,
  now: number,
): Rejection {
  const outside = outsideHorizon(rules, date, now)
  if (outside) return outside
  if (!bookable.open) return { code: bookable.code, reason: bookable.reason }
  const starts = startsIn(bookable.starts, window)
  const inTime = afterNotice(rules, details, date, starts, now)
  const pauseText = inTime.length === 0 && rules.pauseOn?.(details, date, window)
  if (pauseText) return { code: 'paused', reason: pauseText }
  if (starts.length === 0) {
    const concerned = bookable.starts.length === 0 ? wholeDay : window
    const rejection = rules.whyNoStaff(details, date, concerned)
    return rejection ?? { code: 'no_start', reason: possibleStartsText(rules, bookable.starts) }
  }
  if (inTime.length === 0) {
    return { code: 'too_soon', reason: noticeText(rules.noticeMinutes(details)) }
  }
  if (inTime.some((start) => rules.options(details, date, start).length > 0)) return full
  return { code: 'party_size', reason: partySizeText(rules, details, date, inTime) }
}

/** The rejection of several requests: that of the request that comes closest to being possible. */
export function closestRejection(rejections: readonly Rejection[]): Rejection | undefined {
  const distance = ({ code }: Rejection) => fromClosest.indexOf(code)
  return rejections.toSorted((one, other) => distance(one) - distance(other))[0]
}

const fromClosest: readonly Rejection['code'][] = [
  'full',
  'paused',
  'too_soon',
  'party_size',
  'understaffed',
  'off',
  'sold_out',
  'no_start',
  'closed',
  'too_far',
  'past',
]

const full: Rejection = {
  code: 'full',
  reason: { vi: 'Đã kín chỗ.', en: 'Everything is booked.' },
}

/** The largest smaller party that fits at the start. */
export function largestFittingParty(
  rules: BookingRules,
  details: BookingRequestDetails,
  date: string,
  start: Start,
): number | undefined {
  for (let partySize = details.partySize - 1; partySize > 0; partySize--) {
    if (rules.options({ ...details, partySize }, date, start).length > 0) return partySize
  }
  return undefined
}

function partySizeText(
  rules: BookingRules,
  details: BookingRequestDetails,
  date: string,
  starts: readonly Start[],
): LocalizedText {
  const { partySize } = details
  const sizes = starts.map((start) => largestFittingParty(rules, details, date, start) ?? 0)
  const largest = Math.max(...sizes)
  const most =
    largest > 0 ? { vi: `; nhiều nhất ${largest} khách`, en: `; at most ${largest} guests` } : none
  return {
    vi: `Không có chỗ hợp với ${partySize} khách${most.vi}.`,
    en: `Nothing here fits a party of ${partySize}${most.en}.`,
  }
}

const none: LocalizedText = { vi: '', en: '' }

function possibleStartsText(
  { startEveryMinutes }: BookingRules,
  starts: readonly Start[],
): LocalizedText {
  if (starts.length === 0) {
    return { vi: 'Ngày này không có giờ nào.', en: 'Nothing can start on this day.' }
  }
  const times = starts.map(({ at }) => at)
  const ranges = formatStarts(times, startEveryMinutes)
  return {
    vi: `Giờ bắt đầu: ${ranges}, cách nhau ${startEveryMinutes} phút.`,
    en: `Possible starts: ${ranges}, every ${startEveryMinutes} minutes.`,
  }
}

/** Starts in ascending order as ranges, "11:00–14:30, 17:00". A range has a start every `step` minutes. */
export function formatStarts(starts: readonly number[], step: number): string {
  const ranges: { first: number; last: number }[] = []
  for (const at of starts) {
    const range = ranges.at(-1)
    if (range && at - range.last === step) range.last = at
    else ranges.push({ first: at, last: at })
  }
  return ranges
    .map(({ first, last }) => {
      const [from, to] = [startTimeOf(first), startTimeOf(last)]
      return first === last ? from : `${from}–${to}`
    })
    .join(', ')
}
