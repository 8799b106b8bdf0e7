/**
 * Invariants of the database. Each is checked by a single query, so that it sees one consistent snapshot even
 * while the shop is running.
 */
import { formatCode } from '../../kernel/booking-code.ts'
import { type PluralForms, plural } from '../../kernel/plural.ts'
import { minute } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { findShopIdentity, type ShopIdentity } from './shop-identity.ts'

type Invariant = {
  /** Returns the violating rows in the column `found`. */
  violationsQuery: string
  message: Required<PluralForms>
  formatSubject?: (subject: string) => string
}

/** Upcoming bookings and seated parties hold cells, except requests that wait for staff without a place. */
const occupiesCells =
  "holds_place = 1 AND status IN ('pending', 'confirmed') AND (visit IS NULL OR visit = 'seated')"

/** A seated party holds its place at other times than planned, and other places before it moved. */
const isExpected = "status IN ('pending', 'confirmed') AND visit IS NULL"

const quarterMs = 15 * minute

const invariants: readonly Invariant[] = [
  {
    violationsQuery: `SELECT code AS found FROM bookings WHERE ${occupiesCells}
      AND NOT EXISTS (SELECT 1 FROM cells WHERE holder = 'booking:' || bookings.id)`,
    message: { one: 'booking holds no resource', other: 'bookings hold no resource' },
    formatSubject: formatCode,
  },
  {
    // A late party that was moved holds its new place only from then on.
    violationsQuery: `SELECT DISTINCT code AS found FROM bookings JOIN (
        SELECT holder, resource, MIN(cell) AS first, MAX(cell) AS last, COUNT(*) AS cells
        FROM cells GROUP BY holder, resource) AS held ON held.holder = 'booking:' || bookings.id
      WHERE ${isExpected} AND (first < starts_at / ${quarterMs}
        OR (first > starts_at / ${quarterMs} AND first > updated_at / ${quarterMs})
        OR cells <> last - first + 1 OR (last + 1) * ${quarterMs} < ends_at)`,
    message: {
      one: 'booking holds its resources at a different time',
      other: 'bookings hold their resources at a different time',
    },
    formatSubject: formatCode,
  },
  {
    violationsQuery: `SELECT code AS found FROM bookings WHERE holds_place = 0
      AND (status = 'confirmed' OR EXISTS (
        SELECT 1 FROM cells WHERE holder = 'booking:' || bookings.id))`,
    message: {
      one: 'booking without a place is confirmed or holds resources',
      other: 'bookings without a place are confirmed or hold resources',
    },
    formatSubject: formatCode,
  },
  {
    // The id alone can use an index; the full holder is compared afterwards.
    violationsQuery: `SELECT holder AS found FROM (SELECT DISTINCT holder FROM cells) AS held
      WHERE NOT EXISTS (SELECT 1 FROM bookings WHERE id = SUBSTR(holder, 9)
        AND 'booking:' || id = holder AND status <> 'cancelled')
      AND NOT EXISTS (SELECT 1 FROM blocks WHERE id = SUBSTR(holder, 7) AND 'block:' || id = holder)
      AND NOT EXISTS (SELECT 1 FROM place_offers WHERE id = SUBSTR(holder, 7)
        AND 'offer:' || id = holder AND status = 'open')`,
    message: {
      one: 'holder of resources has no booking, block or offer',
      other: 'holders of resources have no booking, block or offer',
    },
  },
  {
    // An offer to a booking may need no more than what the booking and its other offers hold.
    violationsQuery: `SELECT id AS found FROM place_offers WHERE status = 'open'
      AND owner LIKE 'waitlist:%' AND NOT EXISTS (
        SELECT 1 FROM cells WHERE holder = 'offer:' || place_offers.id)`,
    message: { one: 'offer holds no resource', other: 'offers hold no resource' },
  },
  {
    violationsQuery: `SELECT id AS found FROM place_offers WHERE status = 'open'
      AND owner LIKE 'booking:%' AND NOT EXISTS (
        SELECT 1 FROM bookings WHERE 'booking:' || bookings.id = owner AND ${isExpected})`,
    message: {
      one: 'offer is open for a booking that is not expected',
      other: 'offers are open for bookings that are not expected',
    },
  },
  {
    violationsQuery: `SELECT code AS found FROM waitlist WHERE (status = 'offered') <> EXISTS (
        SELECT 1 FROM place_offers WHERE owner = 'waitlist:' || waitlist.id AND status = 'open')`,
    message: {
      one: 'entry of the waitlist does not fit its offers',
      other: 'entries of the waitlist do not fit their offers',
    },
    formatSubject: formatCode,
  },
  {
    violationsQuery: `SELECT waitlist.code AS found FROM waitlist LEFT JOIN (
        SELECT subject, COUNT(*) AS lines FROM audit GROUP BY subject) AS history
        ON history.subject = 'waitlist:' || waitlist.id
      WHERE lines IS NULL OR lines < version`,
    message: {
      one: 'entry of the waitlist was changed without an audit entry',
      other: 'entries of the waitlist were changed without an audit entry',
    },
    formatSubject: formatCode,
  },
  {
    // Bookings may hold all of the time of an absence.
    violationsQuery: `SELECT id AS found FROM blocks WHERE NOT EXISTS (
        SELECT 1 FROM cells WHERE holder = 'block:' || blocks.id)
      AND NOT EXISTS (SELECT 1 FROM absences WHERE absences.id = blocks.id)`,
    message: { one: 'block holds no resource', other: 'blocks hold no resource' },
  },
  {
    violationsQuery: `SELECT code AS found FROM bookings WHERE NOT EXISTS (
        SELECT 1 FROM booking_guests WHERE booking_id = bookings.id)`,
    message: { one: 'booking has no guest', other: 'bookings have no guest' },
    formatSubject: formatCode,
  },
  {
    violationsQuery: `SELECT code AS found FROM orders WHERE NOT EXISTS (
        SELECT 1 FROM order_guests WHERE order_id = orders.id)`,
    message: { one: 'order has no guest', other: 'orders have no guest' },
    formatSubject: formatCode,
  },
  {
    violationsQuery: `SELECT number AS found FROM cards WHERE balance <> (
        SELECT COALESCE(SUM(amount), 0) FROM card_entries WHERE card_id = cards.id)`,
    message: {
      one: 'card has another balance than the sum of its entries',
      other: 'cards have another balance than the sum of their entries',
    },
  },
  {
    violationsQuery: `SELECT number AS found FROM cards WHERE balance < (
        SELECT COUNT(*) FROM card_visits WHERE card_id = cards.id AND state = 'reserved')`,
    message: {
      one: 'card has fewer visits than its bookings have reserved',
      other: 'cards have fewer visits than their bookings have reserved',
    },
  },
  {
    violationsQuery: `SELECT number AS found FROM cards WHERE NOT EXISTS (
        SELECT 1 FROM card_holders WHERE card_id = cards.id)`,
    message: { one: 'card has no holder', other: 'cards have no holder' },
  },
  {
    violationsQuery: `SELECT booking_id AS found FROM booking_guests WHERE NOT EXISTS (
        SELECT 1 FROM bookings WHERE bookings.id = booking_id)`,
    message: { one: 'guest has no booking', other: 'guests have no booking' },
  },
  {
    violationsQuery: `SELECT code AS found FROM bookings JOIN booking_changes ON booking_id = bookings.id
      WHERE settled_at IS NULL GROUP BY code HAVING COUNT(*) > 1`,
    message: {
      one: 'booking has several open change requests',
      other: 'bookings have several open change requests',
    },
    formatSubject: formatCode,
  },
  {
    violationsQuery: `SELECT bank_transfers.id AS found FROM bank_transfers
      WHERE (state = 'assigned') <> (item IS NOT NULL) OR (marked = 1
        AND NOT EXISTS (SELECT 1 FROM bookings WHERE bookings.id = SUBSTR(bank_transfers.item, 9)
          AND 'booking:' || bookings.id = bank_transfers.item AND deposit_state IN ('paid', 'returned'))
        AND NOT EXISTS (SELECT 1 FROM orders WHERE orders.id = SUBSTR(bank_transfers.item, 7)
          AND 'order:' || orders.id = bank_transfers.item AND orders.status <> 'pending_payment'))`,
    message: {
      one: 'bank transfer does not fit what it has paid',
      other: 'bank transfers do not fit what they have paid',
    },
  },
  {
    violationsQuery: 'SELECT code AS found FROM bookings WHERE ends_at <= starts_at',
    message: { one: 'booking ends before it starts', other: 'bookings end before they start' },
    formatSubject: formatCode,
  },
  {
    violationsQuery:
      'SELECT code AS found FROM bookings WHERE (deposit IS NULL) <> (deposit_state IS NULL)',
    message: {
      one: 'booking has a deposit without a state, or a state without a deposit',
      other: 'bookings have a deposit without a state, or a state without a deposit',
    },
    formatSubject: formatCode,
  },
  {
    // Every change increments the version and writes at least one audit entry.
    violationsQuery: `SELECT code AS found FROM bookings LEFT JOIN (
        SELECT subject, COUNT(*) AS lines FROM audit GROUP BY subject) AS history
        ON history.subject = 'booking:' || bookings.id
      WHERE lines IS NULL OR lines < version`,
    message: {
      one: 'booking was changed without an audit entry',
      other: 'bookings were changed without an audit entry',
    },
    formatSubject: formatCode,
  },
  {
    violationsQuery: `SELECT deliveries.id AS found FROM deliveries WHERE NOT EXISTS (
        SELECT 1 FROM outbox WHERE outbox.id = news_id)`,
    message: { one: 'delivery has no event', other: 'deliveries have no event' },
  },
]

const maxExamples = 5

/** Returns a description of each violation; empty if there is none. `report` gets the number of checked invariants. */
export async function findBrokenInvariants(
  sql: Sql,
  report: (checked: number, total: number) => void = () => {},
): Promise<string[]> {
  const errors: string[] = []
  for (const [
    index,
    { violationsQuery, message, formatSubject = String },
  ] of invariants.entries()) {
    report(index, invariants.length)
    const rows = await sql.all<{ found: string }>(`${violationsQuery} ORDER BY found`)
    if (rows.length === 0) continue
    const examples = rows.slice(0, maxExamples).map(({ found }) => formatSubject(found))
    const more = rows.length > maxExamples ? ' and more' : ''
    errors.push(`${rows.length} ${plural(rows.length, message)}: ${examples.join(', ')}${more}.`)
  }
  return errors
}

export type DatabaseSummary = {
  bookings: number
  orders: number
  newest: number | null
  /** Null before the first start of this version. */
  shop: ShopIdentity | null
}

/** Counts that help a user recognize a database. */
export async function summarizeDatabase(sql: Sql): Promise<DatabaseSummary> {
  const bookings = await sql.get<{ count: number; newest: number | null }>(
    'SELECT COUNT(*) AS count, MAX(created_at) AS newest FROM bookings',
  )
  const orders = await sql.get<{ count: number }>('SELECT COUNT(*) AS count FROM orders')
  return {
    bookings: bookings?.count ?? 0,
    orders: orders?.count ?? 0,
    newest: bookings?.newest ?? null,
    shop: (await findShopIdentity(sql)) ?? null,
  }
}
