/**
 * The bookings of a day that hold a place, with a few columns. They are all read once a minute; meanwhile the events
 * since the last time name those that have changed.
 */
import { minute } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { valueList } from '../../store/value-list.ts'
import { readEventsSince } from '../outbox/event-order.ts'
import type { BookingRules } from '../scheduling/rules.ts'
import { assignmentOf, type DayRow, dayColumns } from './rows.ts'

export type DayBooking = DayRow & {
  /** The places that it has. */
  resources: readonly string[]
}

/** The bookings that were read last, in the order of their starts. */
export type KnownDay = {
  minute: number
  /** Of the newest event before they were read. */
  position: number
  bookings: readonly DayBooking[]
}

type Range = { begin: number; end: number }

const holdsPlace = "status IN ('pending', 'confirmed') AND holds_place = 1"
const inRange = 'starts_at >= ? AND starts_at < ?'
const subjectPrefix = 'booking:'
/** With more, all bookings are read. */
const maxEvents = 100

export async function loadDayBookings(
  sql: Sql,
  rules: Pick<BookingRules, 'resourcesOf'>,
  range: Range,
  { known, now }: { known: KnownDay | undefined; now: number },
): Promise<KnownDay> {
  const thisMinute = Math.floor(now / minute)
  // Before the bookings: what changes in between is read again the next time.
  const isKnown = known?.minute === thisMinute
  const events = await readEventsSince(sql, isKnown ? known.position : undefined, maxEvents)
  const { position } = events
  const changed = isKnown ? bookingsOf(events.subjects) : undefined
  if (!isKnown || !changed)
    return { minute: thisMinute, position, bookings: await loadRows(sql, rules, range) }
  if (changed.size === 0) return { ...known, position }
  const others = known.bookings.filter(({ id }) => !changed.has(id))
  const bookings = [...others, ...(await loadRows(sql, rules, range, changed))]
  return { minute: thisMinute, position, bookings: bookings.toSorted(byStart) }
}

/** The ids of the bookings with these events; undefined if an event can be about any booking. */
function bookingsOf(subjects: readonly string[] | undefined): ReadonlySet<string> | undefined {
  if (!subjects?.every((subject) => subject.startsWith(subjectPrefix))) return undefined
  return new Set(subjects.map((subject) => subject.slice(subjectPrefix.length)))
}

const byStart = (one: DayBooking, other: DayBooking) =>
  one.starts_at - other.starts_at || (one.id < other.id ? -1 : 1)

async function loadRows(
  sql: Sql,
  { resourcesOf }: Pick<BookingRules, 'resourcesOf'>,
  { begin, end }: Range,
  ids?: ReadonlySet<string>,
): Promise<DayBooking[]> {
  const { marks, values } = ids ? valueList(ids) : { marks: '', values: [] }
  const rows = await sql.all<DayRow>(
    `SELECT ${dayColumns} FROM bookings
     WHERE ${ids ? `id IN (${marks}) AND ` : ''}${inRange} AND ${holdsPlace} ORDER BY starts_at, id`,
    ...values,
    begin,
    end,
  )
  return rows.map((row) => ({ ...row, resources: resourcesOf(assignmentOf(row)) }))
}
