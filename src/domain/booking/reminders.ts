/** Reminds guests of their visit on the day before, at the hour of the shop: once for each booking and start. */
import type { Business } from '../../content/shop.ts'
import { addDays, type Clock, dateAt, minute, minutesOf, startOfDay } from '../../kernel/time.ts'
import type { Sql, Store } from '../../store/sql.ts'
import { insertContact, reminderAction } from '../contact/contacts.ts'
import { erasedName } from '../guest/fields.ts'
import { recordAction } from '../outbox/events.ts'
import { hoursOn } from '../scheduling/hours.ts'
import type { ServiceDays } from '../scheduling/rules.ts'
import { bookingLifecycle } from './actions.ts'

type ReminderRules = {
  business: Pick<Business, 'reminders' | 'hours' | 'special_days'>
  serviceDays: ServiceDays
}

/** Between these minutes of a day guests are not written to. */
const quiet = { from: 21 * 60, to: 8 * 60 }

/** When a guest may be reminded: now, or in the morning after the quiet hours. */
export function endOfQuietHours(nowMs: number): number {
  const today = dateAt(nowMs)
  const at = (date: string, minutes: number) => startOfDay(date) + minutes * minute
  if (nowMs < at(today, quiet.to)) return at(today, quiet.to)
  return nowMs < at(today, quiet.from) ? nowMs : at(addDays(today, 1), quiet.to)
}

/** When the guests of this service day are reminded. */
export function reminderTime({ reminders }: Pick<Business, 'reminders'>, date: string): number {
  return startOfDay(addDays(date, -1)) + minutesOf(reminders.time) * minute
}

/** Whether guests are reminded at this time of the day of what has no hour of its own. */
export function isReminderHour({ off, time }: Business['reminders'], nowMs: number): boolean {
  const dueAt = startOfDay(dateAt(nowMs)) + minutesOf(time) * minute
  return !off && nowMs >= dueAt && endOfQuietHours(nowMs) === nowMs
}

/** Short transactions, so that bookings do not wait for the reminders of a whole evening. */
const batchSize = 50

/** Returns the number of guests who are reminded now. */
export async function recordDueReminders(
  store: Store,
  rules: ReminderRules,
  now: Clock,
): Promise<number> {
  let count = 0
  for (;;) {
    // Checked with a read first, so that this job needs no write transaction as long as nothing is due.
    if ((await findDue(store.read, rules, now())).length === 0) return count
    const recorded = await store.write((sql) => recordBatch(sql, rules, now()))
    count += recorded
    if (recorded < batchSize) return count
  }
}

async function recordBatch(sql: Sql, rules: ReminderRules, nowMs: number): Promise<number> {
  const due = await findDue(sql, rules, nowMs)
  for (const { id, starts_at } of due) {
    const action = { lifecycle: bookingLifecycle, action: reminderAction, id } as const
    const eventId = await recordAction(sql, nowMs, 'clock', action, {}, { starts_at })
    await insertContact(sql, {
      ...{ id: eventId, subject: `booking:${id}`, action: reminderAction, at: nowMs },
      ...{ about: String(starts_at), untilAt: starts_at },
    })
  }
  return due.length
}

type DueBooking = { id: string; starts_at: number }

/** The confirmed bookings of tomorrow, without those whose guests have learned something new since the hour. */
async function findDue(
  sql: Sql,
  { business, serviceDays }: ReminderRules,
  nowMs: number,
): Promise<DueBooking[]> {
  const date = addDays(dateAt(nowMs), 1)
  const dueAt = reminderTime(business, date)
  const isTime = nowMs >= dueAt && endOfQuietHours(nowMs) === nowMs
  if (business.reminders.off || !isTime) return []
  // On a closed day only those are expected whom staff have booked on it.
  const onClosedDay = hoursOn(business, date).open ? '' : " AND overrides LIKE '%closed_day%'"
  const { begin, end } = serviceDays.rangeOf({ from: date, to: date })
  return sql.all<DueBooking>(
    `SELECT bookings.id, starts_at FROM bookings
     JOIN booking_guests ON booking_guests.booking_id = bookings.id
     WHERE starts_at >= ? AND starts_at < ? AND status = 'confirmed' AND visit IS NULL
       AND created_at < ? AND name <> ? AND (phone <> '' OR email IS NOT NULL)${onClosedDay}
       AND NOT EXISTS (
         SELECT 1 FROM guest_contacts WHERE guest_contacts.subject = 'booking:' || bookings.id
           AND ((action = ? AND about = CAST(starts_at AS TEXT))
             OR (action <> ? AND replaced_by IS NULL AND at >= ?)))
     ORDER BY starts_at, bookings.id LIMIT ${batchSize}`,
    ...[begin, end, dueAt, erasedName, reminderAction, reminderAction, dueAt],
  )
}
