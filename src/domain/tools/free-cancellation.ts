/** Deadline until which a guest can change or cancel a booking free of charge. */

import { formatDate } from '../../kernel/format-date.ts'
import type { Locale } from '../../kernel/locale.ts'
import { plural } from '../../kernel/plural.ts'
import { hour, parseIsoString, toIsoString } from '../../kernel/time.ts'
import type { ToolContext } from '../trade/tool-context.ts'

export function freeChangeDeadline(
  hours: number,
  { business, now }: ToolContext,
  startsAt: string,
  locale: Locale,
): { isoTime: string; text: string } {
  const deadlineMs = parseIsoString(startsAt) - hours * hour
  const isoTime = toIsoString(deadlineMs)
  const [date, time] = [isoTime.slice(0, 10), isoTime.slice(11, 16)]
  const hourNoun = plural(hours, { one: 'hour', other: 'hours' })
  const texts =
    deadlineMs > now()
      ? {
          vi: `đổi hoặc huỷ miễn phí đến ${time} ${formatDate(date, 'vi')}`,
          en: `free to change or cancel until ${time} on ${formatDate(date, 'en')}`,
        }
      : {
          vi: `còn chưa đầy ${hours} giờ: đổi hoặc huỷ xin gọi ${business.phone}`,
          en: `less than ${hours} ${hourNoun} left: to change or cancel please call ${business.phone}`,
        }
  return { isoTime, text: texts[locale] }
}
