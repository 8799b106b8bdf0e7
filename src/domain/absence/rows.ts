/** Reads absences and the bookings that they concern. */
import type { TimeRange } from '../../kernel/date-range.ts'
import type { Sql } from '../../store/sql.ts'

export type Absence = {
  id: string
  resource: string
  starts_at: number
  ends_at: number
  reason: string
  removed_at: number | null
}

const columns = 'id, resource, starts_at, ends_at, reason, removed_at'

export function findAbsence(sql: Sql, id: string): Promise<Absence | undefined> {
  return sql.get<Absence>(`SELECT ${columns} FROM absences WHERE id = ?`, id)
}

/** Without those that staff have removed, in the order of their start. */
export function loadAbsences(sql: Sql, { begin, end }: TimeRange): Promise<Absence[]> {
  return sql.all<Absence>(
    `SELECT ${columns} FROM absences WHERE removed_at IS NULL AND ends_at > ? AND starts_at < ?
     ORDER BY starts_at, id`,
    ...[begin, end],
  )
}

/** The ids of the bookings that an absence concerned when staff entered or changed it. */
export async function loadConcernedBookings(sql: Sql, absenceId: string): Promise<string[]> {
  const rows = await sql.all<{ id: string }>(
    'SELECT booking_id AS id FROM absence_bookings WHERE absence_id = ? ORDER BY booking_id',
    absenceId,
  )
  return rows.map(({ id }) => id)
}
