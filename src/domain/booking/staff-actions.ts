/** Staff actions on bookings and blocks. Each is one named function and one transaction. */
import { BookingActionError } from '../../kernel/action-errors.ts'
import type { Sql, Store } from '../../store/sql.ts'
import type { StaffRule } from '../scheduling/staff-rules.ts'
import { expireUnanswered, insertBlock, type ResourceBlock, removeBlock } from './blocks.ts'
import { changeOffer, type OfferChange } from './change-offer.ts'
import type { BookingContext } from './context.ts'
import { type Contact, correctGuest } from './correct-contact.ts'
import { createBooking, type StaffChoice } from './create-by-staff.ts'
import { delayBooking } from './delay.ts'
import { depositActionTo } from './deposit/actions.ts'
import type { DepositState } from './deposit/state.ts'
import { changeDeposit } from './deposit/transitions.ts'
import { hasSamePeople } from './guest-contact.ts'
import { cellAt, releaseCells } from './occupancy.ts'
import { acceptOfferedMove, closeOffers, expireOffers } from './place-offer/answers.ts'
import { endOffers, type OfferTarget, offerPlacesToGuest } from './place-offer/booking-offers.ts'
import { extendSeated, holdPresence } from './presence.ts'
import { moveOrDeclineText } from './rejection-reasons.ts'
import { createReleasedTime } from './released-time.ts'
import type { Booking, BookingRequest } from './request.ts'
import {
  isOtherTime,
  type RescheduleTarget,
  reacquireResources,
  rescheduleBooking,
} from './reschedule.ts'
import type { CancelledBy, StoredBooking } from './rows.ts'
import { requireStaffStart, type StaffStart } from './staff-start.ts'
import { findSwapPartner, type Swap, swapBookings, undoSwap } from './swap.ts'
import {
  type ApplyAction,
  createApplyAction,
  createApplySwap,
  type StaffAction,
  storeTransition,
  type Transition,
} from './transitions.ts'
import { undoLastAction } from './undo.ts'
import type { VisitStatus } from './visit.ts'

type WithReason = { reason: string }
/** The rules that staff set aside. */
type WithOverrides = { overrides?: readonly StaffRule[] }
/** Without an amount, the known one stays. */
type DepositChange = {
  newState: DepositState
  amount?: number | undefined
  /** The bank transfer that has paid it. */
  transfer?: string
  /** Confirms a request that waits, if it still can be. */
  confirms?: boolean
}

export type StaffActions = {
  confirm(staffAction: StaffAction & WithOverrides): Promise<void>
  decline(staffAction: StaffAction & WithReason): Promise<void>
  /** By the shop, if nothing else is said. */
  cancel(staffAction: StaffAction & WithReason & { by?: CancelledBy }): Promise<void>
  move(staffAction: StaffAction & RescheduleTarget): Promise<void>
  /** Another service at the same time and place, if they suit it. */
  changeOffer(staffAction: StaffAction & OfferChange): Promise<void>
  /** Two bookings exchange their places; `other` is the second, with the version that staff saw. */
  swap(
    staffAction: StaffAction & Swap & { other: Pick<StaffAction, 'code' | 'version'> },
  ): Promise<void>
  /** Offers other times, places or services to the guest, and holds them until a deadline. */
  offer(staffAction: StaffAction & { targets: readonly OfferTarget[] }): Promise<void>
  /** The guest has accepted by phone. */
  acceptOffer(staffAction: StaffAction & { offerId: string }): Promise<void>
  withdrawOffers(staffAction: StaffAction): Promise<void>
  /** The deposit of a guest who did not come may be returned with it. */
  setVisitStatus(
    staffAction: StaffAction & { visit: VisitStatus; returnsDeposit?: boolean },
  ): Promise<void>
  /** A late guest is on the way: the booking starts with the next quarter hour, in the same place. */
  delay(staffAction: StaffAction): Promise<void>
  /** Closes the guest's change request without changing the booking. */
  resolveChangeRequest(staffAction: StaffAction): Promise<void>
  /** Stores an internal note; the guest does not see it. */
  note(staffAction: StaffAction & { note: string }): Promise<void>
  correct(staffAction: StaffAction & { contact: Contact }): Promise<void>
  deposit(staffAction: StaffAction & DepositChange): Promise<void>
  undo(staffAction: StaffAction): Promise<void>
  /** Enters a guest by phone or in person: confirmed, at any quarter hour. A form id works once. */
  createByStaff(request: BookingRequest, actor: string, choice?: StaffChoice): Promise<Booking>
  block(block: ResourceBlock & { actor: string }): Promise<string>
  /** Inserts all blocks or none, and returns their ids. */
  blockAll(blocks: readonly ResourceBlock[], actor: string): Promise<string[]>
  unblock(id: string, actor: string): Promise<void>
  /** Cancels requests that were not answered by their start. Returns their number. */
  expire(): Promise<number>
  /** Ends offers that were not answered in time. Returns the number of their bookings. */
  expireOffers(): Promise<number>
  /** Extends the holds of seated parties, and ends the visits at closing time. Returns the number of ended visits. */
  extendSeated(): Promise<number>
}

type ActionContext = {
  store: Pick<Store, 'write'>
  context: BookingContext
  now: () => number
  applyAction: ApplyAction
  whenEntryUndone: WhenEntryUndone
}

/** Runs in the transaction that undoes a booking that staff had entered. */
type WhenEntryUndone = (sql: Sql, bookingId: string, actor: string, nowMs: number) => Promise<void>

/** With a store that writes into an open transaction, an action is a part of that transaction. */
export function createStaffActions(
  store: Pick<Store, 'write'>,
  context: BookingContext,
  now: () => number,
  whenEntryUndone: WhenEntryUndone = async () => {},
): StaffActions {
  const released = createReleasedTime(context)
  const hooks: Parameters<typeof createApplyAction>[2] = {
    releaseOffers: (sql, booking, nowMs) => endOffers(sql, context, booking, 'released', nowMs),
    afterAction: released.holdAfterAction,
  }
  const applyAction = createApplyAction(store, now, hooks)
  const applySwap = createApplySwap(store, now, hooks)
  const actions: ActionContext = { store, context, now, applyAction, whenEntryUndone }
  return {
    confirm: (staffAction) => confirmBooking(actions, staffAction),
    decline: (staffAction) => declineBooking(actions, staffAction),
    cancel: (staffAction) => cancelBooking(actions, staffAction),
    move: (staffAction) => moveBooking(actions, staffAction),
    changeOffer: (staffAction) =>
      applyAction(staffAction, 'offer_changed', (sql, booking, nowMs) =>
        changeOffer(sql, context, booking, staffAction, nowMs),
      ),
    swap: ({ other, kind, overrides, ...staffAction }) =>
      applySwap(staffAction, other, (sql, pair, nowMs) =>
        swapBookings(sql, context, pair, { kind, overrides }, nowMs),
      ),
    offer: ({ targets, ...staffAction }) =>
      applyAction(staffAction, 'offered', (sql, booking, nowMs) =>
        offerPlacesToGuest(sql, context, booking, targets, nowMs),
      ),
    acceptOffer: ({ offerId, ...staffAction }) =>
      applyAction(staffAction, 'offer_accepted', (sql, booking, nowMs) =>
        acceptOfferedMove(sql, context, booking, offerId, nowMs),
      ),
    withdrawOffers: (staffAction) =>
      applyAction(staffAction, 'offer_withdrawn', (sql, booking, nowMs) =>
        closeOffers(sql, context, booking, 'withdrawn', nowMs),
      ),
    setVisitStatus: (staffAction) => setVisitStatus(actions, staffAction),
    delay: (staffAction) =>
      applyAction(staffAction, 'delayed', (sql, booking, nowMs) =>
        delayBooking(sql, context, booking, nowMs),
      ),
    resolveChangeRequest: (staffAction) => resolveChangeRequest(actions, staffAction),
    note: (staffAction) => storeDeskNote(actions, staffAction),
    correct: (staffAction) => correctContact(actions, staffAction),
    deposit: (staffAction) => setDepositState(actions, staffAction),
    undo: (staffAction) => undoAction(actions, staffAction),
    createByStaff: (request, actor, choice = {}) =>
      store.write((sql) => createBooking(sql, context, request, actor, choice, now())),
    block: ({ actor, ...block }) =>
      store.write((sql) => insertBlock(sql, context, block, actor, now())),
    blockAll: (blocks, actor) => blockAll(actions, blocks, actor),
    unblock: (id, actor) =>
      store.write(async (sql) => {
        const range = await removeBlock(sql, context, id, actor, now())
        await released.hold(sql, [range], now())
      }),
    expire: () =>
      store.write(async (sql) => {
        const expired = await expireUnanswered(sql, context, now())
        if (expired > 0) await released.holdFromNow(sql, now())
        return expired
      }),
    expireOffers: () => store.write((sql) => expireOffers(sql, context, now())),
    extendSeated: () =>
      store.write(async (sql) => {
        const ended = await extendSeated(sql, context, now())
        if (ended > 0) await released.holdFromNow(sql, now())
        return ended
      }),
  }
}

function confirmBooking(
  { applyAction, context }: ActionContext,
  { overrides = [], ...staffAction }: StaffAction & WithOverrides,
) {
  return applyAction(staffAction, 'confirmed', async (sql, booking, nowMs) => {
    const accepted = [...new Set([...booking.overrides, ...overrides])]
    const { broken } = await requirePlannedStart(sql, context, booking, new Set(accepted))
    const rules = broken.map(({ rule }) => rule)
    const next = { overrides: [...new Set([...booking.overrides, ...rules])] }
    const facts = rules.length > 0 ? { overrode: rules.join(',') } : {}
    if (booking.holdsPlace) {
      await assertStillHeld(sql, booking)
      return { next, facts }
    }
    const held = await reacquireResources(sql, context, { ...booking, ...next }, nowMs)
    return { next: held, facts }
  })
}

function requirePlannedStart(
  sql: Sql,
  context: BookingContext,
  booking: StoredBooking,
  accepted: ReadonlySet<StaffRule>,
): Promise<StaffStart> {
  const { details, stay_minutes: stayMinutes } = booking
  const options = { stayMinutes, suggestion: moveOrDeclineText }
  return requireStaffStart(sql, context, details, booking, accepted, options)
}

/** Its resources may have been removed since the request was stored. */
async function assertStillHeld(sql: Sql, booking: StoredBooking): Promise<void> {
  const heldCells = await sql.get<{ cells: number }>(
    'SELECT COUNT(*) AS cells FROM cells WHERE holder = ?',
    `booking:${booking.id}`,
  )
  if (!heldCells?.cells) throw new BookingActionError('not_free')
}

function declineBooking(actions: ActionContext, staffAction: StaffAction & WithReason) {
  const { applyAction, context } = actions
  return applyAction(staffAction, 'declined', (sql, booking) =>
    endBooking(sql, context, booking, 'declined', staffAction.reason),
  )
}

function cancelBooking(
  actions: ActionContext,
  { by = 'shop', ...staffAction }: StaffAction & WithReason & { by?: CancelledBy },
) {
  const { applyAction, context } = actions
  return applyAction(staffAction, 'cancelled', async (sql, booking) => {
    const ended = await endBooking(sql, context, booking, 'by_staff', staffAction.reason)
    return { ...ended, next: { ...ended.next, cancelled_by: by }, facts: { by } }
  })
}

async function endBooking(
  sql: Sql,
  { occupancyCache }: BookingContext,
  booking: StoredBooking,
  cancelReason: string,
  reason: string,
): Promise<Transition> {
  await releaseCells(sql, occupancyCache, `booking:${booking.id}`)
  return { next: { reason: cancelReason }, resolvesChangeRequest: true, reason }
}

function moveBooking(actions: ActionContext, staffAction: StaffAction & RescheduleTarget) {
  const { applyAction, context } = actions
  const choose = (booking: StoredBooking) =>
    isOtherTime(booking, staffAction) ? 'moved' : 'rearranged'
  return applyAction(staffAction, choose, async (sql, booking, nowMs) => {
    const transition = await rescheduleBooking(sql, context, booking, staffAction, nowMs)
    const { assignment: after = booking.assignment } = transition.next ?? {}
    const isSamePeople = hasSamePeople(context.rules, booking.assignment, after)
    return { ...transition, isSamePeople, isAgreed: staffAction.confirm ?? false }
  })
}

function setVisitStatus(
  { applyAction, context }: ActionContext,
  staffAction: StaffAction & { visit: VisitStatus; returnsDeposit?: boolean },
) {
  const { visit, returnsDeposit = false } = staffAction
  return applyAction(staffAction, visit, async (sql, booking, nowMs) => {
    if (visit === 'seated') await holdPresence(sql, context, booking, nowMs)
    else await releaseFromNow(sql, context, booking, nowMs)
    if (!returnsDeposit) return {}
    const { next, eventData } = changeDeposit(context, booking, 'returned', undefined)
    return { ...(next && { next }), facts: { ...eventData, deposit_returned: 1 } }
  })
}

function releaseFromNow(
  sql: Sql,
  { occupancyCache }: BookingContext,
  { id }: StoredBooking,
  nowMs: number,
): Promise<void> {
  return releaseCells(sql, occupancyCache, `booking:${id}`, { from: cellAt(nowMs) })
}

function resolveChangeRequest({ applyAction }: ActionContext, staffAction: StaffAction) {
  return applyAction(staffAction, 'settled', async () => ({
    resolvesChangeRequest: true,
  }))
}

function storeDeskNote(
  { applyAction }: ActionContext,
  staffAction: StaffAction & { note: string },
) {
  return applyAction(staffAction, 'noted', async (sql, { id }) => {
    await sql.run(
      'UPDATE booking_guests SET desk_note = ? WHERE booking_id = ?',
      staffAction.note === '' ? null : staffAction.note,
      id,
    )
    return {}
  })
}

function correctContact(
  { applyAction }: ActionContext,
  staffAction: StaffAction & { contact: Contact },
) {
  return applyAction(staffAction, 'corrected', (sql, booking) =>
    correctGuest(sql, booking, staffAction.contact),
  )
}

function setDepositState(
  { applyAction, context }: ActionContext,
  staffAction: StaffAction & DepositChange,
) {
  const { newState, amount, transfer, confirms = false } = staffAction
  return applyAction(staffAction, depositActionTo(newState), async (sql, booking) => {
    const { next, eventData } = changeDeposit(context, booking, newState, amount)
    const isConfirmed = confirms && (await canBeConfirmed(sql, context, booking))
    return {
      next: { ...next, ...(isConfirmed && { status: 'confirmed' }) },
      eventData: { ...eventData, ...(isConfirmed && { confirmed: true }) },
      ...(transfer !== undefined && { facts: { transfer } }),
    }
  })
}

/** A request that waits, whose place is held and whose time is still offered. */
async function canBeConfirmed(
  sql: Sql,
  context: BookingContext,
  booking: StoredBooking,
): Promise<boolean> {
  if (booking.status !== 'pending' || !booking.holdsPlace || booking.requiresStaffCall) return false
  try {
    await requirePlannedStart(sql, context, booking, new Set(booking.overrides))
    await assertStillHeld(sql, booking)
    return true
  } catch (error) {
    if (error instanceof BookingActionError) return false
    throw error
  }
}

function undoAction(
  { applyAction, context, whenEntryUndone }: ActionContext,
  staffAction: StaffAction,
) {
  return applyAction(staffAction, 'reopened', async (sql, booking, nowMs) => {
    const partner = await findSwapPartner(sql, booking, nowMs)
    if (!partner) {
      const undone = await undoLastAction(sql, context, booking, nowMs)
      const isEntryUndone = undone.eventData?.undone === 'admitted'
      if (isEntryUndone) await whenEntryUndone(sql, booking.id, staffAction.actor, nowMs)
      return undone
    }
    const offered = await endOffers(sql, context, partner, 'released', nowMs)
    const [undone, partnerUndone] = await undoSwap(sql, context, [booking, partner], nowMs)
    const { actor } = staffAction
    await storeTransition(sql, partner, partnerUndone, actor, 'reopened', nowMs)
    return { ...undone, others: [partner, { ...partner, ...partnerUndone.next }, ...offered] }
  })
}

function blockAll(
  { store, context, now }: ActionContext,
  blocks: readonly ResourceBlock[],
  actor: string,
): Promise<string[]> {
  return store.write(async (sql) => {
    if (blocks.length === 0) throw new BookingActionError('not_possible')
    const ids: string[] = []
    for (const block of blocks) ids.push(await insertBlock(sql, context, block, actor, now()))
    return ids
  })
}
