/** Blocks: resources that staff reserve without a booking. Also expires unanswered requests. */
import { BookingActionError } from '../../kernel/action-errors.ts'
import type { TimeRange } from '../../kernel/date-range.ts'
import { newId } from '../../kernel/id.ts'
import { isDate, minute, startOfDay } from '../../kernel/time.ts'
import { type Sql, UniqueViolation } from '../../store/sql.ts'
import { followBooking } from '../cards/visits.ts'
import { enqueueEvent, recordAction, recordAudit } from '../outbox/events.ts'
import { cellsOf } from '../scheduling/cells.ts'
import { bookingLifecycle } from './actions.ts'
import type { BookingContext } from './context.ts'
import { recordExpiryContact } from './guest-contact.ts'
import { holdOption, releaseCells } from './occupancy.ts'
import { endOffers } from './place-offer/booking-offers.ts'
import { findHolder } from './placement.ts'
import { pastTimeText } from './rejection-reasons.ts'
import { createReleasedTime } from './released-time.ts'

/** `at` is in minutes after midnight. Both times are multiples of 15. */
export type ResourceBlock = {
  resource: string
  date: string
  at: number
  minutes: number
  reason: string
}

export async function insertBlock(
  sql: Sql,
  { rules, occupancyCache }: BookingContext,
  block: ResourceBlock,
  actor: string,
  now: number,
): Promise<string> {
  const { resource, date, at, minutes, reason } = block
  const inQuarters = [at, minutes].every((one) => Number.isInteger(one / 15))
  const withinDay = at >= 0 && at < 1440 && minutes > 0 && minutes <= 1440
  if (
    !inQuarters ||
    !withinDay ||
    !isDate(date) ||
    !rules.resources.some(({ id }) => id === resource)
  ) {
    throw new BookingActionError('not_possible')
  }
  const id = newId(now)
  const startsAt = startOfDay(date) + at * minute
  const endsAt = startsAt + minutes * minute
  if (endsAt <= now) throw new BookingActionError('not_possible', { reason: pastTimeText })
  await sql.run(
    'INSERT INTO blocks (id, resource, starts_at, ends_at, reason, created_at) VALUES (?, ?, ?, ?, ?, ?)',
    id,
    resource,
    startsAt,
    endsAt,
    reason,
    now,
  )
  const option = {
    holds: [{ resource, minutes }],
    preference: 0,
    balanceAcross: [],
    assignment: {},
  }
  const start = { at, minutes }
  const taken = await findHolder(sql, cellsOf(option, date, start))
  if (taken) throw new BookingActionError('not_free', taken)
  await holdOption(sql, occupancyCache, `block:${id}`, option, date, start).catch(
    (error: unknown) => {
      throw error instanceof UniqueViolation ? new BookingActionError('not_free') : error
    },
  )
  await recordAudit(sql, now, actor, 'blocked', `block:${id}`, { resource, date, at, minutes })
  await enqueueEvent(sql, now, 'block.kept', `block:${id}`, { resource, date })
  return id
}

/** Returns the time that it held. */
export async function removeBlock(
  sql: Sql,
  { occupancyCache }: BookingContext,
  id: string,
  actor: string,
  now: number,
): Promise<TimeRange> {
  const [block] = await sql.all<TimeRange>(
    'DELETE FROM blocks WHERE id = ? RETURNING starts_at AS "begin", ends_at AS "end"',
    id,
  )
  if (!block) throw new BookingActionError('not_found')
  await sql.run('UPDATE absences SET removed_at = ? WHERE id = ?', now, id)
  await releaseCells(sql, occupancyCache, `block:${id}`)
  await recordAudit(sql, now, actor, 'unblocked', `block:${id}`)
  await enqueueEvent(sql, now, 'block.removed', `block:${id}`)
  return block
}

/** Cancels requests that were not answered by their start. Returns their number. */
export async function expireUnanswered(
  sql: Sql,
  context: BookingContext,
  now: number,
): Promise<number> {
  const late = await sql.all<{ id: string }>(
    "SELECT id FROM bookings WHERE status = 'pending' AND starts_at <= ?",
    now,
  )
  for (const { id } of late) {
    await sql.run(
      `UPDATE bookings SET status = 'cancelled', reason = 'unanswered', version = version + 1,
        updated_at = ? WHERE id = ?`,
      now,
      id,
    )
    await releaseCells(sql, context.occupancyCache, `booking:${id}`)
    const offered = await endOffers(sql, context, { id }, 'released', now)
    if (offered.length > 0) await createReleasedTime(context).holdAfterAction(sql, offered, now)
    const before = { status: 'pending', visit: null }
    const after = { id, status: 'cancelled', visit: null, cancelled_by: null, quote: {} }
    const followed = { before, after: { ...after, starts_at: now }, cancelledAt: now }
    await followBooking(sql, followed, 'clock', now)
    const expiry = { lifecycle: bookingLifecycle, action: 'expired', id } as const
    await recordExpiryContact(sql, await recordAction(sql, now, 'clock', expiry), id, now)
  }
  return late.length
}
