/** What staff do with bookings. */

import { BookingActionError } from '../../kernel/action-errors.ts'
import { Problem } from '../../kernel/problem.ts'
import { hour } from '../../kernel/time.ts'
import type { Sql, Store } from '../../store/sql.ts'
import { consumeFormToken } from '../guard/form-token.ts'
import type { BookingRequestDetails } from '../scheduling/rules.ts'
import { expireUnanswered, insertBlock, type ResourceBlock, removeBlock } from './blocks.ts'
import { type Contact, correctGuest } from './correct-contact.ts'
import type { DepositState } from './deposit/state.ts'
import { changeDeposit, depositTransitions } from './deposit/transitions.ts'
import { cellAt, releaseCells } from './occupancy.ts'
import { loadDayOccupancy } from './occupancy-cache.ts'
import { moveOrDeclineText } from './rejection-reasons.ts'
import {
  allocateStart,
  type Booking,
  type BookingContext,
  type BookingRequest,
  insertBooking,
} from './request.ts'
import {
  assertNotPast,
  assertTimesFree,
  notFreeError,
  type RescheduleTarget,
  requireStaffStart,
  rescheduleBooking,
  usesResource,
} from './reschedule.ts'
import type { BookingRow, Status } from './status.ts'
import { createApplyAction, type StaffAction, type Transition } from './transitions.ts'
import { undoLastAction } from './undo.ts'

export type VisitStatus = 'seated' | 'finished' | 'no_show'

export type StaffActions = {
  confirm(staffAction: StaffAction): Promise<void>
  decline(staffAction: StaffAction & { reason: string }): Promise<void>
  cancel(staffAction: StaffAction & { reason: string }): Promise<void>
  move(staffAction: StaffAction & RescheduleTarget): Promise<void>
  /** Tells the guest other times that are free; nothing is held for them. */
  offer(staffAction: StaffAction & { times: readonly string[] }): Promise<void>
  setVisitStatus(staffAction: StaffAction & { visit: VisitStatus }): Promise<void>
  /** The guest's wish was answered in another way. */
  resolveChangeRequest(staffAction: StaffAction): Promise<void>
  /** What staff tell one another of him. */
  note(staffAction: StaffAction & { note: string }): Promise<void>
  /** The guest is called or reached otherwise than is written. */
  correct(staffAction: StaffAction & { contact: Contact }): Promise<void>
  /** Asks for a deposit, or tells what became of it; an amount only where it differs from what is known. */
  deposit(
    staffAction: StaffAction & { newState: DepositState; amount?: number | undefined },
  ): Promise<void>
  undo(staffAction: StaffAction): Promise<void>
  /**
   * A guest at the door or on the phone: confirmed at once, at any quarter hour. The same form is
   * good for one booking.
   */
  createByStaff(
    request: BookingRequest,
    actor: string,
    resource?: string,
    formId?: string,
  ): Promise<Booking>
  block(block: ResourceBlock & { actor: string }): Promise<string>
  /** All of them or none. */
  blockAll(blocks: readonly ResourceBlock[], actor: string): Promise<void>
  unblock(id: string, actor: string): Promise<void>
  expire(): Promise<number>
}

/** How long before its start a table may be taken, and after it a guest still be let in. */
const maxEarlySeatingMs = 2 * hour
const maxLateEntryMs = hour

const openStatuses: readonly Status[] = ['pending', 'confirmed']

export function createStaffActions(
  store: Store,
  context: BookingContext,
  now: () => number,
): StaffActions {
  const { rules } = context
  const applyAction = createApplyAction(store, now)

  const end = (
    staffAction: StaffAction & { reason: string },
    action: string,
    from: readonly Status[],
    cancelReason: string,
  ) =>
    applyAction(staffAction, action, from, async (sql, row) => {
      assertNotStarted(row)
      await releaseCells(sql, `booking:${row.id}`)
      return {
        next: { status: 'cancelled', reason: cancelReason },
        resolvesChangeRequest: true,
        reason: staffAction.reason,
      }
    })

  return {
    confirm: (staffAction) =>
      applyAction(staffAction, 'confirmed', ['pending'], async (sql, row) => {
        await assertStillHeld(sql, context, row)
        return { next: { status: 'confirmed' } }
      }),
    decline: (staffAction) => end(staffAction, 'declined', ['pending'], 'declined'),
    cancel: (staffAction) => end(staffAction, 'cancelled', openStatuses, 'by_staff'),
    move: (staffAction) =>
      applyAction(staffAction, 'moved', openStatuses, (sql, row, nowMs) =>
        rescheduleBooking(sql, context, row, staffAction, nowMs),
      ),
    offer: (staffAction) =>
      applyAction(staffAction, 'offered', openStatuses, async (sql, row, nowMs) => {
        assertNotStarted(row)
        if (staffAction.times.length === 0) throw new BookingActionError('not_possible')
        await assertTimesFree(sql, context, row, staffAction.times, nowMs)
        return { eventData: { times: staffAction.times.join(', ') } }
      }),
    setVisitStatus: (staffAction) =>
      applyAction(staffAction, staffAction.visit, ['confirmed'], (sql, row, nowMs) =>
        applyVisitStatus(sql, row, staffAction.visit, nowMs),
      ),
    resolveChangeRequest: (staffAction) =>
      applyAction(staffAction, 'settled', openStatuses, async () => ({
        resolvesChangeRequest: true,
      })),
    note: (staffAction) =>
      applyAction(staffAction, 'noted', ['pending', 'confirmed', 'cancelled'], async (sql, row) => {
        await sql.run(
          'UPDATE booking_guests SET desk_note = ? WHERE booking_id = ?',
          staffAction.note === '' ? null : staffAction.note,
          row.id,
        )
        return {}
      }),
    correct: (staffAction) =>
      applyAction(staffAction, 'corrected', ['pending', 'confirmed', 'cancelled'], (sql, row) =>
        correctGuest(sql, row, staffAction.contact),
      ),
    deposit: (staffAction) =>
      applyAction(
        staffAction,
        `deposit_${staffAction.newState}`,
        depositTransitions[staffAction.newState].in,
        async (_sql, row) => changeDeposit(context, row, staffAction.newState, staffAction.amount),
      ),
    undo: (staffAction) =>
      applyAction(
        staffAction,
        'reopened',
        ['pending', 'confirmed', 'cancelled'],
        (sql, row, nowMs) => undoLastAction(sql, context, row, nowMs),
      ),
    createByStaff: (request, actor, resource, formId) =>
      store.write(async (sql) => {
        const nowMs = now()
        if (formId !== undefined && !(await consumeFormToken(sql, formId, nowMs))) {
          throw new BookingActionError('sent_before')
        }
        const { details, date, time } = request
        assertNotPast(date, time, nowMs - maxLateEntryMs - 1)
        const start = await requireStaffStart(sql, context, details, date, time)
        const isAllowed = usesResource(resource)
        const occupancy = await loadDayOccupancy(sql, date)
        const booking = await allocateStart(
          sql,
          rules,
          request,
          start,
          occupancy,
          nowMs,
          isAllowed,
        ).catch(async (error: unknown) => {
          if (!(error instanceof Problem) || error.code !== 'slot-taken') throw error
          const options = rules.options(details, date, start).filter(isAllowed)
          throw await notFreeError(sql, context, details, options, date, start)
        })
        await insertBooking(sql, booking, 'confirmed', nowMs, actor)
        return booking
      }),
    block: ({ actor, ...block }) =>
      store.write((sql) => insertBlock(sql, rules, block, actor, now())),
    blockAll: (blocks, actor) =>
      store.write(async (sql) => {
        if (blocks.length === 0) throw new BookingActionError('not_possible')
        for (const block of blocks) await insertBlock(sql, rules, block, actor, now())
      }),
    unblock: (id, actor) => store.write((sql) => removeBlock(sql, id, actor, now())),
    expire: () => store.write((sql) => expireUnanswered(sql, now())),
  }
}

/** Who came, or did not come, is past being refused or asked to come at another time. */
function assertNotStarted({ visit }: BookingRow): void {
  if (visit !== null) throw new BookingActionError('wrong_state')
}

/** A confirmation is a promise: the day must still be open and everything still held. */
async function assertStillHeld(sql: Sql, context: BookingContext, row: BookingRow): Promise<void> {
  const details = JSON.parse(row.wish) as BookingRequestDetails
  await requireStaffStart(sql, context, details, row.date, row.time, moveOrDeclineText)
  const heldCells = await sql.get<{ cells: number }>(
    'SELECT COUNT(*) AS cells FROM cells WHERE holder = ?',
    `booking:${row.id}`,
  )
  if (!heldCells?.cells) throw new BookingActionError('not_free')
}

/** Seated, then finished; or not come. Who has gone or never came holds nothing any more. */
async function applyVisitStatus(
  sql: Sql,
  row: BookingRow,
  visit: VisitStatus,
  now: number,
): Promise<Transition> {
  const isPossible = {
    seated: row.visit === null && now >= row.starts_at - maxEarlySeatingMs,
    finished: row.visit === 'seated',
    no_show: row.visit === null && now >= row.starts_at,
  }
  if (!isPossible[visit]) throw new BookingActionError('wrong_state')
  if (visit !== 'seated') await releaseCells(sql, `booking:${row.id}`, cellAt(now))
  return { next: { visit } }
}
