/** Days, times, prices and people as guests write them, in both languages. */
import type { Random } from '../../proof/support/random.ts'
import type { Locale } from '../../src/kernel/locale.ts'

const dayMs = 86_400_000

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10)
}

/** ISO weekday: 1 is Monday, 7 is Sunday. */
export function weekdayOf(date: string): number {
  return new Date(date).getUTCDay() || 7
}

/** One of the usual ways to name a day. None of them has a second reading. */
export function describeDay(date: string, today: string, locale: Locale, random: Random): string {
  const [, month = 0, day = 0] = date.split('-').map(Number)
  const weekday = weekdayNames[locale][weekdayOf(date) - 1] ?? ''
  const weeksAhead = Math.round(
    (Date.parse(mondayOf(date)) - Date.parse(mondayOf(today))) / (7 * dayMs),
  )
  const isTomorrow = date === addDays(today, 1)
  const byLocale = {
    vi: [
      `${weekday} ${day}/${month}`,
      `ngày ${day} tháng ${month}`,
      ...(weeksAhead === 0 ? [`${weekday} tuần này`] : []),
      ...(weeksAhead === 1 ? [`${weekday} tuần sau`] : []),
      ...(isTomorrow ? ['mai', 'ngày mai'] : []),
      // Days after the twelfth only: otherwise the month could be meant.
      ...(day > 12 ? [`${day}/${month}`] : []),
    ],
    en: [
      `${weekday} ${day} ${monthNames[month - 1]}`,
      `${monthNames[month - 1]} ${day}`,
      ...(weeksAhead === 0 ? [`this ${weekday}`] : []),
      ...(weeksAhead === 1 ? [`next ${weekday}`] : []),
      ...(isTomorrow ? ['tomorrow'] : []),
    ],
  }
  return random.pick(byLocale[locale])
}

function mondayOf(date: string): string {
  return addDays(date, 1 - weekdayOf(date))
}

const monthNames = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September'],
  ...['October', 'November', 'December'],
]

const weekdayNames: Readonly<Record<Locale, readonly string[]>> = {
  vi: ['thứ hai', 'thứ ba', 'thứ tư', 'thứ năm', 'thứ sáu', 'thứ bảy', 'chủ nhật'],
  en: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
}

export function nameWeekday(weekday: number, locale: Locale): string {
  return weekdayNames[locale][weekday - 1] ?? ''
}

export function describeTime(time: string, locale: Locale, random: Random): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const twelve = hour % 12 || 12
  const half = hour < 12 ? 'am' : 'pm'
  const minutes = minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`
  const byLocale = {
    // In the morning only as HH:MM: "11h" could be in the evening, which only the guest knows.
    vi: [
      time,
      ...(hour > 12 ? [`${hour}h${minute === 0 ? '' : String(minute).padStart(2, '0')}`] : []),
    ],
    en: [time, `${twelve}${minutes}${half}`, `${twelve}${minutes} ${half}`],
  }
  return random.pick(byLocale[locale])
}

/** The spellings of a time in an answer. */
export function timeSpellings(time: string): string[] {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const minutes = String(minute).padStart(2, '0')
  const twelve = hour % 12 || 12
  const half = hour < 12 ? 'am' : 'pm'
  return [
    ...[time, `${hour}:${minutes}`, `${hour}h${minutes}`, `${twelve}:${minutes} ${half}`],
    ...[`${twelve}:${minutes}${half}`, `${twelve}.${minutes} ${half}`],
    ...(minute === 0 ? [`${hour}h`, `${hour} giờ`, `${twelve} ${half}`, `${twelve}${half}`] : []),
  ]
}

/** The spellings of an amount in an answer: 145,000 or 145.000 or 145000 or 145k. */
export function priceSpellings(amount: number): string[] {
  const grouped = amount.toLocaleString('en-US')
  return [
    grouped,
    grouped.replaceAll(',', '.'),
    grouped.replaceAll(',', ' '),
    String(amount),
  ].concat(amount % 1000 === 0 ? [`${amount / 1000}k`] : [])
}

export type Person = { name: string; phone: string; email: string }

export function createPerson(random: Random): Person {
  const [name = '', mailbox = ''] = random.pick(people)
  const prefix = random.pick(['0903', '0912', '0936', '0987'])
  const phone = `${prefix} ${100 + random.below(900)} ${100 + random.below(900)}`
  return { name, phone, email: `${mailbox}@example.com` }
}

const people = [
  ['Nguyễn Thị Lan', 'lan'],
  ['Trần Quốc Bảo', 'bao'],
  ['Phạm Thu Hà', 'ha'],
  ['Lê Hoàng Yến', 'yen'],
  ['Đỗ Minh Đức', 'duc'],
  ['Sophie Martin', 'sophie'],
  ['David Nguyen', 'david'],
]

/** As the shop stores it. */
export function toStoredPhone(phone: string): string {
  return `+84${phone.replaceAll(' ', '').slice(1)}`
}
