/** The book of a shop as it ought to be: who holds what from when to when, and what became of each. */
import type { Trade, Way, Wish } from './trade.ts'

export type Status = 'pending' | 'confirmed' | 'cancelled'
export type Visit = 'seated' | 'finished' | 'no_show'

/** What a guest asked for of a booking that he has. */
export type Asked = {
  kind: 'cancel' | 'move' | 'smaller_party'
  date: string
  at: number
  party: number
}

/** What staff said of a deposit last. */
export type Deposited = { amount: number; state: 'asked' | 'paid' | 'waived' | 'returned' }

export type State = {
  status: Status
  reason: string | null
  visit: Visit | null
  date: string
  at: number
  length: number
  wish: Wish
  /** The resources that it was given. */
  has: readonly string[]
  /** The guest's wish for a change that waits for an answer. */
  asks: Asked | undefined
  deposit: Deposited | undefined
}

export type Booked = State & {
  code: string
  holder: string
  version: number
  /** Who it is, and whether he left a number: nobody, once he is erased. */
  name: string
  phone: string
  /** As it was before the last act, where that can be taken back. */
  before: (State & { action: string }) | undefined
  /** Who did what with it, and what was told of it. */
  history: string[]
  news: string[]
}

/** What a guest asked about his data. */
export type Registered = {
  id: string
  kind: string
  /** By which number; none, once he is erased. */
  phone: string
  note: string | null
  replied: boolean
  done: boolean
  /** Whether something was handed out or erased for it. */
  answered: boolean
  version: number
  history: string[]
  news: string[]
}

/** What was handed out or erased, and how much. */
export type Given = {
  kind: 'export' | 'erase'
  bookings: number
  cancelled: number
  requests: number
}

/** Refused: the word for it and, where something is taken, whoever may be named as having it. */
export type Refusal = { refused: string; holders?: readonly string[] }

/** In minutes since 1970 by Vietnam's clock, like every moment here. */
type Span = { holder: string; from: number; to: number }

export type Book = {
  trade: Trade
  now: number
  closed: Set<string>
  booked: Booked[]
  /** The place of the booking that was acted on last. */
  last: number
  blocks: { id: string; holder: string }[]
  held: Map<string, Span[]>
  /** What was done with blocks and days: how many rows of history, and as many pieces of news. */
  otherActs: number
  registered: Registered[]
  given: Given[]
  /** Numbers whose guest was erased at least once. */
  erased: Set<string>
  /** Rows of history of which nobody is told. */
  unheard: number
}

export function newBook(trade: Trade, now: number): Book {
  return {
    trade,
    now,
    closed: new Set(),
    booked: [],
    last: 0,
    blocks: [],
    held: new Map(),
    otherActs: 0,
    registered: [],
    given: [],
    erased: new Set(),
    unheard: 0,
  }
}

export function refuse(refused: string, holders: readonly string[] = []): Refusal {
  return { refused, holders }
}

export function moment(date: string, at: number): number {
  return Date.parse(`${date}T00:00:00Z`) / 60_000 + at
}

/** So many days from today. */
export function dayFrom({ now }: Book, days: number): string {
  return dateOf(now + days * 24 * 60)
}

export function dateOf(minutes: number): string {
  return new Date(minutes * 60_000).toISOString().slice(0, 10)
}

/** The same for the shop's clock. */
export function milliseconds(minutes: number): number {
  return (minutes - 7 * 60) * 60_000
}

export const startOf = ({ date, at }: Pick<State, 'date' | 'at'>) => moment(date, at)

/** The state that everybody sees: not answered in time is cancelled. */
export function statusNow({ now }: Book, one: Booked): Status {
  return one.status === 'pending' && startOf(one) <= now ? 'cancelled' : one.status
}

/** Nothing where it cannot begin: not at a quarter hour, or not while the door is open. */
export function lengthAt(
  { trade, closed }: Book,
  wish: Wish,
  date: string,
  at: number,
): number | undefined {
  return closed.has(date) || at % 15 !== 0 ? undefined : trade.lengthAt(wish, date, at)
}

/** Whoever has something of it then, but for one. */
export function holdersOf({ held }: Book, { takes }: Way, from: number, butFor?: string): string[] {
  return takes.flatMap(({ resource, minutes }) =>
    (held.get(resource) ?? [])
      .filter((one) => one.holder !== butFor && one.from < from + minutes && from < one.to)
      .map(({ holder }) => holder),
  )
}

export function isFree(book: Book, way: Way, from: number, butFor?: string): boolean {
  return holdersOf(book, way, from, butFor).length === 0
}

export function uses(resource: string | undefined): (way: Way) => boolean {
  return ({ takes }) => resource === undefined || takes.some((one) => one.resource === resource)
}

export function isOf(has: readonly string[]): (way: Way) => boolean {
  return ({ takes }) =>
    takes.length === has.length && takes.every(({ resource }) => has.includes(resource))
}

export function hold({ held }: Book, holder: string, { takes }: Way, from: number): void {
  for (const { resource, minutes } of takes) {
    const there = held.get(resource) ?? []
    held.set(resource, [...there, { holder, from, to: from + minutes }])
  }
}

/** All of it, or what is left of it from a moment on. */
export function letGo({ held }: Book, holder: string, from = 0): void {
  for (const [resource, spans] of held) {
    held.set(
      resource,
      spans.flatMap((one) => {
        if (one.holder !== holder || one.to <= from) return [one]
        return one.from < from ? [{ ...one, to: from }] : []
      }),
    )
  }
}

/** What somebody holds, by quarter hours: "table:nha-1 1983696". */
export function quartersOf({ held }: Book, holder?: string): string[] {
  return [...held].flatMap(([resource, spans]) =>
    spans
      .filter((one) => holder === undefined || one.holder === holder)
      .flatMap(({ from, to, holder: who }) =>
        Array.from(
          { length: Math.ceil((to - from) / 15) },
          (_, place) => `${resource} ${from / 15 + place} ${who}`,
        ),
      ),
  )
}
