/** Reads the articles that were sent to subscribers. */
import type { Locale } from '../../kernel/locale.ts'
import type { Sql } from '../../store/sql.ts'

/** What is sent, as it was when the owner sent it. */
export type ArticleTexts = Record<Locale, { title: string; text: string }>

export type SendingRow = {
  id: string
  article: string
  texts: string
  is_test: number
  queued: number
  queued_up_to: string
  next_at: number
  created_by: string
  created_at: number
  finished_at: number | null
}

export type Sending = Omit<SendingRow, 'texts' | 'is_test'> & {
  texts: ArticleTexts
  /** Ended by an owner before all emails were queued. */
  isStopped: boolean
}

type ReadRow = SendingRow & { last_action: string | null }

function toSending({ texts, is_test: _, last_action, ...row }: ReadRow): Sending {
  const isStopped = row.finished_at !== null && last_action === 'stopped'
  return { ...row, texts: JSON.parse(texts) as ArticleTexts, isStopped }
}

const query = `SELECT newsletter_sendings.*, (
    SELECT action FROM audit WHERE subject = 'newsletter:' || newsletter_sendings.id
    ORDER BY audit.id DESC LIMIT 1) AS last_action
  FROM newsletter_sendings`

const maxListed = 20

/** The newest first, without tests. */
export async function listSendings(sql: Sql): Promise<Sending[]> {
  const rows = await sql.all<ReadRow>(
    `${query} WHERE is_test = 0 ORDER BY id DESC LIMIT ${maxListed}`,
  )
  return rows.map(toSending)
}

export async function findSending(sql: Sql, id: string): Promise<Sending | undefined> {
  const row = await sql.get<ReadRow>(`${query} WHERE newsletter_sendings.id = ?`, id)
  return row && toSending(row)
}
