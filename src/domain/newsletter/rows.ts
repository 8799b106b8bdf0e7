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

export type Sending = Omit<SendingRow, 'texts' | 'is_test'> & { texts: ArticleTexts }

function toSending({ texts, is_test: _, ...row }: SendingRow): Sending {
  return { ...row, texts: JSON.parse(texts) as ArticleTexts }
}

const maxListed = 20

/** The newest first, without tests. */
export async function listSendings(sql: Sql): Promise<Sending[]> {
  const rows = await sql.all<SendingRow>(
    `SELECT * FROM newsletter_sendings WHERE is_test = 0 ORDER BY id DESC LIMIT ${maxListed}`,
  )
  return rows.map(toSending)
}

export async function findSending(sql: Sql, id: string): Promise<Sending | undefined> {
  const row = await sql.get<SendingRow>('SELECT * FROM newsletter_sendings WHERE id = ?', id)
  return row && toSending(row)
}
