/** The expected state of a shop: bookings, occupied resources, blocks, closed days and data requests. */
import type { Command } from './commands.ts'
import type { RequestDetails, ResourceOption, StaffOption, TradeModel } from './trade.ts'

export type Status = 'pending' | 'confirmed' | 'cancelled'
export type ModelVisit = 'seated' | 'finished' | 'no_show'

/** The change that a guest requests. */
export type RequestedChange = {
  kind: 'cancel' | 'move' | 'smaller_party' | 'larger_party'
  date: string
  at: number
  party: number
}

export type ModelDeposit = { amount: number; state: 'asked' | 'paid' | 'waived' | 'returned' }

export type ModelClient = 'guest' | 'other guest' | 'staff'

export type BookingState = {
  status: Status
  reason: string | null
  visit: ModelVisit | null
  date: string
  at: number
  length: number
  details: RequestDetails
  /** The assigned resources. */
  resources: readonly string[]
  /** False while staff have to decide about a request with the phone number of another booking. */
  holdsPlace: boolean
  /** The rules that staff have set aside for the place and the time. */
  overrides: readonly string[]
  /** The minutes that staff have agreed with the guest; without them, the rules determine the length. */
  stay: number | null
  /** The open change request. */
  changeRequest: RequestedChange | undefined
  deposit: ModelDeposit | undefined
}

/** Another time that staff hold for the guest of a booking. */
export type ModelBookingOffer = {
  id: string
  holder: string
  date: string
  at: number
  length: number
  resources: readonly string[]
  status: ModelPlaceOffer['status']
  answerBy: number
  offeredAt: number
}

export type ModelBooking = BookingState & {
  /** In the order in which they were offered. */
  offers: readonly ModelBookingOffer[]
  /** The last action has ended offers. */
  hasEndedOffers?: boolean
  changeRequestedAt?: number
  code: string
  holder: string
  version: number
  /** By whom it was sent; guests share one address, and another user of an assistant is another client. */
  client: ModelClient
  /** Name and phone number of the guest; empty after the guest was erased. */
  name: string
  phone: string
  /** The state before the last action, if it can be undone. */
  undoState: (BookingState & { action: string; swappedWith?: string }) | undefined
  /** Actor and action of each history entry, and the kinds of the events. */
  history: string[]
  events: string[]
}

/** A data request of a guest. */
export type ModelDataRequest = {
  id: string
  kind: string
  /** Empty after the guest was erased. */
  phone: string
  note: string | null
  replied: boolean
  done: boolean
  /** Whether an export or an erasure answered it. */
  answered: boolean
  version: number
  history: string[]
  events: string[]
}

/** The receipt of an export or erasure, with its counts. */
export type ModelReceipt = {
  kind: 'export' | 'erase'
  bookings: number
  cancelled: number
  requests: number
}

/** The error code and, if a resource is taken, the holders that the response may name. */
export type Rejection = { code: string; holders?: readonly string[] }

/** The rules about the time that a start breaks: in none of the opening hours, or on a closed day. */
export function timeRules(
  { trade, closed }: ShopModel,
  details: RequestDetails,
  date: string,
  at: number,
  stay: number | null,
): string[] {
  if (closed.has(date)) return ['closed_day']
  const usual = trade.lengthAt(details, date, at)
  if (usual !== undefined && (stay === null || stay <= usual)) return []
  const periods = trade.periods(date)
  if (periods.length === 0) return ['closed_day']
  if (stay !== null && periods.some(({ from, to }) => from <= at && at + stay <= to)) return []
  if (at < Math.min(...periods.map(({ from }) => from))) return ['before_opening']
  const isInside = periods.some(({ from, to }) => from <= at && at + 15 <= to)
  const isLate = at >= Math.max(...periods.map(({ to }) => to))
  return [isInside || isLate ? 'after_closing' : 'between_hours']
}

/** Times in the model are minutes since 1970 in the time zone of Vietnam. */
type HeldSpan = { holder: string; from: number; to: number }

type ModelAbsence = HeldSpan & { id: string; resource: string; isRemoved: boolean }

/** A place that a guest on the waitlist was offered; it occupies its resources until it is answered or its time is up. */
export type ModelPlaceOffer = {
  id: string
  holder: string
  at: number
  option: StaffOption
  length: number
  status: 'open' | 'accepted' | 'declined' | 'expired' | 'withdrawn' | 'released'
  answerBy: number
}

/** A guest who waits for a start between two times of a day. */
export type ModelEntry = {
  id: string
  code: string
  status: 'waiting' | 'offered' | 'booked' | 'left' | 'expired'
  /** Of the booking that came of it. */
  bookingCode?: string
  details: RequestDetails
  date: string
  from: number
  to: number
  /** Name and phone number; empty after the guest was erased. */
  name: string
  phone: string
  /** What was sent and when, to recognize the same request. */
  fields: string
  joinedAt: number
  version: number
  offers: ModelPlaceOffer[]
  /** Actor and action of each history entry. */
  history: string[]
}

export type ShopModel = {
  trade: TradeModel
  now: number
  closed: Set<string>
  bookings: ModelBooking[]
  /** The stored requests of guests, oldest first: their fields, the time and the code of the booking. */
  requests: { fields: string; at: number; start: number; code: string }[]
  /** The stored change requests of guests, oldest first. */
  changeRequests: { fields: string; at: number }[]
  lastRequest: Extract<Command, { type: 'request' }> | undefined
  /** Index of the booking of the last command. */
  lastIndex: number
  blocks: { id: string; holder: string }[]
  /** Persons, tables and rooms that are away; each is also one of the blocks until it is removed. */
  absences: ModelAbsence[]
  held: Map<string, HeldSpan[]>
  /** The last request that found its time full, and the last one for the waitlist. */
  lastTaken: { details: RequestDetails; date: string; at: number } | undefined
  lastJoin: Extract<Command, { type: 'join' }> | undefined
  waitlist: ModelEntry[]
  /** Number of actions on blocks, days and the waitlist; each has one history row and one event. */
  otherActions: number
  dataRequests: ModelDataRequest[]
  receipts: ModelReceipt[]
  /** Phone numbers that were erased at least once. */
  erased: Set<string>
  /** Number of history rows without an event. */
  auditOnlyRows: number
}

export function createShopModel(trade: TradeModel, now: number): ShopModel {
  trade.shifts.clear()
  trade.extraPlaces.splice(0)
  return {
    trade,
    now,
    closed: new Set(),
    bookings: [],
    requests: [],
    changeRequests: [],
    lastRequest: undefined,
    lastIndex: 0,
    blocks: [],
    absences: [],
    held: new Map(),
    lastTaken: undefined,
    lastJoin: undefined,
    waitlist: [],
    otherActions: 0,
    dataRequests: [],
    receipts: [],
    erased: new Set(),
    auditOnlyRows: 0,
  }
}

export function reject(code: string, holders: readonly string[] = []): Rejection {
  return { code, holders }
}

export function epochMinutes(date: string, at: number): number {
  return Date.parse(`${date}T00:00:00Z`) / 60_000 + at
}

/** The date in this number of days. */
export function dayFrom({ now }: ShopModel, days: number): string {
  return dateOfMinutes(now + days * 24 * 60)
}

export function dateOfMinutes(minutes: number): string {
  return new Date(minutes * 60_000).toISOString().slice(0, 10)
}

/** Converts to the clock of the shop. */
export function toEpochMs(minutes: number): number {
  return (minutes - 7 * 60) * 60_000
}

export const startOf = ({ date, at }: Pick<BookingState, 'date' | 'at'>) => epochMinutes(date, at)

/** The visible status: a request that was not answered in time counts as cancelled. */
export function currentStatus({ now }: ShopModel, one: ModelBooking): Status {
  return one.status === 'pending' && startOf(one) <= now ? 'cancelled' : one.status
}

/** `undefined` if no booking can start then: not a quarter hour, or outside the opening hours. */
export function lengthAt(
  { trade, closed }: ShopModel,
  details: RequestDetails,
  date: string,
  at: number,
): number | undefined {
  return closed.has(date) || at % 15 !== 0 ? undefined : trade.lengthAt(details, date, at)
}

/** The holders of resources of this option at that time. */
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

export function usesAll(resources: readonly string[]): (option: ResourceOption) => boolean {
  return ({ takes }) => resources.every((id) => takes.some(({ resource }) => resource === id))
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

/** Releases everything, or only the part after a time. */
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

/** Releases only the part before a time. */
export function releaseBefore({ held }: ShopModel, holder: string, before: number): void {
  for (const [resource, spans] of held) {
    held.set(
      resource,
      spans.flatMap((one) => {
        if (one.holder !== holder || one.from >= before) return [one]
        return one.to > before ? [{ ...one, from: before }] : []
      }),
    )
  }
}

/** Releases the last minutes of each place. */
export function releaseEnd({ held }: ShopModel, holder: string, minutes: number): void {
  for (const [resource, spans] of held) {
    const shorten = (one: (typeof spans)[number]) =>
      one.holder === holder ? { ...one, to: one.to - minutes } : one
    held.set(resource, spans.map(shorten))
  }
}

/** The occupied quarter hours, for example `table:nha-1 1983696 booking:…`. */
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
