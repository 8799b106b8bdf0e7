/**
 * What must be true of every book, whatever happened to it. Each is one question, so that it is
 * asked of one moment, however busy the shop is.
 */

import { showCode } from '../../kernel/booking-code.ts'
import { minute } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'

type Invariant = {
  /** Whatever breaks it, as `found`. */
  broken: string
  /** What is wrong with one, and with several. */
  says: [one: string, several: string]
  /** How one is named to people. */
  name?: (found: string) => string
}

/** Who is expected or sits there has his place. */
const hasPlace = "status IN ('pending', 'confirmed') AND (visit IS NULL OR visit = 'seated')"

const quarter = 15 * minute

const invariants: readonly Invariant[] = [
  {
    broken: `SELECT code AS found FROM bookings WHERE ${hasPlace}
      AND NOT EXISTS (SELECT 1 FROM cells WHERE holder = 'booking:' || bookings.id)`,
    says: ['booking has no place', 'bookings have no place'],
    name: showCode,
  },
  {
    broken: `SELECT DISTINCT code AS found FROM bookings JOIN (
        SELECT holder, resource, MIN(cell) AS first, MAX(cell) AS last, COUNT(*) AS cells
        FROM cells GROUP BY holder, resource) AS held ON held.holder = 'booking:' || bookings.id
      WHERE ${hasPlace} AND (first <> starts_at / ${quarter} OR cells <> last - first + 1
        OR (last + 1) * ${quarter} < ends_at)`,
    says: ['booking has its place at another time', 'bookings have their place at another time'],
    name: showCode,
  },
  {
    // By its id alone a holder is found at once; the whole name is then compared.
    broken: `SELECT holder AS found FROM (SELECT DISTINCT holder FROM cells) AS held
      WHERE NOT EXISTS (SELECT 1 FROM bookings WHERE id = SUBSTR(holder, 9)
        AND 'booking:' || id = holder AND status <> 'cancelled')
      AND NOT EXISTS (SELECT 1 FROM blocks WHERE id = SUBSTR(holder, 7) AND 'block:' || id = holder)`,
    says: ['place is held by nobody', 'places are held by nobody'],
  },
  {
    broken: `SELECT id AS found FROM blocks WHERE NOT EXISTS (
        SELECT 1 FROM cells WHERE holder = 'block:' || blocks.id)`,
    says: ['block keeps nothing free', 'blocks keep nothing free'],
  },
  {
    broken: `SELECT code AS found FROM bookings WHERE NOT EXISTS (
        SELECT 1 FROM booking_guests WHERE booking_id = bookings.id)`,
    says: ['booking has no guest', 'bookings have no guest'],
    name: showCode,
  },
  {
    broken: `SELECT code AS found FROM orders WHERE NOT EXISTS (
        SELECT 1 FROM order_guests WHERE order_id = orders.id)`,
    says: ['order has no guest', 'orders have no guest'],
    name: showCode,
  },
  {
    broken: `SELECT booking_id AS found FROM booking_guests WHERE NOT EXISTS (
        SELECT 1 FROM bookings WHERE bookings.id = booking_id)`,
    says: ['guest has no booking', 'guests have no booking'],
  },
  {
    broken: `SELECT code AS found FROM bookings JOIN booking_changes ON booking_id = bookings.id
      WHERE settled_at IS NULL GROUP BY code HAVING COUNT(*) > 1`,
    says: ['booking has several open wishes', 'bookings have several open wishes'],
    name: showCode,
  },
  {
    broken: 'SELECT code AS found FROM bookings WHERE ends_at <= starts_at',
    says: ['booking ends before it begins', 'bookings end before they begin'],
    name: showCode,
  },
  {
    broken: 'SELECT code AS found FROM bookings WHERE (deposit IS NULL) <> (deposit_state IS NULL)',
    says: ['booking has half a deposit', 'bookings have half a deposit'],
    name: showCode,
  },
  {
    // Every change of a booking counts its version up and writes at least one line of history.
    broken: `SELECT code AS found FROM bookings LEFT JOIN (
        SELECT subject, COUNT(*) AS lines FROM audit GROUP BY subject) AS history
        ON history.subject = 'booking:' || bookings.id
      WHERE lines IS NULL OR lines < version`,
    says: ['booking was changed without a history', 'bookings were changed without a history'],
    name: showCode,
  },
  {
    broken: `SELECT deliveries.id AS found FROM deliveries WHERE NOT EXISTS (
        SELECT 1 FROM outbox WHERE outbox.id = news_id)`,
    says: ['message tells no news', 'messages tell no news'],
  },
]

const mostNamed = 5

/** What is not as it must be, in plain words; nothing if all is. */
export async function brokenInvariants(sql: Sql): Promise<string[]> {
  const faults: string[] = []
  for (const { broken, says, name = String } of invariants) {
    const rows = await sql.all<{ found: string }>(`${broken} ORDER BY found`)
    if (rows.length === 0) continue
    const named = rows.slice(0, mostNamed).map(({ found }) => name(found))
    const more = rows.length > mostNamed ? ' and more' : ''
    faults.push(`${rows.length} ${says[rows.length === 1 ? 0 : 1]}: ${named.join(', ')}${more}.`)
  }
  return faults
}

export type Extent = { bookings: number; orders: number; newest: number | null }

/** How much there is, by which people recognise a book. */
export async function extentOf(sql: Sql): Promise<Extent> {
  const bookings = await sql.get<{ count: number; newest: number | null }>(
    'SELECT COUNT(*) AS count, MAX(created_at) AS newest FROM bookings',
  )
  const orders = await sql.get<{ count: number }>('SELECT COUNT(*) AS count FROM orders')
  return {
    bookings: bookings?.count ?? 0,
    orders: orders?.count ?? 0,
    newest: bookings?.newest ?? null,
  }
}
