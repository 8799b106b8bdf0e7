/** Why a booking cannot start at a time, and which times are possible. */
import type { LocalizedText } from '../../kernel/locale.ts'
import type { FieldHints } from '../../kernel/problem.ts'
import { minutesOf, timeOf } from '../../kernel/time.ts'
import type { Start } from '../scheduling/rules.ts'

export function possibleTimesText(starts: readonly Start[]): LocalizedText {
  const list = starts.map(({ at }) => timeOf(at)).join(', ')
  return { vi: `Chọn một trong các giờ: ${list}.`, en: `Choose one of these times: ${list}.` }
}

/** The nearest start before the time and the nearest after it. */
export function nearestTimes(time: string, upcoming: readonly Start[]): FieldHints {
  const at = minutesOf(time)
  const before = upcoming.filter((start) => start.at < at).slice(-1)
  const after = upcoming.filter((start) => start.at > at).slice(0, 1)
  const choices = [...before, ...after].map((start) => timeOf(start.at))
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

const lastStartText: LocalizedText = { vi: 'Giờ cuối hôm đó là', en: 'The last start that day is' }
const firstStartText: LocalizedText = {
  vi: 'Giờ sớm nhất hôm đó là',
  en: 'The first start that day is',
}

const noTimeLeftText: LocalizedText = {
  vi: 'Hôm đó không còn giờ nào đặt được. Chọn ngày khác?',
  en: 'No time is left on that day. Which other day?',
}

export function firstTime(message: LocalizedText, [first]: readonly Start[]): FieldHints {
  if (!first) return { brief: noTimeLeftText }
  const time = timeOf(first.at)
  return {
    choices: [time],
    brief: {
      vi: `${message.vi} ${firstStartText.vi} ${time}.`,
      en: `${message.en} ${firstStartText.en} ${time}.`,
    },
  }
}
