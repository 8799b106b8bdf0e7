/** Requests of guests of the two sample shops. */
import assert from 'node:assert/strict'
import type { RunningShop } from './shop.ts'

export type Slot = {
  time: string
  starts_at: string
  ends_at: string
  duration_minutes: number
  left: number
  table_type?: string
  therapists?: string[]
}

export type Day = { date: string; open: boolean; reason?: string; weekday: string; slots: Slot[] }

export type Month = {
  month: string
  share: number
  days: { date: string; open: boolean; free: number; total: number; share: number }[]
}

export const guest = { name: 'Nguyễn Thị Lan', phone: '0912 345 678', consent: '1' }

/** Friday evening, four guests. */
export const table = { ...guest, date: '2026-11-20', time: '18:30', party_size: 4 }

/** Friday morning, a neck massage for one. */
export const massage = { ...guest, date: '2026-11-20', time: '10:00', offerId: 'co-vai-gay' }

export async function dayOf(app: RunningShop, query: string): Promise<Day> {
  return (await app.json(`/api/availability?${query}`)) as unknown as Day
}

export async function monthOf(app: RunningShop, query: string): Promise<Month> {
  return (await app.json(`/api/availability?${query}`)) as unknown as Month
}

export type BookingResponse = Record<string, unknown> & {
  code: string
  status: string
  type: string
  fields: { name: string; code: string; message: string }[]
  alternatives: { date: string; time: string }[]
}

export async function book(
  app: RunningShop,
  body: object,
  headers?: Record<string, string>,
): Promise<{ status: number; body: BookingResponse; response: Response }> {
  const response = await app.post('/api/booking', body, headers)
  return { status: response.status, body: (await response.json()) as BookingResponse, response }
}

/** The field errors of a request that must be rejected. */
export async function rejectBooking(app: RunningShop, body: object) {
  const rejected = await book(app, { locale: 'en', ...body })
  assert.equal(rejected.status, 422)
  return rejected.body.fields
}

export async function countBookings(app: RunningShop): Promise<number> {
  return (await rowCounts(app)).bookings ?? 0
}

/** The row counts of all tables that a write can change. */
export async function rowCounts(app: RunningShop): Promise<Record<string, number>> {
  const tables = [
    'bookings',
    'booking_guests',
    'booking_answers',
    'cells',
    'booking_changes',
    'leads',
    'subscribers',
    'orders',
    'order_guests',
    'audit',
    'outbox',
    'answers',
    'writes',
    'form_tokens',
    'receipts',
    'guest_requests',
  ]
  const counts: Record<string, number> = {}
  for (const name of tables) {
    const row = await app.store.read.get<{ rows: number }>(`SELECT COUNT(*) AS rows FROM ${name}`)
    counts[name] = row?.rows ?? 0
  }
  return counts
}
