/** What staff do with bookings. */

import { StaffObstacle } from '../../kernel/action-errors.ts'
import { Problem } from '../../kernel/problem.ts'
import { hour } from '../../kernel/time.ts'
import type { Sql, Store } from '../../store/sql.ts'
import { useFormToken } from '../guard/form-token.ts'
import type { Wish } from '../scheduling/rules.ts'
import { type Block, expireUnanswered, keepBlock, removeBlock } from './blocks.ts'
import { type Contact, correctGuest } from './correct-contact.ts'
import type { DepositState } from './deposit/state.ts'
import { changeDeposit, depositChanges } from './deposit/transitions.ts'
import { cellAt, releaseCells } from './occupancy.ts'
import { readDay } from './occupancy-cache.ts'
import { moveOrDecline } from './rejection-reasons.ts'
import { type Book, type Booking, type BookingRequest, giveStart, keepBooking } from './request.ts'
import {
  moveBooking,
  notFree,
  type Place,
  refusePast,
  refuseTaken,
  startFor,
  uses,
} from './reschedule.ts'
import type { BookingRow, Status } from './status.ts'
import { type Act, changeBookings, type Outcome } from './transitions.ts'
import { undoLast } from './undo.ts'

export type Visit = 'seated' | 'finished' | 'no_show'

export type StaffDesk = {
  confirm(act: Act): Promise<void>
  decline(act: Act & { reason: string }): Promise<void>
  cancel(act: Act & { reason: string }): Promise<void>
  move(act: Act & Place): Promise<void>
  /** Tells the guest other times that are free; nothing is held for them. */
  offer(act: Act & { times: readonly string[] }): Promise<void>
  mark(act: Act & { visit: Visit }): Promise<void>
  /** The guest's wish was answered in another way. */
  settle(act: Act): Promise<void>
  /** What staff tell one another of him. */
  note(act: Act & { note: string }): Promise<void>
  /** The guest is called or reached otherwise than is written. */
  correct(act: Act & { contact: Contact }): Promise<void>
  /** Asks for a deposit, or tells what became of it; an amount only where it differs from what is known. */
  deposit(act: Act & { becomes: DepositState; amount?: number | undefined }): Promise<void>
  undo(act: Act): Promise<void>
  /**
   * A guest at the door or on the phone: confirmed at once, at any quarter hour. The same form is
   * good for one booking.
   */
  admit(
    request: BookingRequest,
    actor: string,
    resource?: string,
    formId?: string,
  ): Promise<Booking>
  block(block: Block & { actor: string }): Promise<string>
  /** All of them or none. */
  blockAll(blocks: readonly Block[], actor: string): Promise<void>
  unblock(id: string, actor: string): Promise<void>
  expire(): Promise<number>
}

/** How long before its start a table may be taken, and after it a guest still be let in. */
const early = 2 * hour
const late = hour

const open: readonly Status[] = ['pending', 'confirmed']

export function createStaffDesk(store: Store, book: Book, now: () => number): StaffDesk {
  const { rules } = book
  const change = changeBookings(store, now)

  const end = (
    act: Act & { reason: string },
    action: string,
    from: readonly Status[],
    why: string,
  ) =>
    change(act, action, from, async (sql, row) => {
      checkNotBegun(row)
      await releaseCells(sql, `booking:${row.id}`)
      return { next: { status: 'cancelled', reason: why }, settles: true, reason: act.reason }
    })

  return {
    confirm: (act) =>
      change(act, 'confirmed', ['pending'], async (sql, row) => {
        await checkAgain(sql, book, row)
        return { next: { status: 'confirmed' } }
      }),
    decline: (act) => end(act, 'declined', ['pending'], 'declined'),
    cancel: (act) => end(act, 'cancelled', open, 'by_staff'),
    move: (act) =>
      change(act, 'moved', open, (sql, row, moment) => moveBooking(sql, book, row, act, moment)),
    offer: (act) =>
      change(act, 'offered', open, async (sql, row, moment) => {
        checkNotBegun(row)
        if (act.times.length === 0) throw new StaffObstacle('not_possible')
        await refuseTaken(sql, book, row, act.times, moment)
        return { facts: { times: act.times.join(', ') } }
      }),
    mark: (act) =>
      change(act, act.visit, ['confirmed'], (sql, row, moment) =>
        markVisit(sql, row, act.visit, moment),
      ),
    settle: (act) => change(act, 'settled', open, async () => ({ settles: true })),
    note: (act) =>
      change(act, 'noted', ['pending', 'confirmed', 'cancelled'], async (sql, row) => {
        await sql.run(
          'UPDATE booking_guests SET desk_note = ? WHERE booking_id = ?',
          act.note === '' ? null : act.note,
          row.id,
        )
        return {}
      }),
    correct: (act) =>
      change(act, 'corrected', ['pending', 'confirmed', 'cancelled'], (sql, row) =>
        correctGuest(sql, row, act.contact),
      ),
    deposit: (act) =>
      change(act, `deposit_${act.becomes}`, depositChanges[act.becomes].in, async (_sql, row) =>
        changeDeposit(book, row, act.becomes, act.amount),
      ),
    undo: (act) =>
      change(act, 'reopened', ['pending', 'confirmed', 'cancelled'], (sql, row, moment) =>
        undoLast(sql, book, row, moment),
      ),
    admit: (request, actor, resource, formId) =>
      store.write(async (sql) => {
        const moment = now()
        if (formId !== undefined && !(await useFormToken(sql, formId, moment))) {
          throw new StaffObstacle('sent_before')
        }
        const { wish, date, time } = request
        refusePast(date, time, moment - late - 1)
        const start = await startFor(sql, book, wish, date, time)
        const fitting = uses(resource)
        const held = await readDay(sql, date)
        const booking = await giveStart(sql, rules, request, start, held, moment, fitting).catch(
          async (error: unknown) => {
            if (!(error instanceof Problem) || error.code !== 'slot-taken') throw error
            const options = rules.options(wish, date, start).filter(fitting)
            throw await notFree(sql, book, wish, options, date, start)
          },
        )
        await keepBooking(sql, booking, 'confirmed', moment, actor)
        return booking
      }),
    block: ({ actor, ...block }) =>
      store.write((sql) => keepBlock(sql, rules, block, actor, now())),
    blockAll: (blocks, actor) =>
      store.write(async (sql) => {
        if (blocks.length === 0) throw new StaffObstacle('not_possible')
        for (const block of blocks) await keepBlock(sql, rules, block, actor, now())
      }),
    unblock: (id, actor) => store.write((sql) => removeBlock(sql, id, actor, now())),
    expire: () => store.write((sql) => expireUnanswered(sql, now())),
  }
}

/** Who came, or did not come, is past being refused or asked to come at another time. */
function checkNotBegun({ visit }: BookingRow): void {
  if (visit !== null) throw new StaffObstacle('wrong_state')
}

/** A confirmation is a promise: the day must still be open and everything still held. */
async function checkAgain(sql: Sql, book: Book, row: BookingRow): Promise<void> {
  const wish = JSON.parse(row.wish) as Wish
  await startFor(sql, book, wish, row.date, row.time, moveOrDecline)
  const held = await sql.get<{ cells: number }>(
    'SELECT COUNT(*) AS cells FROM cells WHERE holder = ?',
    `booking:${row.id}`,
  )
  if (!held?.cells) throw new StaffObstacle('not_free')
}

/** Seated, then finished; or not come. Who has gone or never came holds nothing any more. */
async function markVisit(sql: Sql, row: BookingRow, visit: Visit, now: number): Promise<Outcome> {
  const possible = {
    seated: row.visit === null && now >= row.starts_at - early,
    finished: row.visit === 'seated',
    no_show: row.visit === null && now >= row.starts_at,
  }
  if (!possible[visit]) throw new StaffObstacle('wrong_state')
  if (visit !== 'seated') await releaseCells(sql, `booking:${row.id}`, cellAt(now))
  return { next: { visit } }
}
