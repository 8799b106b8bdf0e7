/** Newsletter subscribers as CSV, for the program that sends the newsletter. */
import { formatCsv } from '../../kernel/csv.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { dateAt } from '../../kernel/time.ts'
import type { Row, Sql } from '../../store/sql.ts'
import { csvColumns } from '../guest/personal-tables.ts'

const guestColumns = csvColumns('subscribers')

const headings: readonly LocalizedText[] = [
  ...guestColumns.map(({ heading }) => heading),
  { vi: 'Ngôn ngữ', en: 'Language' },
  { vi: 'Xác nhận từ', en: 'Confirmed since' },
  { vi: 'Bản đồng ý', en: 'Consent version' },
  { vi: 'Đường dẫn huỷ nhận', en: 'Unsubscribe URL' },
]

/**
 * Confirmed subscribers only, in the order of confirmation. `unsubscribeUrl` is for the header List-Unsubscribe
 * (RFC 8058) and the footer of the newsletter.
 */
export async function subscribersCsv(
  sql: Sql,
  unsubscribeUrl: (subscriber: { id: string; locale: Locale }) => string,
  locale: Locale,
): Promise<string> {
  type SubscriberRow = { id: string; locale: Locale; consent_version: string; since: number } & Row
  const rows = await sql.all<SubscriberRow>(
    // A link that is opened twice confirms twice; the first confirmation counts.
    `SELECT id, ${guestColumns.map(({ name }) => name).join(', ')}, locale, consent_version, COALESCE((SELECT MIN(at) FROM audit
      WHERE subject = 'subscriber:' || subscribers.id AND action = 'confirmed'), updated_at) AS since
     FROM subscribers WHERE state = 'confirmed' ORDER BY since, email`,
  )
  return formatCsv([
    headings.map((heading) => heading[locale]),
    ...rows.map((row) => [
      ...guestColumns.map(({ name }) => row[name] ?? null),
      row.locale,
      dateAt(row.since),
      row.consent_version,
      unsubscribeUrl(row),
    ]),
  ])
}

export async function countSubscribers(
  sql: Sql,
): Promise<{ confirmed: number; unconfirmed: number }> {
  const rows = await sql.all<{ state: string; count: number }>(
    'SELECT state, COUNT(*) AS count FROM subscribers GROUP BY state',
  )
  const inState = (wanted: string) => rows.find(({ state }) => state === wanted)?.count ?? 0
  return { confirmed: inState('confirmed'), unconfirmed: inState('asked') }
}
