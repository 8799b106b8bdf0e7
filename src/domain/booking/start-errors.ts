/** Why a booking cannot start at a time, and which times are possible. */
import { formatDate } from '../../kernel/format-date.ts'
import { forEachLocale, type LocalizedText } from '../../kernel/locale.ts'
import type { FieldHints } from '../../kernel/problem.ts'
import { minutesOfDay, startTimeOf } from '../../kernel/time.ts'
import type { ServiceTime, Start } from '../scheduling/rules.ts'
import { toCalendarTime } from '../scheduling/service-days.ts'

/** The starts of a service day; those after midnight with their own date. */
export function possibleTimesText(date: string, starts: readonly Start[]): LocalizedText {
  const timesOf = (some: readonly Start[]) => some.map(({ at }) => startTimeOf(at)).join(', ')
  const evening = timesOf(starts.filter((start) => !isNight(start)))
  const night = timesOf(starts.filter(isNight))
  const { date: nightDate } = toCalendarTime({ date, at: minutesOfDay })
  const list = forEachLocale((locale) =>
    [evening, night && `${formatDate(nightDate, locale)}: ${night}`]
      .filter((times) => times !== '')
      .join('; '),
  )
  return {
    vi: `Chọn một trong các giờ: ${list.vi}.`,
    en: `Choose one of these times: ${list.en}.`,
  }
}

/** The nearest start before the time and the nearest after it, on the same date. */
export function nearestTimes({ at }: ServiceTime, upcoming: readonly Start[]): FieldHints {
  const time = startTimeOf(at)
  const sameDate = upcoming.filter((start) => isNight(start) === isNight({ at }))
  const before = sameDate.filter((start) => start.at < at).slice(-1)
  const after = sameDate.filter((start) => start.at > at).slice(0, 1)
  const choices = [...before, ...after].map((start) => startTimeOf(start.at))
  if (choices.length === 0) return { brief: noTimeLeftText }
  const list = { vi: choices.join(' hoặc '), en: choices.join(' or ') }
  const limit = after.length === 0 ? lastStartText : firstStartText
  const isBetween = choices.length === 2
  return {
    choices,
    brief: {
      vi: isBetween
        ? `Không bắt đầu lúc ${time} được. Gần nhất: ${list.vi}. Chọn giờ nào?`
        : `Không bắt đầu lúc ${time} được. ${limit.vi} ${list.vi}.`,
      en: isBetween
        ? `No booking starts at ${time}. The nearest starts are ${list.en}. Which one?`
        : `No booking starts at ${time}. ${limit.en} ${list.en}.`,
    },
  }
}

/** After midnight the start has another date than the day on which the service began. */
function isNight({ at }: { at: number }): boolean {
  return at >= minutesOfDay
}

const lastStartText: LocalizedText = { vi: 'Giờ cuối hôm đó là', en: 'The last start that day is' }
const firstStartText: LocalizedText = {
  vi: 'Giờ sớm nhất hôm đó là',
  en: 'The first start that day is',
}

const noTimeLeftText: LocalizedText = {
  vi: 'Hôm đó không còn giờ nào đặt được. Chọn ngày khác?',
  en: 'No time is left on that day. Which other day?',
}

export function firstTime(
  message: LocalizedText,
  { at }: ServiceTime,
  upcoming: readonly Start[],
): FieldHints {
  const first = upcoming.find((start) => isNight(start) === isNight({ at }))
  if (!first) {
    const brief = {
      vi: `${message.vi} ${noTimeLeftText.vi}`,
      en: `${message.en} ${noTimeLeftText.en}`,
    }
    return { brief }
  }
  const time = startTimeOf(first.at)
  return {
    choices: [time],
    brief: {
      vi: `${message.vi} ${firstStartText.vi} ${time}.`,
      en: `${message.en} ${firstStartText.en} ${time}.`,
    },
  }
}
