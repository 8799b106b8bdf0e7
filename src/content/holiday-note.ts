/** A note about the coming holidays that the special days of a shop do not mention, with the lines to paste. */
import { forEachLocale, type Locale } from '../kernel/locale.ts'
import { addDays, weekdayOf } from '../kernel/time.ts'
import { formatSpecialDays, type SpecialDays } from './add-special-days.ts'
import type { ContentIssue } from './content-errors.ts'
import { type Holiday, holidaysOf } from './holidays.ts'
import type { Report } from './report.ts'
import type { Business } from './shop.ts'

type Hours = Pick<Business, 'hours' | 'special_days'>

type Period = { today: string; daysAhead: number }

/** `open` has the days that staff closed, too; `written` is what the file says. */
export function holidayNotes(
  open: Hours,
  written: Business,
  period: Period,
  report: Report,
): ContentIssue[] {
  const proposals = proposeDays(open, period, () => true)
  if (proposals.length === 0) return []
  const names = forEachLocale((locale) => formatNames(proposals, locale))
  const issue = report.createIssue(
    written,
    ['special_days'],
    () => ({
      vi: `special_days chưa nói đến ${names.vi}`,
      en: `no special day mentions ${names.en}`,
    }),
    {
      vi:
        'vào special_days những dòng sau, sửa ngày cho đúng ý quán. Không có hours là nghỉ cả ngày; mở giờ khác, hoặc mở ' +
        'như thường, thì thêm hours: [{ from: "…", to: "…" }]',
      en:
        'these lines in special_days, with the days that you choose. Without hours you are closed; for other hours, or ' +
        'the usual ones, add hours: [{ from: "…", to: "…" }]',
    },
  )
  const lines = proposals.map((days) => `  - ${formatSpecialDays(days)}`)
  return [
    { ...issue, lines: written.special_days.length > 0 ? lines : ['special_days:', ...lines] },
  ]
}

/** The days among them on which most shops close. */
export function proposeClosedDays(open: Hours, period: Period): SpecialDays[] {
  return proposeDays(open, period, ({ isBusy = false }) => !isBusy)
}

/** The days of the coming holidays that no special day mentions. */
function proposeDays(
  business: Hours,
  { today, daysAhead }: Period,
  isMeant: (holiday: Holiday) => boolean,
): SpecialDays[] {
  const last = addDays(today, daysAhead)
  const firstYear = Number(today.slice(0, 4))
  const years = [firstYear, firstYear + 1]
  return years
    .flatMap(holidaysOf)
    .filter((holiday) => isMeant(holiday) && (holiday.days[0] ?? '') <= last)
    .flatMap((holiday) => uncoveredDays(business, holiday, today))
}

/** A day must not be among two special days, so that only the days around those that exist are proposed. */
function uncoveredDays(business: Hours, holiday: Holiday, today: string): SpecialDays[] {
  const isSpecial = (date: string) =>
    business.special_days.some(({ from, to }) => from <= date && date <= to)
  const isUsuallyOpen = (date: string) =>
    business.hours.some(({ days }) => days.includes(weekdayOf(date)))
  const free = holiday.days.filter((date) => date >= today && !isSpecial(date))
  return consecutiveDays(free)
    .filter((run) => run.some((date) => holiday.mainDays.includes(date) && isUsuallyOpen(date)))
    .map((run) => ({ from: run[0] ?? '', to: run.at(-1) ?? '', reason: holiday.name }))
}

function consecutiveDays(dates: readonly string[]): string[][] {
  const runs: string[][] = []
  for (const date of dates) {
    const run = runs.at(-1)
    if (run && addDays(run.at(-1) ?? '', 1) === date) run.push(date)
    else runs.push([date])
  }
  return runs
}

function formatNames(proposals: readonly SpecialDays[], locale: Locale): string {
  return new Intl.ListFormat(locale).format(new Set(proposals.map(({ reason }) => reason[locale])))
}
