/** The register of what guests ask about their own data: what, since when, and until when it must be done. */
import type { Business } from '../../content/shop.ts'
import { addDays, dateAt, weekdayOf } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'

/** To see what is kept, to have it corrected or erased, to take an agreement back, or else. */
export const requestKinds = ['see', 'correct', 'erase', 'withdraw', 'other'] as const
export type RequestKind = (typeof requestKinds)[number]

/** By which way it came. */
export const requestChannels = ['phone', 'message', 'in_person', 'letter'] as const
export type RequestChannel = (typeof requestChannels)[number]

export type DataRequest = {
  id: string
  kind: RequestKind
  way: RequestChannel
  /** A phone or a mail address as it is kept; empty once he is erased. */
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
  version: number
  created_at: number
}

export type NewDataRequest = Pick<
  DataRequest,
  'kind' | 'way' | 'contact' | 'name' | 'note' | 'came_on'
>

type Limits = NonNullable<Business['data_requests']>

/** What Decree 356/2025 grants whoever sees to it himself. */
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

/** Monday to Friday. Which days are public holidays nobody tells us: to be early does no harm. */
function addWorkingDays(date: string, days: number): string {
  if (days === 0) return date
  const next = addDays(date, 1)
  return addWorkingDays(next, weekdayOf(next) > 5 ? days : days - 1)
}

/** What is due within so many days is due soon. */
const dueSoonDays = 3

export function isUrgent({ replied_at, due_on }: DataRequest, now: number): boolean {
  return replied_at === null || due_on <= addDays(dateAt(now), dueSoonDays)
}

/** How many nobody has answered yet or are due soon; it stands beside the tab. */
export async function countUrgent(sql: Sql, now: number): Promise<number> {
  const row = await sql.get<{ pressing: number }>(
    `SELECT COUNT(*) AS pressing FROM guest_requests
     WHERE done_at IS NULL AND (replied_at IS NULL OR due_on <= ?)`,
    addDays(dateAt(now), dueSoonDays),
  )
  return row?.pressing ?? 0
}

const maxListed = 50

/** Whatever is due first stands first. */
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
