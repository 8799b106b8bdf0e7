/** Check of closing times after midnight: a night must end before the next day opens. */
import { minutesOf, minutesOfDay, timeOf } from '../kernel/time.ts'
import type { Report } from './report.ts'
import type { SharedFiles } from './shop.ts'

type Business = SharedFiles['business']

export function checkNights(business: Business, report: Report): void {
  business.hours.forEach(({ days, periods }, index) => {
    periods.forEach(({ to }, number) => {
      const night = minutesOf(to) - minutesOfDay
      const opening = Math.min(...days.map((day) => firstOpening(business, (day % 7) + 1)))
      if (night <= opening) return
      report.error(
        business,
        ['hours', index, 'periods', number, 'to'],
        (name) => ({
          vi: `${name.vi} là ${timeOf(minutesOf(to))} ngày hôm sau, mà hôm sau mở cửa từ ${timeOf(opening)}`,
          en: `${name.en} is ${timeOf(minutesOf(to))} on the next day, which opens at ${timeOf(opening)}`,
        }),
        { vi: `"${timeOf(opening)}" hoặc sớm hơn`, en: `"${timeOf(opening)}" or earlier` },
      )
    })
  })
}

/** In minutes after midnight; infinite if the weekday is closed. */
function firstOpening({ hours }: Business, weekday: number): number {
  const periods = hours.flatMap(({ days, periods }) => (days.includes(weekday) ? periods : []))
  return Math.min(...periods.map(({ from }) => minutesOf(from)))
}
