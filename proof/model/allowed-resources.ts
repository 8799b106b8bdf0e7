/** Which place a booking may get, and whether the one that it got is among them. */
import {
  type Book,
  type Booked,
  hold,
  holdersOf,
  isFree,
  isOf,
  lengthAt,
  letGo,
  moment,
  type Refusal,
  refuse,
  type State,
  uses,
} from './shop-model.ts'
import type { Way, Wish } from './trade.ts'

export class Wrong extends Error {}

export type Wanted = {
  wish: Wish
  date: string
  at: number
  /** A resource that must be among what it gets. */
  resource?: string | undefined
  /** What it has already, and keeps if it can. */
  keeps?: readonly string[] | undefined
}

export type Placed = { way: Way; length: number }

/**
 * What it may get, now that it got something; what somebody holds counts as free for himself. Of
 * several that fit as well the shop may choose.
 */
export function place(
  book: Book,
  { wish, date, at, resource, keeps }: Wanted,
  got: readonly string[] | undefined,
  butFor?: string,
): Placed | Refusal {
  const length = lengthAt(book, wish, date, at)
  if (length === undefined) return refuse('not_possible')
  const from = moment(date, at)
  const ways = book.trade.ways(wish, date, at, length).filter(uses(resource))
  if (ways.length === 0) return refuse('not_possible')
  const free = ways.filter((way) => isFree(book, way, from, butFor))
  const kept = keeps && free.find(isOf(keeps))
  const least = Math.min(...free.map(({ cost }) => cost))
  const right = kept ? [kept] : free.filter(({ cost }) => cost === least)
  const [first] = right
  if (!first) {
    const taken = ways.flatMap((way) => holdersOf(book, way, from, butFor))
    return refuse('not_free', taken)
  }
  if (got === undefined) return { way: first, length }
  const way = right.find(isOf(got))
  if (way) return { way, length }
  throw new Wrong(`was given ${got}, which ${sayWhy(ways, free, got)}`)
}

function sayWhy(ways: readonly Way[], free: readonly Way[], got: readonly string[]): string {
  if (!ways.some(isOf(got))) return 'does not fit'
  return free.some(isOf(got)) ? 'is not the best that is free' : 'somebody else has'
}

export const isRefusal = (found: Placed | Refusal): found is Refusal => 'refused' in found

/** Gives a booking its place; what it had before it has no longer. */
export function settleAt(
  book: Book,
  one: Booked,
  { wish, date, at }: Wanted,
  { way, length }: Placed,
): void {
  letGo(book, one.holder)
  hold(book, one.holder, way, moment(date, at))
  const has = way.takes.map(({ resource }) => resource)
  Object.assign(one, { wish, date, at, length, has } satisfies Partial<State>)
}
