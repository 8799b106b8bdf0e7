/** What was handed out or erased, when, by whom and how much: without a word of whose it was. */

import { createCode, normalizeCode } from '../../kernel/booking-code.ts'
import { newId } from '../../kernel/id.ts'
import type { Sql } from '../../store/sql.ts'

/** How much of what; what cannot be in a receipt of its kind is absent. */
export type Counts = {
  bookings: number
  cancelled?: number
  marks: number
  orders: number
  leads: number
  subscriptions: number
  answers: number
  mentions?: number
  requests: number
}

export type ReceiptKind = 'export' | 'erase'

export type Receipt = {
  id: string
  /** As it is kept; `showCode` makes it legible. */
  code: string
  kind: ReceiptKind
  at: number
  actor: string
  counts: Counts
  /** What is kept under the same phone or address, but also under another, and was left. */
  elsewhere: number
  /** When the files of the book were written anew; nothing as long as they may hold remains. */
  vacuumedAt: number | undefined
}

type Row = {
  id: string
  code: string
  kind: ReceiptKind
  actor: string
  counts: string
  elsewhere: number
  at: number
  scrubbed_at: number | null
}

export async function insertReceipt(
  sql: Sql,
  input: Pick<Receipt, 'kind' | 'at' | 'actor' | 'counts' | 'elsewhere'>,
  digests: readonly string[],
): Promise<Receipt> {
  const receipt: Receipt = {
    ...input,
    id: newId(input.at),
    code: normalizeCode(createCode('BN')),
    vacuumedAt: undefined,
  }
  await sql.run(
    'INSERT INTO receipts (id, code, kind, actor, counts, elsewhere, at) VALUES (?, ?, ?, ?, ?, ?, ?)',
    receipt.id,
    receipt.code,
    receipt.kind,
    receipt.actor,
    JSON.stringify(receipt.counts),
    receipt.elsewhere,
    receipt.at,
  )
  for (const digest of new Set(digests)) {
    await sql.run(
      'INSERT INTO receipt_guests (digest, receipt_id) VALUES (?, ?)',
      digest,
      receipt.id,
    )
  }
  return receipt
}

/** However it is written. */
export async function findReceiptByCode(sql: Sql, written: string): Promise<Receipt | undefined> {
  const row = await sql.get<Row>('SELECT * FROM receipts WHERE code = ?', normalizeCode(written))
  return row && toReceipt(row)
}

export async function findReceiptById(sql: Sql, id: string): Promise<Receipt | undefined> {
  const row = await sql.get<Row>('SELECT * FROM receipts WHERE id = ?', id)
  return row && toReceipt(row)
}

/** Whatever was ever done for whoever this is, the newest first. */
export async function findReceiptsByGuest(sql: Sql, digest: string): Promise<Receipt[]> {
  const rows = await sql.all<Row>(
    `SELECT receipts.* FROM receipt_guests JOIN receipts ON receipts.id = receipt_id
     WHERE digest = ? ORDER BY at DESC, receipts.id DESC`,
    digest,
  )
  return rows.map(toReceipt)
}

const maxListed = 10

export async function listRecentReceipts(sql: Sql): Promise<Receipt[]> {
  const rows = await sql.all<Row>(
    `SELECT * FROM receipts ORDER BY at DESC, id DESC LIMIT ${maxListed}`,
  )
  return rows.map(toReceipt)
}

/** Erasures after which the files of the book were not written anew yet. */
export async function findUnvacuumedReceipts(sql: Sql): Promise<string[]> {
  const rows = await sql.all<{ id: string }>(
    "SELECT id FROM receipts WHERE kind = 'erase' AND scrubbed_at IS NULL",
  )
  return rows.map(({ id }) => id)
}

export async function markVacuumed(sql: Sql, ids: readonly string[], at: number): Promise<void> {
  for (const id of ids) await sql.run('UPDATE receipts SET scrubbed_at = ? WHERE id = ?', at, id)
}

function toReceipt({ counts, scrubbed_at, ...row }: Row): Receipt {
  return {
    ...row,
    counts: JSON.parse(counts) as Counts,
    vacuumedAt: scrubbed_at ?? undefined,
  }
}
