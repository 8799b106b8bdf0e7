/** What became of a booking, as anyone with its code may know: never who booked. */
import { z } from 'zod'
import { normalizeCode } from '../../kernel/booking-code.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Sql } from '../../store/sql.ts'
import type { DepositState } from './deposit/state.ts'

export const statuses = ['pending', 'confirmed', 'cancelled'] as const

export type Status = (typeof statuses)[number]

export const statusLabels: Record<Status, LocalizedText> = {
  pending: { vi: 'chờ', en: 'pending' },
  confirmed: { vi: 'đã xác nhận', en: 'confirmed' },
  cancelled: { vi: 'đã hủy', en: 'cancelled' },
}

export type BookingRow = {
  id: string
  code: string
  status: Status
  reason: string | null
  visit: string | null
  offer_id: string
  date: string
  time: string
  starts_at: number
  ends_at: number
  party_size: number
  wish: string
  given: string
  /** In dong; null, like its state, where staff did nothing about one. */
  deposit: number | null
  deposit_state: DepositState | null
  source: string
  locale: Locale
  version: number
  created_at: number
  updated_at: number
}

export async function findBooking(
  sql: Sql,
  code: string,
  now: number,
): Promise<BookingRow | undefined> {
  const row = await sql.get<BookingRow>(
    'SELECT * FROM bookings WHERE code = ?',
    normalizeCode(code),
  )
  return row && withCurrentStatus(row, now)
}

/** A request that nobody answered by its start is cancelled from that moment, swept or not. */
export function withCurrentStatus(row: BookingRow, now: number): BookingRow {
  if (row.status !== 'pending' || row.starts_at > now) return row
  return { ...row, status: 'cancelled', reason: 'unanswered' }
}

/** An unknown code, a malformed one and a wrong pair of code and phone look the same. */
export function bookingNotFound(counted = false): Problem {
  return new Problem('not-found', {
    isCounted: counted,
    detail: {
      vi: 'Không tìm thấy yêu cầu nào với thông tin này. Kiểm tra lại mã, hoặc gọi cho chúng tôi.',
      en: 'No request was found with these details. Check the code, or call us.',
    },
  })
}

export async function hasOpenChangeRequest(sql: Sql, bookingId: string): Promise<boolean> {
  const found = await sql.get(
    'SELECT id FROM booking_changes WHERE booking_id = ? AND settled_at IS NULL',
    bookingId,
  )
  return found !== undefined
}

export const statusField = z.enum(statuses).describe('The state; only staff confirm.')
