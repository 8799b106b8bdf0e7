/**
 * A person, table or room that is away from one time to another. From the first moment no one can book it: a block
 * holds all time that is free. Bookings keep theirs until staff have moved them.
 */
import { BookingActionError } from '../../kernel/action-errors.ts'
import { newId } from '../../kernel/id.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { type Clock, day, minute } from '../../kernel/time.ts'
import type { Sql, Store } from '../../store/sql.ts'
import { holdAbsences } from '../booking/absence-cells.ts'
import { removeBlock } from '../booking/blocks.ts'
import type { BookingContext } from '../booking/context.ts'
import { releaseCells } from '../booking/occupancy.ts'
import { holdSeated } from '../booking/presence.ts'
import {
  absenceAction,
  hasAbsenceContact,
  insertContact,
  removeAbsenceContacts,
} from '../contact/contacts.ts'
import { enqueueEvent, recordAudit } from '../outbox/events.ts'
import { withdrawOffersOfResource } from '../waitlist/offers-of-day.ts'
import { findAffected } from './affected.ts'
import { type Absence, findAbsence } from './rows.ts'

type AbsencePeriod = Pick<Absence, 'starts_at' | 'ends_at'>

export type Absences = {
  /** Returns its id; that of the same absence if staff have entered it before. */
  mark(
    absence: Pick<Absence, 'resource' | 'starts_at' | 'ends_at' | 'reason'>,
    actor: string,
  ): Promise<string>
  change(id: string, period: AbsencePeriod, actor: string): Promise<void>
  /** The place can be booked again. */
  remove(id: string, actor: string): Promise<void>
  /** Undoes `remove`. Who has booked in the meantime stays, and is listed. */
  restore(id: string, actor: string): Promise<void>
}

const quarterMs = 15 * minute
const maxDays = 60

const invalidPeriodText: LocalizedText = {
  vi: `Giờ nghỉ phải kết thúc sau lúc này và sau giờ bắt đầu, dài nhất ${maxDays} ngày.`,
  en: `An absence must end after now and after its start, and last at most ${maxDays} days.`,
}

export function createAbsences(store: Store, context: BookingContext, now: Clock): Absences {
  return {
    mark: ({ resource, reason, ...wanted }, actor) =>
      store.write(async (sql) => {
        const period = checkPeriod(wanted, now())
        if (!context.rules.resources.some(({ id }) => id === resource))
          throw new BookingActionError('not_possible')
        const same = await sql.get<{ id: string }>(
          `SELECT id FROM absences WHERE removed_at IS NULL AND resource = ? AND starts_at = ? AND ends_at = ?`,
          ...[resource, period.starts_at, period.ends_at],
        )
        if (same) return same.id
        const absence = { id: newId(now()), resource, reason, ...period, removed_at: null }
        await sql.run(
          `INSERT INTO absences (id, resource, starts_at, ends_at, reason, created_at) VALUES (?, ?, ?, ?, ?, ?)`,
          ...[absence.id, resource, period.starts_at, period.ends_at, reason, now()],
        )
        await begin(sql, context, absence, actor, now())
        return absence.id
      }),
    change: (id, wanted, actor) =>
      store.write(async (sql) => {
        const before = await requireAbsence(sql, id, false)
        const period = checkPeriod(wanted, now())
        const change = [period.starts_at, period.ends_at, id] as const
        await sql.run('UPDATE absences SET starts_at = ?, ends_at = ? WHERE id = ?', ...change)
        await sql.run('UPDATE blocks SET starts_at = ?, ends_at = ? WHERE id = ?', ...change)
        await releaseCells(sql, context.occupancyCache, `block:${id}`)
        await holdSeated(sql, context, now())
        // Also other absences, which may want what is free now.
        await holdAbsences(sql, context, [rangeOf(before), rangeOf(period)], now())
        await removeAbsenceContacts(sql, id)
        await recordAffected(sql, context, { ...before, ...period }, now())
        await withdrawOffers(sql, context, { ...before, ...period }, actor, now())
        await record(sql, 'changed', { ...before, ...period }, actor, now())
      }),
    remove: (id, actor) =>
      store.write(async (sql) => {
        await requireAbsence(sql, id, false)
        await removeAbsenceContacts(sql, id)
        const range = await removeBlock(sql, context, id, actor, now())
        await holdSeated(sql, context, now())
        await holdAbsences(sql, context, [range], now())
      }),
    restore: (id, actor) =>
      store.write(async (sql) => {
        const absence = await requireAbsence(sql, id, true)
        checkPeriod(absence, now())
        await sql.run('UPDATE absences SET removed_at = NULL WHERE id = ?', id)
        await begin(sql, context, absence, actor, now())
      }),
  }
}

/** Full quarter hours that contain the period. */
function checkPeriod({ starts_at, ends_at }: AbsencePeriod, nowMs: number): AbsencePeriod {
  const period = {
    starts_at: Math.floor(starts_at / quarterMs) * quarterMs,
    ends_at: Math.ceil(ends_at / quarterMs) * quarterMs,
  }
  const isValid =
    Number.isFinite(period.starts_at) &&
    period.ends_at > Math.max(nowMs, period.starts_at) &&
    period.ends_at - period.starts_at <= maxDays * day
  if (!isValid) throw new BookingActionError('not_possible', { reason: invalidPeriodText })
  return period
}

const rangeOf = ({ starts_at, ends_at }: AbsencePeriod) => ({ begin: starts_at, end: ends_at })

async function requireAbsence(sql: Sql, id: string, isRemoved: boolean): Promise<Absence> {
  const absence = await findAbsence(sql, id)
  if (!absence) throw new BookingActionError('not_found')
  if ((absence.removed_at !== null) !== isRemoved) throw new BookingActionError('wrong_state')
  return absence
}

async function begin(
  sql: Sql,
  context: BookingContext,
  absence: Absence,
  actor: string,
  nowMs: number,
): Promise<void> {
  const { id, resource, starts_at, ends_at, reason } = absence
  await sql.run(
    'INSERT INTO blocks (id, resource, starts_at, ends_at, reason, created_at) VALUES (?, ?, ?, ?, ?, ?)',
    ...[id, resource, starts_at, ends_at, reason, nowMs],
  )
  await holdAbsences(sql, context, [rangeOf(absence)], nowMs)
  await recordAffected(sql, context, absence, nowMs)
  await withdrawOffers(sql, context, absence, actor, nowMs)
  await record(sql, 'away', absence, actor, nowMs)
}

/** A place that is absent cannot be accepted; its time falls to the absence. */
function withdrawOffers(
  sql: Sql,
  context: BookingContext,
  absence: Absence,
  actor: string,
  nowMs: number,
): Promise<void> {
  const { resource } = absence
  const time = { ...rangeOf(absence), resource }
  return withdrawOffersOfResource(sql, context, time, actor, nowMs)
}

async function record(
  sql: Sql,
  action: 'away' | 'changed',
  { id, resource, starts_at, ends_at }: Absence,
  actor: string,
  nowMs: number,
): Promise<void> {
  const facts = { resource, starts_at, ends_at }
  await recordAudit(sql, nowMs, actor, action, `block:${id}`, facts)
  await enqueueEvent(sql, nowMs, 'block.kept', `block:${id}`, { resource })
}

/** Their guests must know it, also after staff have moved them. */
async function recordAffected(
  sql: Sql,
  context: BookingContext,
  absence: Absence,
  nowMs: number,
): Promise<void> {
  for (const { id, ends_at } of await findAffected(sql, context, absence, nowMs)) {
    await sql.run(
      `INSERT INTO absence_bookings (absence_id, booking_id) VALUES (?, ?)
       ON CONFLICT (absence_id, booking_id) DO NOTHING`,
      ...[absence.id, id],
    )
    await recordContact(sql, absence, { id, ends_at }, nowMs)
  }
}

async function recordContact(
  sql: Sql,
  absence: Absence,
  { id, ends_at }: { id: string; ends_at: number },
  nowMs: number,
): Promise<void> {
  const subject = `booking:${id}`
  if (await hasAbsenceContact(sql, subject, absence.id)) return
  await insertContact(sql, {
    ...{ id: newId(nowMs), subject, action: absenceAction, about: absence.id },
    ...{ at: nowMs, untilAt: ends_at },
  })
}
