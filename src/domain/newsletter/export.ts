/** Newsletter subscribers as CSV, for the program that sends the newsletter. */
import { formatCsv } from '../../kernel/csv.ts'
import type { Locale } from '../../kernel/locale.ts'
import { dateAt } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'

const headings: Record<Locale, readonly string[]> = {
  vi: ['Email', 'Tên', 'Ngôn ngữ', 'Xác nhận từ', 'Bản đồng ý'],
  en: ['Email', 'Name', 'Language', 'Confirmed since', 'Consent version'],
}

/** Confirmed subscribers only, in the order of confirmation. */
export async function subscribersCsv(sql: Sql, locale: Locale): Promise<string> {
  const rows = await sql.all<{
    email: string
    name: string | null
    locale: Locale
    consent_version: string
    since: number
  }>(
    // A link that is opened twice confirms twice; the first confirmation counts.
    `SELECT email, name, locale, consent_version, COALESCE((SELECT MIN(at) FROM audit
      WHERE subject = 'subscriber:' || subscribers.id AND action = 'confirmed'), updated_at) AS since
     FROM subscribers WHERE state = 'confirmed' ORDER BY since, email`,
  )
  return formatCsv([
    headings[locale],
    ...rows.map((row) => [row.email, row.name, row.locale, dateAt(row.since), row.consent_version]),
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
