/**
 * The transfers that staff look at: those that wait for a decision, the others without a code, and the latest
 * decisions.
 */
import type { Sql } from '../../store/sql.ts'
import type { BankTransfer } from '../payment/bank-transfers.ts'
import {
  findItems,
  findItemsByCodes,
  isDueBooking,
  isDueOrder,
  loadDueItems,
  type PayableItem,
} from './items.ts'
import { rankItems } from './nearest.ts'

export type WaitingTransfer = BankTransfer & {
  /** What it may pay, the most likely first. */
  candidates: readonly PayableItem[]
}

export type TransferList = {
  /** Those with a code, and those whose amount is expected. */
  waiting: readonly WaitingTransfer[]
  /** The latest of those without a code, which are probably for something else. */
  others: readonly WaitingTransfer[]
  settled: readonly (BankTransfer & { paid: PayableItem | undefined })[]
}

const maxWaiting = 100
const maxOthers = 50
const maxSettled = 30

/** A guest may leave out the code: an amount that is expected deserves a look, others without a code do not. */
const needsDecision = `state = 'open' AND (COALESCE(problem, '') <> 'none'
  OR EXISTS (SELECT 1 FROM bookings WHERE deposit = amount AND ${isDueBooking})
  OR EXISTS (SELECT 1 FROM orders WHERE total = amount AND ${isDueOrder}))`

export async function countWaitingTransfers(sql: Sql, now: number): Promise<number> {
  const row = await sql.get<{ waiting: number }>(
    `SELECT COUNT(*) AS waiting FROM bank_transfers WHERE ${needsDecision}`,
    now,
  )
  return Number(row?.waiting ?? 0)
}

export async function loadTransferList(sql: Sql, now: number): Promise<TransferList> {
  const waiting = await sql.all<BankTransfer>(
    `SELECT * FROM bank_transfers WHERE ${needsDecision} ORDER BY transferred_at DESC, id LIMIT ${maxWaiting}`,
    now,
  )
  const others = await sql.all<BankTransfer>(
    `SELECT * FROM bank_transfers WHERE state = 'open' AND NOT (${needsDecision})
     ORDER BY transferred_at DESC, id LIMIT ${maxOthers}`,
    now,
  )
  const settled = await sql.all<BankTransfer>(
    `SELECT * FROM bank_transfers WHERE state <> 'open' ORDER BY settled_at DESC, id LIMIT ${maxSettled}`,
  )
  const due = await loadDueItems(sql, now)
  const references = new Set(waiting.flatMap(({ reference }) => reference ?? []))
  const named = await findItemsByCodes(sql, [...references], now)
  const withCandidates = (transfer: BankTransfer): WaitingTransfer => ({
    ...transfer,
    candidates: rankItems(transfer, [
      ...named.filter(({ code }) => code === transfer.reference),
      ...due.filter(({ code }) => code !== transfer.reference),
    ]),
  })
  const paid = await findItems(
    sql,
    settled.flatMap(({ item }) => item ?? []),
    now,
  )
  return {
    waiting: waiting.map(withCandidates),
    others: others.map(withCandidates),
    settled: settled.map((transfer) => ({
      ...transfer,
      paid: paid.find(({ subject }) => subject === transfer.item),
    })),
  }
}
