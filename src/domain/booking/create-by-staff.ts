/** A booking that staff enter for a guest by phone or in person: confirmed, at any quarter hour. */
import { BookingActionError } from '../../kernel/action-errors.ts'
import type { Sql } from '../../store/sql.ts'
import { consumeFormToken } from '../guard/form-token.ts'
import type { BookingContext } from './context.ts'
import { type Booking, type BookingRequest, insertBooking, toBooking } from './request.ts'
import { findBookingRow, toStoredBooking } from './rows.ts'
import { type PlanChoice, planStaffBooking } from './staff-plan.ts'
import { storeTransition } from './transitions.ts'

export type StaffChoice = PlanChoice & {
  /** A form id works once. */
  formId?: string | undefined
}

export async function createBooking(
  sql: Sql,
  context: BookingContext,
  request: BookingRequest,
  actor: string,
  { formId, ...choice }: StaffChoice,
  nowMs: number,
): Promise<Booking> {
  if (formId !== undefined && !(await consumeFormToken(sql, formId, nowMs))) {
    throw new BookingActionError('sent_before')
  }
  const plan = await planStaffBooking(sql, context, request, choice, nowMs)
  const booking: Booking = {
    ...toBooking(context, request, plan, nowMs),
    overrides: [...new Set(plan.option.broken.map(({ rule }) => rule))],
    stayMinutes: choice.stayMinutes ?? null,
  }
  await insertBooking(sql, context, booking, 'admitted', nowMs, actor)
  if (choice.isWalkIn) await seatNow(sql, booking.code, actor, nowMs)
  return booking
}

/** In the same transaction, so that one undo takes back both. */
async function seatNow(sql: Sql, code: string, actor: string, nowMs: number): Promise<void> {
  const row = await findBookingRow(sql, code)
  if (!row) throw new BookingActionError('not_found')
  const facts = { walk_in: 1 }
  await storeTransition(sql, toStoredBooking(row), { facts }, actor, 'seated', nowMs)
}
