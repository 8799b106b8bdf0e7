/** Until when a booking may be changed freely, and what is said of it now. */

import { sayDate } from '../../kernel/format-date.ts'
import type { Locale } from '../../kernel/locale.ts'
import { hour, momentOf, stamp } from '../../kernel/time.ts'
import type { ToolParts } from '../trade/tool-context.ts'

export function freeChangeUntil(
  hours: number,
  { booking: { business, context } }: ToolParts,
  startsAt: string,
  locale: Locale,
): { stamp: string; said: string } {
  const moment = momentOf(startsAt) - hours * hour
  const written = stamp(moment)
  const when = `${written.slice(11, 16)} ${sayDate(written.slice(0, 10), locale)}`
  const said =
    moment > context.now()
      ? { vi: `đổi hoặc hủy miễn phí đến ${when}`, en: `free to change or cancel until ${when}` }
      : {
          vi: `còn chưa đầy ${hours} giờ: đổi hoặc hủy xin gọi ${business.phone}`,
          en: `less than ${hours} hours to go: to change or cancel please phone ${business.phone}`,
        }
  return { stamp: written, said: said[locale] }
}
