/** Surcharges for days on which the shop is closed, and those that are over. */
import { type DateRange, eachDay } from '../kernel/date-range.ts'
import type { LocalizedText } from '../kernel/locale.ts'
import { addDays, weekdayOf } from '../kernel/time.ts'
import { weekdayNames } from '../kernel/weekday.ts'
import type { Report } from './report.ts'
import type { SharedFiles } from './shop.ts'
import { appliesOn, type Surcharge } from './surcharge.ts'

type Business = SharedFiles['business']

export function checkSurcharges(business: Business, report: Report): void {
  business.surcharges.forEach((one, index) => {
    const path = ['surcharges', index]
    if (one.to !== undefined) {
      const over = {
        vi: `ngày cuối cùng của phụ thu này là ${one.to}`,
        en: `the last day of this surcharge was ${one.to}`,
      }
      report.noteFrom(addDays(one.to, 1), business, path, over, removeText)
    }
    const closed = closedDaysText(business, one)
    if (closed) report.note(business, path, closed, otherDaysText)
  })
}

const removeText: LocalizedText = {
  vi: 'ngày mới, hoặc bỏ mục này',
  en: 'new dates, or remove the entry',
}

const otherDaysText: LocalizedText = {
  vi: 'những ngày có mở cửa, hoặc bỏ mục này',
  en: 'days on which you are open, or remove the entry',
}

const maxCheckedDays = 400

/** Enough to meet each weekday and each special day of a year; an owner may have written the year 9999. */
function firstDays({ from, to }: DateRange): string[] {
  const last = addDays(from, maxCheckedDays)
  return eachDay({ from, to: to < last ? to : last })
}

function closedDaysText(business: Business, one: Surcharge): LocalizedText | undefined {
  const { days, from, to } = one
  if (from !== undefined && to !== undefined) {
    const isCharged = firstDays({ from, to }).some(
      (day) => appliesOn(one, day) && isOpen(business, day),
    )
    if (isCharged) return undefined
    return { vi: 'cửa hàng nghỉ vào mọi ngày này', en: 'the shop is closed on all of these days' }
  }
  const closed = (days ?? []).filter((day) => !isOpenOnWeekday(business, day))
  if (closed.length === 0) return undefined
  const names = weekdayNames(closed)
  return { vi: `cửa hàng nghỉ ${names.vi}`, en: `the shop is closed on ${names.en}` }
}

function isOpen(business: Business, day: string): boolean {
  const special = business.special_days.find(({ from, to }) => from <= day && day <= to)
  return special ? special.hours !== undefined : isOpenOnWeekday(business, weekdayOf(day))
}

function isOpenOnWeekday({ hours }: Business, weekday: number): boolean {
  return hours.some(({ days }) => days.includes(weekday))
}
