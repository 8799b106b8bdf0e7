/** Rows that an old version would have written: bookings with all of their rows. */
import { dayAhead, openDays } from '../support/scratch.ts'
import type { DatabaseRow } from './raw-database.ts'
import { singleRows, trickyText } from './single-rows.ts'

const quarter = 900_000

/** A table for two is occupied for 90 minutes and 15 minutes of turnover. */
const cellsOfBooking = 7

/** Number of tables of the shop; each version has one evening on which all are taken. */
export const tablesOfShop = 8

export type Evening = { date: string; time: string; codes: string[] }

/** Past bookings, and a future evening on which every table is taken. */
export function rowsWrittenBy(
  version: number,
  pastBookings: number,
): { rows: Record<string, DatabaseRow[]>; evening: Evening } {
  const date = openDays()[3 + version] ?? dayAhead(10)
  const startsAtMs = Date.parse(`${date}T18:30:00+07:00`)
  const now = Date.now()
  const bookings = [
    ...Array.from({ length: tablesOfShop }, (_, index) => ({
      startsAt: startsAtMs,
      table: `ban-${index + 1}`,
      status: index % 2 === 0 ? 'pending' : 'confirmed',
      visit: null,
    })),
    ...Array.from({ length: pastBookings }, (_, index) => ({
      startsAt: Date.UTC(2020 + version, 0, 1) + index * cellsOfBooking * quarter,
      table: `cu-${version}`,
      status: index % 5 === 0 ? 'cancelled' : 'confirmed',
      visit: index % 5 === 0 ? null : 'finished',
    })),
  ].map((one, index) => ({
    ...one,
    id: `${version}-${index}`,
    // The prefix of another trade, whose health boxes are another question than allergens.
    code: `${index >= tablesOfShop && index % 2 === 1 ? 'HEN' : 'BAN'}${version}${String(index).padStart(9, '0')}`,
    local: new Date(one.startsAt + 7 * 3600_000).toISOString(),
  }))
  const occupying = bookings.filter(({ status }) => status !== 'cancelled')
  const consent = { consent_version: '2026-01-01', consent_text: trickyText }

  const rows: Record<string, DatabaseRow[]> = {
    bookings: bookings.map(({ startsAt, local, table, ...one }) => ({
      id: one.id,
      code: one.code,
      status: one.status,
      reason: one.status === 'cancelled' ? 'declined' : null,
      visit: one.visit,
      offer_id: 'dat-ban-thuong',
      date: local.slice(0, 10),
      time: local.slice(11, 16),
      starts_at: startsAt,
      ends_at: startsAt + 6 * quarter,
      party_size: 2,
      wish: '{"offerId":"dat-ban-thuong","partySize":2,"types":["trong-nha"]}',
      given: `{"table_type":"trong-nha","tables":["${table}"]}`,
      source: 'api',
      locale: 'vi',
      version: 1,
      created_at: startsAt - 864_000_000,
      updated_at: startsAt - 864_000_000,
    })),
    booking_guests: bookings.map((one, index) => ({
      booking_id: one.id,
      name: `Nguyễn Thị Đào ${index}`,
      phone: `+849${String(index).padStart(8, '0')}`,
      email: index % 2 === 0 ? `khach${index}@example.com` : null,
      note: index % 3 === 0 ? trickyText : null,
      staff_note: null,
      ...consent,
      consented_at: one.startsAt - 864_000_000,
      client: 'hash',
      folded: `nguyen thi dao ${index}`,
      desk_note: index % 7 === 0 ? trickyText : null,
    })),
    booking_health: bookings
      .filter((_, index) => index % 3 === 0)
      .map((one, index) => ({
        booking_id: one.id,
        // Nothing ticked, but staff must call first.
        marks: index % 4 === 1 ? '[]' : '["peanuts"]',
        needs_attention: index % 2,
      })),
    cells: occupying.flatMap((one) =>
      Array.from({ length: cellsOfBooking }, (_, index) => ({
        cell: one.startsAt / quarter + index,
        resource: `table:${one.table}`,
        holder: `booking:${one.id}`,
      })),
    ),
    audit: bookings.map((one) => ({
      id: `a${one.id}`,
      at: one.startsAt - 864_000_000,
      actor: 'api',
      action: 'requested',
      subject: `booking:${one.id}`,
      facts: '{"status":"pending"}',
    })),
    outbox: bookings.map((one) => ({
      id: `n${one.id}`,
      kind: 'booking.requested',
      subject: `booking:${one.id}`,
      facts: '{}',
      created_at: now,
      told_at: now,
    })),
    answers: bookings.map((one) => ({
      scope: 'requestBooking',
      key: `key-of-${one.id}`,
      digest: 'digest',
      status: 202,
      location: null,
      locale: 'vi',
      body: `{"code":"${one.code}","note":${JSON.stringify(trickyText)}}`,
      created_at: now,
    })),
    ...singleRows({ version, date, startsAtMs, now }),
  }
  const evening = {
    date,
    time: '18:30',
    codes: bookings.slice(0, tablesOfShop).map(({ code }) => code),
  }
  return { rows, evening }
}
