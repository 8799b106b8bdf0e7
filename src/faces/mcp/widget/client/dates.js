/** Days and times of Vietnam as texts: "2026-11-20", "19:30". */

const utc = (date) => new Date(`${date}T00:00:00Z`)

const named = (date, locale, options) =>
  new Intl.DateTimeFormat(locale === 'vi' ? 'vi' : 'en-GB', { timeZone: 'UTC', ...options }).format(
    utc(date),
  )

/** "Thứ Sáu 20/11/2026", "Friday 20 November 2026" */
export function formatDate(date, locale) {
  const [year, month, day] = date.split('-').map(Number)
  const weekday = named(date, locale, { weekday: 'long' })
  if (locale === 'vi') return `${weekday} ${day}/${month}/${year}`
  return `${weekday} ${day} ${named(date, locale, { month: 'long' })} ${year}`
}

/** "T6", "Fri" */
export function shortWeekday(date, locale) {
  const day = utc(date).getUTCDay()
  if (locale === 'en') return named(date, 'en', { weekday: 'short' })
  return day === 0 ? 'CN' : `T${day + 1}`
}

/** "Tháng 11 năm 2026", "November 2026" */
export function formatMonth(month, locale) {
  const [year, number] = month.split('-').map(Number)
  if (locale === 'vi') return `Tháng ${number} năm ${year}`
  return named(`${month}-01`, 'en', { month: 'long', year: 'numeric' })
}

export function addMonths(month, count) {
  const date = utc(`${month}-01`)
  date.setUTCMonth(date.getUTCMonth() + count)
  return date.toISOString().slice(0, 7)
}

export const thisMonth = () => new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 7)

export const isDate = (text) => /^\d{4}-\d\d-\d\d$/.test(text)
export const isTime = (text) => /^\d\d:\d\d$/.test(text)

const toMinutes = (time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const pad = (number) => String(number).padStart(2, '0')

/** "11:00–12:00, 17:30" with a start every 30 minutes → 11:00, 11:30, 12:00, 17:30 */
export function expandTimes(ranges, every) {
  return ranges.split(', ').flatMap((range) => {
    const [first, last = first] = range.split('–')
    const count = Math.floor((toMinutes(last) - toMinutes(first)) / every) + 1
    return Array.from({ length: count }, (_, index) => {
      const at = toMinutes(first) + index * every
      return `${pad(Math.floor(at / 60))}:${pad(at % 60)}`
    })
  })
}

/** "1–2, 9" → 1, 2, 9 */
export function expandDays(ranges) {
  return ranges.split(', ').flatMap((range) => {
    const [first, last = first] = range.split('–').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}

/** Which part of the day a time belongs to, as the name of a text. */
export function partOfDay(time) {
  if (time < '11:00') return 'morning'
  if (time < '15:00') return 'midday'
  return time < '17:00' ? 'afternoon' : 'evening'
}
