/** A duration in words. */
import type { LocalizedText } from '../../kernel/locale.ts'
import { plural } from '../../kernel/plural.ts'

/** 90 → "90 phút", 1440 → "24 giờ". */
export function durationText(minutes: number): LocalizedText {
  if (minutes % 60 !== 0) {
    return {
      vi: `${minutes} phút`,
      en: `${minutes} ${plural(minutes, { one: 'minute', other: 'minutes' })}`,
    }
  }
  const hours = minutes / 60
  return { vi: `${hours} giờ`, en: `${hours} ${plural(hours, { one: 'hour', other: 'hours' })}` }
}
