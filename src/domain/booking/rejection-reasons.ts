/** Why a day, a time or a party cannot be had, in words for staff that also say what to do. */

import { sayDate } from '../../kernel/format-date.ts'
import type { Words } from '../../kernel/locale.ts'
import { isDate, isTime, minutesOf, timeOf } from '../../kernel/time.ts'
import { hoursOn, type Period, periodFor } from '../scheduling/hours.ts'
import type { BookingRules, Start, Wish } from '../scheduling/rules.ts'
import type { Book } from './request.ts'

export const isPast: Words = {
  vi: 'Giờ đó đã qua; hãy chọn giờ còn ở phía trước.',
  en: 'That time is past; choose one that is still to come.',
}

const noSuchDay: Words = {
  vi: 'Không có ngày đó; hãy chọn một ngày có trong lịch.',
  en: 'There is no such day; choose one of the calendar.',
}

const noQuarter: Words = {
  vi: 'Giờ phải tròn mười lăm phút, như 18:30 hoặc 18:45.',
  en: 'Everything begins at a quarter hour, such as 18:30 or 18:45.',
}

const nobodyThen: Words = {
  vi: 'Lúc đó không có chỗ hoặc người nào nhận được lượt này; hãy chọn giờ khác.',
  en: 'No place or person takes such a booking then; choose another time.',
}

const notThere: Words = {
  vi: 'Chỗ đó không nhận được lượt này; hãy chọn chỗ khác, hoặc để trống.',
  en: 'That place does not take such a booking; choose another, or leave it open.',
}

/** What whoever chose the day may do instead. */
export const chooseAnother: Words = { vi: 'Hãy chọn ngày khác', en: 'Choose another day' }

/** What is left to do with a request that is there already. */
export const moveOrDecline: Words = {
  vi: 'Hãy dời sang ngày khác hoặc từ chối',
  en: 'Move it to another day, or decline it',
}

/** A day that staff closed can be opened again where they closed it. */
export function dayClosed(date: string, reason: Words, instead: Words, byStaff: boolean): Words {
  const again = byStaff ? reopen : { vi: '', en: '' }
  return {
    vi: `${sayDate(date, 'vi')} đóng cửa: ${ended(reason.vi)} ${instead.vi}${again.vi}.`,
    en: `Closed on ${sayDate(date, 'en')}: ${ended(reason.en)} ${instead.en}${again.en}.`,
  }
}

const reopen: Words = {
  vi: ', hoặc mở lại ngày này ở mục “Ngày nghỉ, khóa chỗ”',
  en: ', or open the day again under “Closed and blocked”',
}

/** Staff write a reason with or without its full stop. */
function ended(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

/** What the book would refuse whoever else comes, if anything: told before anybody presses a button. */
export function whyNever(book: Book, wish: Wish, date: string, time: string): Words | undefined {
  const quarter = isDate(date) && isTime(time) && minutesOf(time) % 15 === 0
  const start = quarter ? book.rules.startAt(wish, date, minutesOf(time)) : undefined
  if (!start) return whyNoStart(book, wish, date, time)
  const options = book.rules.options(wish, date, start)
  return options.length > 0 ? undefined : whyNoOption(book.rules, wish, date, start)
}

/** Why nothing begins then, were it asked for by the rules alone. */
export function whyNoStart(
  { rules, business }: Book,
  wish: Wish,
  date: string,
  time: string,
): Words {
  if (!isDate(date)) return noSuchDay
  if (!isTime(time) || minutesOf(time) % 15 !== 0) return noQuarter
  const hours = hoursOn(business, date)
  if (!hours.open) return dayClosed(date, hours.reason, chooseAnother, false)
  if (!periodFor(hours.periods, minutesOf(time), 15)) return outsideHours(date, hours.periods)
  const opening = rules.opening(wish, date)
  return opening.open ? notBeforeClosing(date, hours.periods) : opening.reason
}

/** Why nobody and nothing serves it then, taken or not. */
export function whyNoOption(rules: BookingRules, wish: Wish, date: string, start: Start): Words {
  const fits = (partySize: number) => rules.options({ ...wish, partySize }, date, start).length > 0
  if (fits(wish.partySize)) return notThere
  const fewer = Array.from({ length: wish.partySize - 1 }, (_, place) => wish.partySize - 1 - place)
  const most = fewer.find(fits)
  if (most !== undefined) return tooMany(wish.partySize, most)
  const opening = rules.opening(wish, date)
  return opening.open ? nobodyThen : opening.reason
}

function tooMany(guests: number, most: number): Words {
  return {
    vi: `${guests} khách thì không chỗ nào đủ: một lượt nhiều nhất ${most} khách. Hãy chia thành nhiều lượt.`,
    en: `No place takes ${guests} guests: one booking is for ${most} at most. Make several of it.`,
  }
}

function outsideHours(date: string, periods: readonly Period[]): Words {
  return {
    vi: `Giờ đó không mở cửa: ${sayDate(date, 'vi')} mở ${spans(periods, ' và ')}.`,
    en: `The door is not open then: on ${sayDate(date, 'en')} it is open ${spans(periods, ' and ')}.`,
  }
}

function notBeforeClosing(date: string, periods: readonly Period[]): Words {
  return {
    vi: `Bắt đầu giờ đó thì không kịp xong: ${sayDate(date, 'vi')} mở ${spans(periods, ' và ')}.`,
    en: `It would not end in time: on ${sayDate(date, 'en')} the door is open ${spans(periods, ' and ')}.`,
  }
}

function spans(periods: readonly Period[], and: string): string {
  return periods.map(({ from, to }) => `${timeOf(from)}–${timeOf(to)}`).join(and)
}
