/** Receipts of exports and erasures: when, by whom and how much, without personal data. */
import { createCode, normalizeCode } from '../../kernel/booking-code.ts'
import { newId } from '../../kernel/id.ts'
import type { Sql } from '../../store/sql.ts'
import { type Receipt, type ReceiptRow, toReceipt } from './rows.ts'

export type { Counts, Receipt } from './rows.ts'

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

export async function findReceiptByCode(sql: Sql, code: string): Promise<Receipt | undefined> {
  const row = await sql.get<ReceiptRow>(
    'SELECT * FROM receipts WHERE code = ?',
    normalizeCode(code),
  )
  return row && toReceipt(row)
}

export async function findReceiptById(sql: Sql, id: string): Promise<Receipt | undefined> {
  const row = await sql.get<ReceiptRow>('SELECT * FROM receipts WHERE id = ?', id)
  return row && toReceipt(row)
}

/** All receipts of a guest, newest first. */
export async function findReceiptsByGuest(sql: Sql, digest: string): Promise<Receipt[]> {
  const rows = await sql.all<ReceiptRow>(
    `SELECT receipts.* FROM receipt_guests JOIN receipts ON receipts.id = receipt_id
     WHERE digest = ? ORDER BY at DESC, receipts.id DESC`,
    digest,
  )
  return rows.map(toReceipt)
}

const maxListed = 10

export async function listRecentReceipts(sql: Sql): Promise<Receipt[]> {
  const rows = await sql.all<ReceiptRow>(
    `SELECT * FROM receipts ORDER BY at DESC, id DESC LIMIT ${maxListed}`,
  )
  return rows.map(toReceipt)
}

/** Ids of erasures whose deleted data may still be in the database files. */
export async function findUnvacuumedReceipts(sql: Sql): Promise<string[]> {
  const rows = await sql.all<{ id: string }>(
    "SELECT id FROM receipts WHERE kind = 'erase' AND scrubbed_at IS NULL",
  )
  return rows.map(({ id }) => id)
}

export async function markVacuumed(sql: Sql, ids: readonly string[], at: number): Promise<void> {
  for (const id of ids) await sql.run('UPDATE receipts SET scrubbed_at = ? WHERE id = ?', at, id)
}
