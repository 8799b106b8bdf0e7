/** The days on which a shop takes bookings: those on which it is open, unless the owner names fewer. */
import type { Report } from '../../content/report.ts'
import type { SharedFiles } from '../../content/shop.ts'
import { weekdayNames } from '../../kernel/weekday.ts'

type Hours = Pick<SharedFiles['business'], 'hours'>

export function bookingDays({ hours }: Hours): number[] {
  return [...new Set(hours.flatMap(({ days }) => days))].toSorted((one, other) => one - other)
}

/** `file` has the owner's `weekdays`. Bookings on a closed day are a contradiction; fewer days may be intended. */
export function checkBookingDays(
  file: { weekdays: readonly number[] },
  business: Hours,
  report: Report,
): void {
  const open = bookingDays(business)
  const closed = file.weekdays.filter((day) => !open.includes(day))
  const unused = open.filter((day) => !file.weekdays.includes(day))
  const line = (days: readonly number[]) => `weekdays: [${days.join(', ')}]`
  if (closed.length > 0) {
    const [names, right] = [weekdayNames(closed), line(open.filter((day) => !unused.includes(day)))]
    report.error(
      file,
      ['weekdays'],
      () => ({
        vi: `quán nhận đặt chỗ ${names.vi} (${closed.join(', ')}), nhưng theo business.yaml hôm đó nghỉ`,
        en: `you take bookings on ${names.en} (${closed.join(', ')}), but business.yaml is closed that day`,
      }),
      {
        vi: `\`${right}\`, hoặc bỏ dòng này, hoặc mở cửa ${names.vi} trong business.yaml`,
        en: `\`${right}\`, or remove this line, or open ${names.en} in business.yaml`,
      },
    )
  } else if (unused.length > 0) {
    const names = weekdayNames(unused)
    report.note(
      file,
      ['weekdays'],
      () => ({
        vi: `quán mở cửa ${names.vi} (${unused.join(', ')}) nhưng hôm đó không nhận đặt chỗ`,
        en: `you are open on ${names.en} (${unused.join(', ')}) but take no bookings then`,
      }),
      {
        vi: `\`${line(open)}\` nếu đó là nhầm lẫn, hoặc bỏ dòng này`,
        en: `\`${line(open)}\` if that is a mistake, or remove this line`,
      },
    )
  }
}
