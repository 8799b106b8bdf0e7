/** Register of data subject requests and their legal deadlines. */
import type { Business } from '../../content/shop.ts'
import { addDays, dateAt, weekdayOf } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'

export const requestKinds = ['see', 'correct', 'erase', 'withdraw', 'other'] as const
export type RequestKind = (typeof requestKinds)[number]

export const requestChannels = ['phone', 'message', 'in_person', 'letter'] as const
export type RequestChannel = (typeof requestChannels)[number]

export type DataRequest = {
  id: string
  kind: RequestKind
  way: RequestChannel
  /** A normalized phone number or an email address; empty after an erasure. */
  contact: string
  name: string | null
  note: string | null
  came_on: string
  reply_by: string
  due_on: string
  replied_at: number | null
  done_at: number | null
  done_by: string | null
  receipt_id: string | null
  /** The interface over which the guest sent it; null if staff have entered it. */
  source: string | null
  verified_at: number | null
  verified_by: string | null
  version: number
  created_at: number
}

export type NewDataRequest = Pick<
  DataRequest,
  'kind' | 'way' | 'contact' | 'name' | 'note' | 'came_on'
>

/** Whether it came from someone whom no staff member has verified yet. Until then no data is shown for it. */
export function needsVerification({ source, verified_at }: DataRequest): boolean {
  return source !== null && verified_at === null
}

type Limits = NonNullable<Business['data_requests']>

/** Maximum periods of Decree 356/2025. */
const legalLimits: Limits = {
  reply_working_days: 2,
  see_days: 10,
  correct_days: 10,
  erase_days: 20,
  withdraw_days: 15,
  other_days: 10,
}

export function computeDueDates(
  { data_requests: limits = legalLimits }: Pick<Business, 'data_requests'>,
  { kind, came_on }: Pick<NewDataRequest, 'kind' | 'came_on'>,
): Pick<DataRequest, 'reply_by' | 'due_on'> {
  return {
    reply_by: addWorkingDays(came_on, limits.reply_working_days),
    due_on: addDays(came_on, limits[`${kind}_days`]),
  }
}

/** Monday to Friday. Public holidays are not known, so the result may be early, which is allowed. */
function addWorkingDays(date: string, days: number): string {
  if (days === 0) return date
  const next = addDays(date, 1)
  return addWorkingDays(next, weekdayOf(next) > 5 ? days : days - 1)
}

const dueSoonDays = 3

export function isUrgent({ replied_at, due_on }: DataRequest, now: number): boolean {
  return replied_at === null || due_on <= addDays(dateAt(now), dueSoonDays)
}

/** Open requests without a reply, or due soon. */
export async function countUrgent(sql: Sql, now: number): Promise<number> {
  const row = await sql.get<{ pressing: number }>(
    `SELECT COUNT(*) AS pressing FROM guest_requests
     WHERE done_at IS NULL AND (replied_at IS NULL OR due_on <= ?)`,
    addDays(dateAt(now), dueSoonDays),
  )
  return row?.pressing ?? 0
}

const maxListed = 50

export function listOpenDataRequests(sql: Sql): Promise<DataRequest[]> {
  return sql.all<DataRequest>(
    'SELECT * FROM guest_requests WHERE done_at IS NULL ORDER BY due_on, id',
  )
}

export function listDoneDataRequests(sql: Sql): Promise<DataRequest[]> {
  return sql.all<DataRequest>(
    `SELECT * FROM guest_requests WHERE done_at IS NOT NULL ORDER BY done_at DESC LIMIT ${maxListed}`,
  )
}

export function findDataRequest(sql: Sql, id: string): Promise<DataRequest | undefined> {
  return sql.get<DataRequest>('SELECT * FROM guest_requests WHERE id = ?', id)
}
