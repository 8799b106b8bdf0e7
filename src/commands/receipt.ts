/** Receipts of what was handed out or erased, in a terminal: shown, and finished. */

import { parseGuestQuery } from '../domain/privacy/find-guest.ts'
import { guestHash } from '../domain/privacy/guest-hash.ts'
import { findReceiptByCode, findReceiptsByGuest, type Receipt } from '../domain/privacy/receipts.ts'
import { buildStatement, formatCounts } from '../domain/privacy/statement.ts'
import { confirmByStaff, findVacuumRecord } from '../domain/privacy/vacuum.ts'
import { formatCode, normalizeCode } from '../kernel/booking-code.ts'
import { toIsoString } from '../kernel/time.ts'
import { UserError } from '../kernel/user-error.ts'
import { explainOpenError } from '../store/open-error.ts'
import { type Sql, VacuumNotPermitted } from '../store/sql.ts'
import type { OpenedDatabase } from './database.ts'

/** The guest is erased, but the files of the book may still hold bytes of him. */
export class VacuumPending extends UserError {
  constructor({ code }: Pick<Receipt, 'code'>, output: string, cause: unknown) {
    const todo =
      cause instanceof VacuumNotPermitted
        ? `${cause.message}; then run: letan guest scrubbed ${formatCode(code)}`
        : `run the same command again (${explainOpenError(cause instanceof Error ? cause.cause : cause)})`
    super(`${output}NOT DONE YET: the files of the book still hold it; ${todo}`)
    this.name = 'VacuumPending'
  }
}

export class ReceiptNotFound extends UserError {
  constructor(message: string) {
    super(message)
    this.name = 'ReceiptNotFound'
  }
}

const unknownReceiptCode = (identifier: string, databaseName: string, orElse: string) =>
  new ReceiptNotFound(
    `There is no receipt "${identifier}" in ${databaseName}. Write it as BN-7K3M-9Q2X-4D, ${orElse}.`,
  )

/** His number was understood: it is not repeated, and he may be in another book. */
const noReceiptsOfGuest = (databaseName: string) =>
  new ReceiptNotFound(
    `There is no receipt for this guest in ${databaseName}: nothing was handed out or erased there.`,
  )

export async function showReceipts(
  { store, shop, secret, name: databaseName }: OpenedDatabase,
  identifier: string,
): Promise<string> {
  const isCode = /^BN/i.test(normalizeCode(identifier))
  const matches = isCode
    ? [await findReceiptByCode(store.read, identifier)]
    : await findReceiptsByGuest(store.read, guestHash(secret, parseGuestQuery(identifier).value))
  const receipts = matches.flatMap((one) => one ?? [])
  if (receipts.length === 0) {
    throw isCode
      ? unknownReceiptCode(identifier, databaseName, "or the guest's phone or mail")
      : noReceiptsOfGuest(databaseName)
  }
  const { name } = shop.business
  const sections = receipts.map(async (one) =>
    [...formatReceipt(one, name), ...(await formatVacuumStatus(store.read, one)), ''].join('\n'),
  )
  return (await Promise.all(sections)).join('\n')
}

/** Tries it itself and looks at the files; where neither can be, whoever calls is believed. */
export async function runFinishReceipt(
  { store, now, name: databaseName }: OpenedDatabase,
  identifier: string,
): Promise<string> {
  const receipt = await findReceiptByCode(store.read, identifier)
  if (receipt?.kind !== 'erase') {
    throw unknownReceiptCode(identifier, databaseName, 'as it stands on an erasure')
  }
  try {
    if (receipt.vacuumedAt === undefined) await confirmByStaff({ store, now }, receipt, 'terminal')
  } catch (error) {
    throw new VacuumPending(receipt, '', error)
  }
  const updated = (await findReceiptByCode(store.read, identifier)) ?? receipt
  return [...(await formatVacuumStatus(store.read, updated)), ''].join('\n')
}

async function formatVacuumStatus(sql: Sql, receipt: Receipt): Promise<string[]> {
  const { kind, vacuumedAt } = receipt
  if (kind !== 'erase') return []
  if (vacuumedAt === undefined) return ['The files of the book: NOT written anew yet']
  const { proof: how = 'done', actor: confirmedBy = '' } =
    (await findVacuumRecord(sql, receipt)) ?? {}
  const confirmation = {
    done: 'by this program',
    seen: 'by the owner of the tables, as their files show',
    said: `on the word of ${confirmedBy.split(':')[0]}; nothing shows it`,
  }[how]
  return [`The files of the book: written anew, ${toIsoString(vacuumedAt)}, ${confirmation}`]
}

export function formatReceipt(receipt: Receipt, shopName: string): string[] {
  const { kind, at, code, actor, counts, elsewhere } = receipt
  const { vi, en } = buildStatement(receipt, shopName)
  const actionText = { export: 'Handed out', erase: 'Erased' }[kind]
  const retainedNote = `Left, as it is also under another phone or address: ${elsewhere}`
  return [
    `${actionText} on ${toIsoString(at)} by ${actor.split(':')[0]}, receipt ${formatCode(code)}:`,
    ...formatCounts(counts, 'en', true).map((line) => `  ${line}`),
    ...(elsewhere === 0 ? [] : [retainedNote]),
    'To be sent to the guest:',
    `  ${vi}`,
    `  ${en}`,
  ]
}
