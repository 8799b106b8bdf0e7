/**
 * One evening in a restaurant of three tables, as it ought to go: the rules of the desk written once
 * more, by quarter hours and from nothing but what staff are promised.
 */

export type Seating = { tables: readonly string[]; seats: number; least: number }

export const tables = ['ban-1', 'ban-2', 'ban-3'] as const

/** In the order of the content; the last two of the small ones may be pushed together. */
const seatings: readonly Seating[] = [
  { tables: ['ban-1'], seats: 2, least: 1 },
  { tables: ['ban-2'], seats: 2, least: 1 },
  { tables: ['ban-3'], seats: 4, least: 2 },
  { tables: ['ban-1', 'ban-2'], seats: 4, least: 3 },
]

const opens = 17 * 60
const closes = 23 * 60 + 30

export type Status = 'pending' | 'confirmed' | 'cancelled'
export type Visit = 'seated' | 'finished' | 'no_show'

type State = {
  status: Status
  reason: string | null
  visit: Visit | null
  at: number
  party: number
  seating: Seating
  /** A guest's wish for a change waits for an answer. */
  asks: boolean
}

export type Booked = State & {
  code: string
  holder: string
  version: number
  /** As it was before the last act, where that can be taken back. */
  before: (State & { action: string }) | undefined
}

/** Refused: the word for it and, where something is taken, whoever may be named as having it. */
export type Refusal = { obstacle: string; holders?: readonly string[] }

export type Evening = {
  /** Minutes after midnight. */
  now: number
  closed: boolean
  booked: Booked[]
  /** The place of the booking that was acted on last. */
  last: number
  blocks: { holder: string; id: string }[]
  /** Who has a table for a quarter hour: "ban-1 72" → "booking:…". */
  held: Map<string, string>
}

export function newEvening(): Evening {
  return { now: 16 * 60, closed: false, booked: [], last: 0, blocks: [], held: new Map() }
}

export const refuse = (obstacle: string, holders: readonly string[] = []): Refusal => ({
  obstacle,
  holders,
})

/** The state that everybody sees: nobody answered in time is a cancellation. */
export function statusNow({ now }: Evening, { status, at }: Booked): Status {
  return status === 'pending' && at <= now ? 'cancelled' : status
}

/** How long a party that begins then keeps its table, or nothing if it cannot begin. */
export function lengthAt({ closed }: Evening, party: number, at: number): number | undefined {
  if (closed || at % 15 !== 0 || at < opens || at + 15 > closes) return undefined
  return Math.min(party <= 2 ? 90 : 105, closes - at)
}

export const fitting = (party: number, table?: string): Seating[] =>
  seatings
    .filter(({ seats, least }) => least <= party && party <= seats)
    .filter((one) => table === undefined || one.tables.includes(table))

/** The quarter hours of a seating, with the one in which it is laid again. */
export function places({ tables: ids }: Seating, at: number, length: number): string[] {
  const cells = Array.from({ length: Math.ceil((length + 15) / 15) }, (_, place) => at / 15 + place)
  return ids.flatMap((id) => cells.map((cell) => `${id} ${cell}`))
}

export const holdersOf = ({ held }: Evening, wanted: readonly string[]): string[] =>
  wanted.flatMap((place) => held.get(place) ?? [])

/** The fewest empty chairs, then the fewest tables, then the first. */
export function bestFree(
  evening: Evening,
  options: readonly Seating[],
  party: number,
  at: number,
  length: number,
): Seating | undefined {
  return options
    .filter((one) => holdersOf(evening, places(one, at, length)).length === 0)
    .toSorted(
      (one, other) =>
        one.seats - party - (other.seats - party) || one.tables.length - other.tables.length,
    )[0]
}

export function letGo({ held }: Evening, holder: string, from = 0): void {
  for (const [place, who] of held) {
    if (who === holder && Number(place.split(' ')[1]) >= from) held.delete(place)
  }
}

export function hold({ held }: Evening, holder: string, wanted: readonly string[]): void {
  for (const place of wanted) held.set(place, holder)
}

export function admitted(
  evening: Evening,
  wish: { party: number; at: number; table?: string | undefined },
): { seating: Seating; length: number } | Refusal {
  const { party, at, table } = wish
  const length = lengthAt(evening, party, at)
  if (length === undefined) return refuse('not_possible')
  const options = fitting(party, table)
  if (options.length === 0) return refuse('not_possible')
  const seating = bestFree(evening, options, party, at, length)
  if (seating) return { seating, length }
  const taken = options.flatMap((one) => holdersOf(evening, places(one, at, length)))
  return refuse('not_free', taken)
}

/** Whoever is expected or sits there has a place; whoever has gone or never came has none. */
const keepsPlace = (status: Status, visit: Visit | null) =>
  status !== 'cancelled' && (visit === null || visit === 'seated')

function remember({ status, reason, visit, at, party, seating, asks }: Booked, action: string) {
  return { status, reason, visit, at, party, seating, asks, action }
}

export type Move = {
  at: number
  table?: string | undefined
  party?: number | undefined
  confirm?: boolean
}

/** What each act makes of a booking whose version was seen, or why it is refused. */
export const acts = {
  confirm(evening: Evening, one: Booked): Refusal | undefined {
    if (statusNow(evening, one) !== 'pending') return refuse('wrong_state')
    if (lengthAt(evening, one.party, one.at) === undefined) return refuse('not_possible')
    one.before = remember(one, 'confirmed')
    one.status = 'confirmed'
    return undefined
  },

  end(evening: Evening, one: Booked, how: 'decline' | 'cancel'): Refusal | undefined {
    const status = statusNow(evening, one)
    const possible = how === 'decline' ? status === 'pending' : status !== 'cancelled'
    if (!possible || one.visit !== null) return refuse('wrong_state')
    one.before = remember(one, how === 'decline' ? 'declined' : 'cancelled')
    letGo(evening, one.holder)
    one.status = 'cancelled'
    one.reason = how === 'decline' ? 'declined' : 'by_staff'
    one.asks = false
    return undefined
  },

  move(evening: Evening, one: Booked, to: Move): Refusal | undefined {
    const elsewhen = to.at !== one.at
    const gone = one.visit === 'finished' || one.visit === 'no_show'
    if (statusNow(evening, one) === 'cancelled' || gone) return refuse('wrong_state')
    if (one.visit === 'seated' && elsewhen) return refuse('wrong_state')
    if (elsewhen && to.at <= evening.now) return refuse('not_possible')
    const party = to.party ?? one.party
    const before = remember(one, elsewhen ? 'moved' : 'rearranged')
    const without = { ...evening, held: new Map(evening.held) }
    letGo(without, one.holder)
    const found = admitted(without, { party, at: to.at, table: to.table })
    if ('obstacle' in found) return found
    // Who only changes in number stays where he is, if he can.
    const stays =
      !elsewhen &&
      to.table === undefined &&
      fitting(party).includes(one.seating) &&
      holdersOf(without, places(one.seating, to.at, found.length)).length === 0
    const seating = stays ? one.seating : found.seating
    letGo(evening, one.holder)
    hold(evening, one.holder, places(seating, to.at, found.length))
    if (elsewhen || party !== one.party) one.asks = false
    Object.assign(one, { before, at: to.at, party, seating })
    if (to.confirm) one.status = 'confirmed'
    return undefined
  },

  mark(evening: Evening, one: Booked, visit: Visit): Refusal | undefined {
    const { now } = evening
    const possible = {
      seated: one.visit === null && now >= one.at - 120,
      finished: one.visit === 'seated',
      no_show: one.visit === null && now >= one.at,
    }
    if (one.status !== 'confirmed' || !possible[visit]) return refuse('wrong_state')
    one.before = remember(one, visit)
    one.visit = visit
    if (visit !== 'seated') letGo(evening, one.holder, Math.floor(now / 15))
    return undefined
  },

  settle(evening: Evening, one: Booked): Refusal | undefined {
    if (statusNow(evening, one) === 'cancelled') return refuse('wrong_state')
    one.before = remember(one, 'settled')
    one.asks = false
    return undefined
  },

  undo(evening: Evening, one: Booked): Refusal | undefined {
    const back = one.before
    if (!back) return refuse('wrong_state')
    if (back.action === 'admitted') {
      letGo(evening, one.holder)
      Object.assign(one, { status: 'cancelled', reason: 'by_staff', before: undefined })
      return undefined
    }
    if (back.status === 'pending' && back.at <= evening.now) return refuse('not_possible')
    const same =
      back.at === one.at && back.party === one.party && back.seating.tables === one.seating.tables
    const had = keepsPlace(statusNow(evening, one), one.visit)
    let { seating } = back
    if (keepsPlace(back.status, back.visit) && !(same && had)) {
      const length = lengthAt(evening, back.party, back.at)
      if (length === undefined) return refuse('not_possible')
      const without = { ...evening, held: new Map(evening.held) }
      letGo(without, one.holder)
      const wanted = places(seating, back.at, length)
      const taken = holdersOf(without, wanted)
      const free = bestFree(without, fitting(back.party), back.party, back.at, length)
      if (taken.length > 0) {
        if (!free) return refuse('not_free', taken)
        seating = free
      }
      letGo(evening, one.holder)
      hold(evening, one.holder, places(seating, back.at, length))
    }
    const { status, reason, visit, at, party, asks } = back
    Object.assign(one, { status, reason, visit, at, party, asks, seating, before: undefined })
    return undefined
  },
}
