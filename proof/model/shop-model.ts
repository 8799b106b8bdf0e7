/** The book of a shop as it ought to be: who holds what from when to when, and what became of each. */
import type { RequestDetails, ResourceOption, TradeModel } from './trade.ts'

export type Status = 'pending' | 'confirmed' | 'cancelled'
export type ModelVisit = 'seated' | 'finished' | 'no_show'

/** What a guest asked for of a booking that he has. */
export type RequestedChange = {
  kind: 'cancel' | 'move' | 'smaller_party'
  date: string
  at: number
  party: number
}

/** What staff said of a deposit last. */
export type ModelDeposit = { amount: number; state: 'asked' | 'paid' | 'waived' | 'returned' }

export type BookingState = {
  status: Status
  reason: string | null
  visit: ModelVisit | null
  date: string
  at: number
  length: number
  details: RequestDetails
  /** The resources that it was given. */
  resources: readonly string[]
  /** The guest's wish for a change that waits for an answer. */
  changeRequest: RequestedChange | undefined
  deposit: ModelDeposit | undefined
}

export type ModelBooking = BookingState & {
  code: string
  holder: string
  version: number
  /** Who it is, and whether he left a number: nobody, once he is erased. */
  name: string
  phone: string
  /** As it was before the last act, where that can be taken back. */
  before: (BookingState & { action: string }) | undefined
  /** Who did what with it, and what was told of it. */
  history: string[]
  events: string[]
}

/** What a guest asked about his data. */
export type ModelDataRequest = {
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
  events: string[]
}

/** What was handed out or erased, and how much. */
export type ModelReceipt = {
  kind: 'export' | 'erase'
  bookings: number
  cancelled: number
  requests: number
}

/** Refused: the word for it and, where something is taken, whoever may be named as having it. */
export type Rejection = { refused: string; holders?: readonly string[] }

/** In minutes since 1970 by Vietnam's clock, like every moment here. */
type HeldSpan = { holder: string; from: number; to: number }

export type ShopModel = {
  trade: TradeModel
  now: number
  closed: Set<string>
  booked: ModelBooking[]
  /** The place of the booking that was acted on last. */
  lastIndex: number
  blocks: { id: string; holder: string }[]
  held: Map<string, HeldSpan[]>
  /** What was done with blocks and days: how many rows of history, and as many pieces of news. */
  otherActions: number
  registered: ModelDataRequest[]
  receipts: ModelReceipt[]
  /** Numbers whose guest was erased at least once. */
  erased: Set<string>
  /** Rows of history of which nobody is told. */
  auditOnlyRows: number
}

export function createShopModel(trade: TradeModel, now: number): ShopModel {
  return {
    trade,
    now,
    closed: new Set(),
    booked: [],
    lastIndex: 0,
    blocks: [],
    held: new Map(),
    otherActions: 0,
    registered: [],
    receipts: [],
    erased: new Set(),
    auditOnlyRows: 0,
  }
}

export function reject(refused: string, holders: readonly string[] = []): Rejection {
  return { refused, holders }
}

export function epochMinutes(date: string, at: number): number {
  return Date.parse(`${date}T00:00:00Z`) / 60_000 + at
}

/** So many days from today. */
export function dayFrom({ now }: ShopModel, days: number): string {
  return dateOfMinutes(now + days * 24 * 60)
}

export function dateOfMinutes(minutes: number): string {
  return new Date(minutes * 60_000).toISOString().slice(0, 10)
}

/** The same for the shop's clock. */
export function toEpochMs(minutes: number): number {
  return (minutes - 7 * 60) * 60_000
}

export const startOf = ({ date, at }: Pick<BookingState, 'date' | 'at'>) => epochMinutes(date, at)

/** The state that everybody sees: not answered in time is cancelled. */
export function currentStatus({ now }: ShopModel, one: ModelBooking): Status {
  return one.status === 'pending' && startOf(one) <= now ? 'cancelled' : one.status
}

/** Nothing where it cannot begin: not at a quarter hour, or not while the door is open. */
export function lengthAt(
  { trade, closed }: ShopModel,
  details: RequestDetails,
  date: string,
  at: number,
): number | undefined {
  return closed.has(date) || at % 15 !== 0 ? undefined : trade.lengthAt(details, date, at)
}

/** Whoever has something of it then, but for one. */
export function holdersOf(
  { held }: ShopModel,
  { takes }: ResourceOption,
  from: number,
  excludeHolder?: string,
): string[] {
  return takes.flatMap(({ resource, minutes }) =>
    (held.get(resource) ?? [])
      .filter((one) => one.holder !== excludeHolder && one.from < from + minutes && from < one.to)
      .map(({ holder }) => holder),
  )
}

export function isFree(
  model: ShopModel,
  option: ResourceOption,
  from: number,
  excludeHolder?: string,
): boolean {
  return holdersOf(model, option, from, excludeHolder).length === 0
}

export function uses(resource: string | undefined): (option: ResourceOption) => boolean {
  return ({ takes }) => resource === undefined || takes.some((one) => one.resource === resource)
}

export function usesExactly(resources: readonly string[]): (option: ResourceOption) => boolean {
  return ({ takes }) =>
    takes.length === resources.length && takes.every(({ resource }) => resources.includes(resource))
}

export function hold(
  { held }: ShopModel,
  holder: string,
  { takes }: ResourceOption,
  from: number,
): void {
  for (const { resource, minutes } of takes) {
    const spans = held.get(resource) ?? []
    held.set(resource, [...spans, { holder, from, to: from + minutes }])
  }
}

/** All of it, or what is left of it from a moment on. */
export function release({ held }: ShopModel, holder: string, from = 0): void {
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
export function listHeldQuarters({ held }: ShopModel, holder?: string): string[] {
  return [...held].flatMap(([resource, spans]) =>
    spans
      .filter((one) => holder === undefined || one.holder === holder)
      .flatMap(({ from, to, holder: who }) =>
        Array.from(
          { length: Math.ceil((to - from) / 15) },
          (_, index) => `${resource} ${from / 15 + index} ${who}`,
        ),
      ),
  )
}
