/** The table of bank transfers: what a service has reported, and what was decided about it. */
import { day } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'

/** A booking whose deposit, or an order whose price, is paid by transfer. */
export type ItemSubject = `booking:${string}` | `order:${string}`

/**
 * Why a person decides about a transfer. `unknown`: its text has a code that no booking and no order has; `none`: it
 * has no code; `several`: it has the codes of several; `other_account`: it went to another account than that of the
 * shop; `failed`: the item could not be marked as paid.
 */
export type TransferProblem =
  | 'too_little'
  | 'too_much'
  | 'late'
  | 'twice'
  | 'not_asked'
  | 'several'
  | 'unknown'
  | 'none'
  | 'other_account'
  | 'failed'

export type BankTransfer = {
  id: string
  amount: number
  transferred_at: number
  reference: string | null
  text: string | null
  state: 'open' | 'assigned' | 'dismissed'
  problem: TransferProblem | null
  item: ItemSubject | null
  marked: number
  reason: string | null
  settled_by: string | null
  settled_at: number | null
  version: number
  received_at: number
}

export async function insertTransfer(sql: Sql, transfer: BankTransfer): Promise<void> {
  const { id, amount, transferred_at, reference, text, state, problem, item, marked } = transfer
  const { reason, settled_by, settled_at, version, received_at } = transfer
  await sql.run(
    `INSERT INTO bank_transfers (id, amount, transferred_at, reference, text, state, problem, item, marked,
      reason, settled_by, settled_at, version, received_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[id, amount, transferred_at, reference, text, state, problem, item, marked],
    ...[reason, settled_by, settled_at, version, received_at],
  )
}

export function findTransfer(sql: Sql, id: string): Promise<BankTransfer | undefined> {
  return sql.get<BankTransfer>('SELECT * FROM bank_transfers WHERE id = ?', id)
}

/** What each of the items has received by assigned transfers, in dong. */
export async function loadReceived(
  sql: Sql,
  items: readonly ItemSubject[],
): Promise<ReadonlyMap<string, number>> {
  if (items.length === 0) return new Map()
  const rows = await sql.all<{ item: string; received: number }>(
    `SELECT item, CAST(SUM(amount) AS BIGINT) AS received FROM bank_transfers
     WHERE state = 'assigned' AND item IN (${items.map(() => '?').join(', ')}) GROUP BY item`,
    ...items,
  )
  return new Map(rows.map(({ item, received }) => [item, Number(received)]))
}

/** The payment of an item was undone: the transfer that had marked it waits for a decision again. */
export async function releaseTransfer(sql: Sql, item: ItemSubject): Promise<void> {
  await sql.run(
    `UPDATE bank_transfers SET state = 'open', item = NULL, marked = 0, settled_by = NULL, settled_at = NULL,
      version = version + 1 WHERE item = ? AND marked = 1`,
    item,
  )
}

/** The texts of transfers for a booking or an order of a guest who is erased may name the guest. */
export async function eraseTransferTexts(sql: Sql, subject: string, code: string): Promise<void> {
  await sql.run(
    'UPDATE bank_transfers SET text = NULL WHERE text IS NOT NULL AND (item = ? OR reference = ?)',
    ...[subject, code],
  )
}

/** For the undo of a tap; then the text of the sender is no longer needed. */
const undoTextMs = day
/** Most transfers to the account of a shop are for nothing that was booked or ordered here. */
const otherTransferMs = 60 * day

/**
 * Deletes texts and transfers that are no longer needed; `due` is the end of the retention of guests. What has a code
 * and waits for a decision stays, without its text.
 */
export async function eraseOldTransfers(sql: Sql, due: number, now: number): Promise<void> {
  await sql.run(
    "UPDATE bank_transfers SET text = NULL WHERE text IS NOT NULL AND state <> 'open' AND settled_at < ?",
    now - undoTextMs,
  )
  await sql.run(
    'UPDATE bank_transfers SET text = NULL WHERE text IS NOT NULL AND received_at < ?',
    due,
  )
  await sql.run("DELETE FROM bank_transfers WHERE state <> 'open' AND settled_at < ?", due)
  await sql.run(
    "DELETE FROM bank_transfers WHERE state = 'open' AND problem = 'none' AND received_at < ?",
    now - otherTransferMs,
  )
}
