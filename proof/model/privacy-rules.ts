/** Rules for data requests, exports and erasure of guest data. */
import type { Step } from './commands.ts'
import { erased } from './guest-fixtures.ts'
import { settleHolds } from './presence.ts'
import {
  currentStatus,
  type ModelBooking,
  type ModelDataRequest,
  type ModelEntry,
  type ModelReceipt,
  type Rejection,
  reject,
  type ShopModel,
  startOf,
} from './shop-model.ts'
import { transitions } from './staff-rules.ts'
import { isWaiting, recordEnd, recordErasedEntry } from './waitlist-rules.ts'

type GuestRecords = {
  bookings: ModelBooking[]
  requests: ModelDataRequest[]
  waitlist: ModelEntry[]
}

export function findGuestRecords(
  { bookings, dataRequests, waitlist }: ShopModel,
  phone: string,
): GuestRecords {
  return {
    bookings: bookings.filter((one) => one.phone === phone),
    requests: dataRequests.filter((one) => one.phone === phone),
    waitlist: waitlist.filter((one) => one.phone === phone),
  }
}

function hasNoRecords({ bookings, requests, waitlist }: GuestRecords): boolean {
  return bookings.length + requests.length + waitlist.length === 0
}

/** The action of each step in the history. */
const actions: Record<Step, string> = {
  ...{ save: 'noted', reply: 'replied', finish: 'done', reopen: 'reopened' },
}

export function processDataRequest(
  one: ModelDataRequest,
  step: Step,
  { note, late, actor }: { note: string; late: boolean; actor: string },
): Rejection | undefined {
  if (late) return reject('changed_meanwhile')
  const possible = {
    save: true,
    reply: !one.replied && !one.done,
    finish: !one.done,
    reopen: one.done,
  }
  // The request of an erased guest cannot be changed.
  if (one.phone === '' || !possible[step]) return reject('wrong_state')
  one.note = note
  if (step === 'reply' || step === 'finish') one.replied = true
  if (step === 'finish' || step === 'reopen') one.done = step === 'finish'
  one.version++
  recordDataRequestEvent(one, actor, actions[step])
  return undefined
}

function recordDataRequestEvent(one: ModelDataRequest, actor: string, action: string): void {
  one.history.push(`${actor} ${action}`)
  one.events.push(`request.${action}`)
}

/** An export answers open requests for access and does not change their version. */
export function exportGuestData(
  model: ShopModel,
  phone: string,
  actor: string,
): Rejection | undefined {
  const records = findGuestRecords(model, phone)
  if (hasNoRecords(records)) return reject('nothing_kept')
  for (const one of records.requests.filter(({ kind, done }) => kind === 'see' && !done)) {
    one.answered = true
    recordDataRequestEvent(one, actor, 'handed_over')
  }
  recordReceipt(model, { kind: 'export', cancelled: 0, records })
  return undefined
}

function recordReceipt(
  model: ShopModel,
  {
    kind,
    cancelled,
    records,
  }: Pick<ModelReceipt, 'kind' | 'cancelled'> & { records: GuestRecords },
): void {
  const { bookings, requests } = records
  model.receipts.push({ kind, cancelled, bookings: bookings.length, requests: requests.length })
  // The receipt does not name the guest, so there is no event.
  model.auditOnlyRows++
}

/** An upcoming or current visit. */
function isOpen(model: ShopModel, one: ModelBooking): boolean {
  const isPresent = one.visit === null || one.visit === 'seated'
  return (
    isPresent && currentStatus(model, one) !== 'cancelled' && startOf(one) + one.length > model.now
  )
}

/** A paid deposit that the visit has not used yet. */
function isOwed(model: ShopModel, one: ModelBooking): boolean {
  if (one.deposit?.state !== 'paid') return false
  return isOpen(model, one) ? one.visit === null : startOf(one) > model.now
}

/** Upcoming visits and open entries of the waitlist block the erasure unless they are cancelled first. Past bookings stay without the guest. */
export function eraseGuest(
  model: ShopModel,
  phone: string,
  { cancel, actor }: { cancel: boolean; actor: string },
): Rejection | undefined {
  const records = findGuestRecords(model, phone)
  const open = records.bookings.filter((one) => isOpen(model, one))
  if (open.some(({ visit }) => visit === 'seated')) return reject('here_now')
  if (records.bookings.some((one) => isOwed(model, one))) return reject('paid')
  const waiting = records.waitlist.filter((one) => isWaiting(model, one))
  if (open.length + waiting.length > 0 && !cancel) return reject('still_open')
  if (hasNoRecords(records) && !model.erased.has(phone)) return reject('nothing_kept')
  for (const one of open) {
    transitions.end(model, one, 'cancel')
    one.hasEndedOffers = false
    settleHolds(model)
    recordBookingEvent(one, actor, 'cancelled')
  }
  for (const one of waiting) recordEnd(model, one, 'left', actor)
  for (const one of records.bookings) {
    Object.assign(one, erased, { undoState: undefined })
    recordBookingEvent(one, actor, 'erased')
  }
  for (const one of records.requests) {
    recordDataRequestEvent(one, actor, one.done ? 'erased' : 'done')
    if (!one.done) Object.assign(one, { replied: true, done: true, answered: true })
    Object.assign(one, { phone: '', note: null })
    one.version++
  }
  for (const one of records.waitlist) recordErasedEntry(model, one, actor)
  recordReceipt(model, { kind: 'erase', cancelled: open.length + waiting.length, records })
  model.erased.add(phone)
  return undefined
}

function recordBookingEvent(one: ModelBooking, actor: string, action: string): void {
  one.version++
  one.history.push(`${actor} ${action}`)
  one.events.push(`booking.${action}`)
}
