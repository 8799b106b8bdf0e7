/**
 * What must be true of every book, whatever happened to it. Each is one question, so that it is
 * asked of one moment, however busy the shop is.
 */

import { formatCode } from '../../kernel/booking-code.ts'
import { minute } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'

type Invariant = {
  /** Whatever breaks it, as `found`. */
  violationsQuery: string
  /** What is wrong with one, and with several. */
  messages: [one: string, several: string]
  /** How one is named to people. */
  formatSubject?: (subject: string) => string
}

/** Who is expected or sits there has his place. */
const occupiesCells = "status IN ('pending', 'confirmed') AND (visit IS NULL OR visit = 'seated')"

const quarter = 15 * minute

const invariants: readonly Invariant[] = [
  {
    violationsQuery: `SELECT code AS found FROM bookings WHERE ${occupiesCells}
      AND NOT EXISTS (SELECT 1 FROM cells WHERE holder = 'booking:' || bookings.id)`,
    messages: ['booking has no place', 'bookings have no place'],
    formatSubject: formatCode,
  },
  {
    violationsQuery: `SELECT DISTINCT code AS found FROM bookings JOIN (
        SELECT holder, resource, MIN(cell) AS first, MAX(cell) AS last, COUNT(*) AS cells
        FROM cells GROUP BY holder, resource) AS held ON held.holder = 'booking:' || bookings.id
      WHERE ${occupiesCells} AND (first <> starts_at / ${quarter} OR cells <> last - first + 1
        OR (last + 1) * ${quarter} < ends_at)`,
    messages: [
      'booking has its place at another time',
      'bookings have their place at another time',
    ],
    formatSubject: formatCode,
  },
  {
    // By its id alone a holder is found at once; the whole name is then compared.
    violationsQuery: `SELECT holder AS found FROM (SELECT DISTINCT holder FROM cells) AS held
      WHERE NOT EXISTS (SELECT 1 FROM bookings WHERE id = SUBSTR(holder, 9)
        AND 'booking:' || id = holder AND status <> 'cancelled')
      AND NOT EXISTS (SELECT 1 FROM blocks WHERE id = SUBSTR(holder, 7) AND 'block:' || id = holder)`,
    messages: ['place is held by nobody', 'places are held by nobody'],
  },
  {
    violationsQuery: `SELECT id AS found FROM blocks WHERE NOT EXISTS (
        SELECT 1 FROM cells WHERE holder = 'block:' || blocks.id)`,
    messages: ['block keeps nothing free', 'blocks keep nothing free'],
  },
  {
    violationsQuery: `SELECT code AS found FROM bookings WHERE NOT EXISTS (
        SELECT 1 FROM booking_guests WHERE booking_id = bookings.id)`,
    messages: ['booking has no guest', 'bookings have no guest'],
    formatSubject: formatCode,
  },
  {
    violationsQuery: `SELECT code AS found FROM orders WHERE NOT EXISTS (
        SELECT 1 FROM order_guests WHERE order_id = orders.id)`,
    messages: ['order has no guest', 'orders have no guest'],
    formatSubject: formatCode,
  },
  {
    violationsQuery: `SELECT booking_id AS found FROM booking_guests WHERE NOT EXISTS (
        SELECT 1 FROM bookings WHERE bookings.id = booking_id)`,
    messages: ['guest has no booking', 'guests have no booking'],
  },
  {
    violationsQuery: `SELECT code AS found FROM bookings JOIN booking_changes ON booking_id = bookings.id
      WHERE settled_at IS NULL GROUP BY code HAVING COUNT(*) > 1`,
    messages: ['booking has several open wishes', 'bookings have several open wishes'],
    formatSubject: formatCode,
  },
  {
    violationsQuery: 'SELECT code AS found FROM bookings WHERE ends_at <= starts_at',
    messages: ['booking ends before it begins', 'bookings end before they begin'],
    formatSubject: formatCode,
  },
  {
    violationsQuery:
      'SELECT code AS found FROM bookings WHERE (deposit IS NULL) <> (deposit_state IS NULL)',
    messages: ['booking has half a deposit', 'bookings have half a deposit'],
    formatSubject: formatCode,
  },
  {
    // Every change of a booking counts its version up and writes at least one line of history.
    violationsQuery: `SELECT code AS found FROM bookings LEFT JOIN (
        SELECT subject, COUNT(*) AS lines FROM audit GROUP BY subject) AS history
        ON history.subject = 'booking:' || bookings.id
      WHERE lines IS NULL OR lines < version`,
    messages: ['booking was changed without a history', 'bookings were changed without a history'],
    formatSubject: formatCode,
  },
  {
    violationsQuery: `SELECT deliveries.id AS found FROM deliveries WHERE NOT EXISTS (
        SELECT 1 FROM outbox WHERE outbox.id = news_id)`,
    messages: ['message tells no news', 'messages tell no news'],
  },
]

const maxExamples = 5

/** What is not as it must be, in plain words; nothing if all is. */
export async function findBrokenInvariants(sql: Sql): Promise<string[]> {
  const errors: string[] = []
  for (const { violationsQuery, messages, formatSubject = String } of invariants) {
    const rows = await sql.all<{ found: string }>(`${violationsQuery} ORDER BY found`)
    if (rows.length === 0) continue
    const named = rows.slice(0, maxExamples).map(({ found }) => formatSubject(found))
    const more = rows.length > maxExamples ? ' and more' : ''
    errors.push(
      `${rows.length} ${messages[rows.length === 1 ? 0 : 1]}: ${named.join(', ')}${more}.`,
    )
  }
  return errors
}

export type DatabaseSummary = { bookings: number; orders: number; newest: number | null }

/** How much there is, by which people recognise a book. */
export async function summarizeDatabase(sql: Sql): Promise<DatabaseSummary> {
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
