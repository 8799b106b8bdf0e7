/** What each act of the staff makes of a booking whose version was seen, or why it is refused. */

import { isRefusal, place, settleAt } from './allowed-resources.ts'
import { erased, type Guest } from './guest-fixtures.ts'
import type { Time } from './guest-rules.ts'
import {
  type Book,
  type Booked,
  type Deposited,
  hold,
  holdersOf,
  isFree,
  lengthAt,
  letGo,
  moment,
  type Refusal,
  refuse,
  type State,
  type Status,
  startOf,
  statusNow,
  type Visit,
} from './shop-model.ts'

export type Move = Partial<Time> & {
  resource?: string | undefined
  party?: number | undefined
  confirm?: boolean
}

/** What staff mean to do, once it is known with which booking. */
export type Meant =
  | { act: 'confirm' | 'decline' | 'cancel' | 'settle' | 'undo' | 'note' }
  | { act: 'seated' | 'finished' | 'no_show' }
  | ({ act: 'correct' } & Guest)
  | { act: 'offer'; times: readonly Time[] }
  | ({ act: 'deposit' } & Deposited)
  | ({ act: 'move' } & Move)

/** What it got, where an act gives it a place. */
export type Got = readonly string[] | undefined

/** Whoever is expected or sits there has a place; whoever has gone or never came has none. */
const keepsPlace = (status: Status, visit: Visit | null) =>
  status !== 'cancelled' && (visit === null || visit === 'seated')

const wrongState = refuse('wrong_state')

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function remember(one: Booked, action: string): State & { action: string } {
  const { status, reason, visit, date, at, length, wish, has, asks, deposit } = one
  return { status, reason, visit, date, at, length, wish, has, asks, deposit, action }
}

export const acts = {
  confirm(book: Book, one: Booked): Refusal | undefined {
    if (one.status !== 'pending') return wrongState
    if (lengthAt(book, one.wish, one.date, one.at) === undefined) return refuse('not_possible')
    one.before = remember(one, 'confirmed')
    one.status = 'confirmed'
    return undefined
  },

  end(book: Book, one: Booked, how: 'decline' | 'cancel'): Refusal | undefined {
    const possible = how === 'decline' ? one.status === 'pending' : one.status !== 'cancelled'
    if (!possible || one.visit !== null) return wrongState
    one.before = remember(one, how === 'decline' ? 'declined' : 'cancelled')
    letGo(book, one.holder)
    one.status = 'cancelled'
    one.reason = how === 'decline' ? 'declined' : 'by_staff'
    one.asks = undefined
    return undefined
  },

  offer(book: Book, one: Booked, times: readonly Time[]): Refusal | undefined {
    if (one.status === 'cancelled' || one.visit !== null) return wrongState
    for (const { date, at } of times) {
      const length = lengthAt(book, one.wish, date, at)
      if (length === undefined || moment(date, at) <= book.now) return refuse('not_possible')
      const ways = book.trade.ways(one.wish, date, at, length)
      if (!ways.some((way) => isFree(book, way, moment(date, at), one.holder))) {
        return refuse('not_free')
      }
    }
    return undefined
  },

  move(book: Book, one: Booked, to: Move, got: Got): Refusal | undefined {
    const { date = one.date, at = one.at, resource } = to
    const elsewhen = date !== one.date || at !== one.at
    const gone = one.visit !== null && (elsewhen || one.visit !== 'seated')
    if (one.status === 'cancelled' || gone) return wrongState
    if (elsewhen && moment(date, at) <= book.now) return refuse('not_possible')
    const { trade } = book
    const party = to.party ?? trade.partyOf(one.wish)
    const fewer = party !== trade.partyOf(one.wish)
    const wish = fewer ? trade.withParty(one.wish, party) : one.wish
    const wanted = { wish, date, at, resource, keeps: elsewhen ? undefined : one.has }
    const found = place(book, wanted, got, one.holder)
    if (isRefusal(found)) return found
    one.before = remember(one, elsewhen ? 'moved' : 'rearranged')
    settleAt(book, one, wanted, found)
    if (elsewhen || fewer) one.asks = undefined
    if (to.confirm) one.status = 'confirmed'
    return undefined
  },

  mark(book: Book, one: Booked, visit: Visit): Refusal | undefined {
    const possible = {
      seated: one.visit === null && book.now >= startOf(one) - 120,
      finished: one.visit === 'seated',
      no_show: one.visit === null && book.now >= startOf(one),
    }
    if (one.status !== 'confirmed' || !possible[visit]) return wrongState
    one.before = remember(one, visit)
    one.visit = visit
    if (visit !== 'seated') letGo(book, one.holder, Math.floor(book.now / 15) * 15)
    return undefined
  },

  /** Nobody writes again of whom was erased. */
  correct(one: Booked, { name, phone }: Guest): Refusal | undefined {
    if (one.name === erased.name) return wrongState
    Object.assign(one, { name, phone })
    return undefined
  },

  /** Asked or waived while somebody is expected, paid whenever it comes, given back once it came. */
  deposit({ trade }: Book, one: Booked, { amount, state }: Deposited): Refusal | undefined {
    const was = one.deposit?.state
    const open = one.status !== 'cancelled'
    const possible = {
      asked: open && trade.hasAccount && one.visit === null && was !== 'paid' && was !== 'returned',
      waived: open && (was === undefined || was === 'asked'),
      paid: was !== 'paid' && was !== 'returned',
      returned: was === 'paid',
    }
    if (!possible[state]) return wrongState
    // What is given back is what came.
    const sum = state === 'returned' ? (one.deposit?.amount ?? 0) : amount
    if (sum < 1_000) return refuse('amount_missing')
    one.before = remember(one, `deposit_${state}`)
    one.deposit = { amount: sum, state }
    return undefined
  },

  settle(_book: Book, one: Booked): Refusal | undefined {
    if (one.status === 'cancelled') return wrongState
    one.before = remember(one, 'settled')
    one.asks = undefined
    return undefined
  },

  undo(book: Book, one: Booked, got: Got): Refusal | undefined {
    const back = one.before
    if (!back) return wrongState
    if (back.action === 'admitted') {
      letGo(book, one.holder)
      Object.assign(one, { status: 'cancelled', reason: 'by_staff', before: undefined })
      return undefined
    }
    if (back.status === 'pending' && startOf(back) <= book.now) return refuse('not_possible')
    const unmoved =
      startOf(back) === startOf(one) && same(back.wish, one.wish) && same(back.has, one.has)
    const stays = unmoved && keepsPlace(one.status, one.visit)
    const { action: _, ...state } = back
    if (!keepsPlace(back.status, back.visit) || stays) {
      Object.assign(one, state, { before: undefined })
      return undefined
    }
    const wanted = { ...back, keeps: back.has }
    const found = place(book, wanted, got, one.holder)
    if (isRefusal(found)) return found
    Object.assign(one, state, { before: undefined })
    settleAt(book, one, wanted, found)
    return undefined
  },
}

/** The clock ends what nobody answered; how many. */
export function expire(book: Book): number {
  const late = book.booked.filter(
    (one) => one.status === 'pending' && statusNow(book, one) === 'cancelled',
  )
  for (const one of late) {
    letGo(book, one.holder)
    Object.assign(one, { status: 'cancelled', reason: 'unanswered', before: undefined })
    one.version++
    one.history.push('clock expired')
    one.news.push('booking.expired')
  }
  return late.length
}

export type Block = { resources: readonly string[]; date: string; at: number; minutes: number }

/** One after the other: the first that cannot be blocked says why none of them is. */
export function mayBlock(book: Book, { resources, date, at, minutes }: Block): Refusal | undefined {
  const from = moment(date, at)
  const inTime = minutes % 15 === 0 && minutes > 0 && from + minutes > book.now
  for (const resource of resources) {
    if (!inTime || !book.trade.resources.includes(resource)) return refuse('not_possible')
    const taken = holdersOf(book, { takes: [{ resource, minutes }], cost: 0 }, from)
    if (taken.length > 0) return refuse('not_free', taken)
  }
  return undefined
}

export function keepBlock(book: Book, id: string, resource: string, block: Block): void {
  const holder = `block:${id}`
  book.blocks.push({ id, holder })
  const way = { takes: [{ resource, minutes: block.minutes }], cost: 0 }
  hold(book, holder, way, moment(block.date, block.at))
  book.otherActs++
}
