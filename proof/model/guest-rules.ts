/** What guests may have: requests, and wishes for a change, as the shop ought to answer them. */
import {
  type Asked,
  type Book,
  type Booked,
  dateOf,
  isFree,
  lengthAt,
  moment,
  type Refusal,
  refuse,
  startOf,
  statusNow,
} from './shop-model.ts'
import type { Wish } from './trade.ts'

export type Time = { date: string; at: number }

/** Why guests may not begin then, whatever is taken. */
export function notOpen(book: Book, wish: Wish, { date, at }: Time): Refusal | undefined {
  const starts = startsOn(book, wish, date)
  if (!starts) return refuse('date not_open')
  if (!starts.includes(at)) return refuse('time not_open')
  const early = book.now + book.trade.noticeMinutes(wish)
  return moment(date, at) < early ? refuse('time too_soon') : undefined
}

/** The times of a day that guests may name; nothing if it is closed, past, or too far ahead. */
export function startsOn(book: Book, wish: Wish, date: string): readonly number[] | undefined {
  const { trade, closed, now } = book
  const last = dateOf(now + trade.horizonDays * 24 * 60)
  const outOfReach = date < dateOf(now) || date > last
  return outOfReach || closed.has(date) ? undefined : trade.starts(wish, date)
}

export function mayRequest(
  book: Book,
  wish: Wish,
  time: Time,
  butFor?: string,
): Refusal | undefined {
  const refusal = notOpen(book, wish, time)
  if (refusal) return refusal
  return freeWays(book, wish, time, butFor).length > 0 ? undefined : refuse('taken')
}

export function freeWays(book: Book, wish: Wish, { date, at }: Time, butFor?: string) {
  const length = lengthAt(book, wish, date, at) ?? 0
  return book.trade
    .ways(wish, date, at, length)
    .filter((way) => isFree(book, way, moment(date, at), butFor))
}

/** The times of a day that can really be booked. */
export function bookable(book: Book, wish: Wish, date: string): number[] {
  const starts = startsOn(book, wish, date) ?? []
  return starts.filter((at) => !mayRequest(book, wish, { date, at }))
}

/** Whoever asks knows the code, and as a rule the end of the number that goes with it. */
export function mayAskFor(
  book: Book,
  one: Booked,
  asked: Asked,
  byPhone = true,
): Refusal | undefined {
  if (byPhone && one.phone === '') return refuse('not found')
  if (statusNow(book, one) === 'cancelled' || startOf(one) <= book.now) {
    return refuse('code not_open')
  }
  if (asked.kind === 'smaller_party' && asked.party >= book.trade.partyOf(one.wish)) {
    return refuse('party_size too_large')
  }
  if (asked.kind !== 'move') return undefined
  if (startOf(asked) === startOf(one)) return refuse('time not_one_of')
  return mayRequest(book, one.wish, asked, one.holder)
}

/** The last wish is the one that counts; staff who saw the booking before it must look again. */
export function keepAsked(one: Booked, asked: Asked, who: string): void {
  Object.assign(one, { asks: asked, before: undefined, version: one.version + 1 })
  one.history.push(`${who} change_requested`)
  one.news.push('booking.change_requested')
}
