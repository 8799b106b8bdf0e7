/** Shows the receipts of exports and erasures, and completes those that wait for a vacuum. */
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

/** The guest is erased, but the database files may still contain bytes of the deleted rows. */
export class VacuumPending extends UserError {
  constructor({ code }: Pick<Receipt, 'code'>, output: string, cause: unknown) {
    const todo =
      cause instanceof VacuumNotPermitted
        ? `${cause.message}; then run: letan guest vacuumed ${formatCode(code)}`
        : `run the same command again (${explainOpenError(cause instanceof Error ? cause.cause : cause)})`
    super(`${output}NOT COMPLETE: the database files may still contain the data; ${todo}`)
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
    `There is no receipt "${identifier}" in ${databaseName}. Write the number as BN-7K3M-9Q2X-4D${orElse}.`,
  )

/** The message does not repeat the phone number or the email address. */
const noReceiptsOfGuest = (databaseName: string) =>
  new ReceiptNotFound(
    `There is no receipt for this guest in ${databaseName}: nothing was exported or erased there.`,
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
      ? unknownReceiptCode(
          identifier,
          databaseName,
          ", or write the guest's phone number or email address",
        )
      : noReceiptsOfGuest(databaseName)
  }
  const { name } = shop.business
  const sections = receipts.map(async (one) =>
    [...formatReceipt(one, name), ...(await formatVacuumStatus(store.read, one)), ''].join('\n'),
  )
  return (await Promise.all(sections)).join('\n')
}

/** Runs the vacuum if permitted, else checks the files; if neither is possible, trusts the operator. */
export async function runFinishReceipt(
  { store, now, name: databaseName }: OpenedDatabase,
  identifier: string,
): Promise<string> {
  const receipt = await findReceiptByCode(store.read, identifier)
  if (receipt?.kind !== 'erase') {
    throw unknownReceiptCode(identifier, databaseName, ', as printed by the erasure')
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
  if (vacuumedAt === undefined) return ['Database files: NOT vacuumed yet']
  const { proof = 'done', actor = '' } = (await findVacuumRecord(sql, receipt)) ?? {}
  const confirmation = {
    done: 'by this program',
    seen: 'by the owner of the tables, verified from the files',
    said: `as stated by ${actor.split(':')[0]}, not verified`,
  }[proof]
  return [`Database files: vacuumed, ${toIsoString(vacuumedAt)}, ${confirmation}`]
}

export function formatReceipt(receipt: Receipt, shopName: string): string[] {
  const { kind, at, code, actor, counts, elsewhere } = receipt
  const { vi, en } = buildStatement(receipt, shopName)
  const actionText = { export: 'Exported', erase: 'Erased' }[kind]
  const retainedNote = `Not erased, because another phone number or email address is stored with it: ${elsewhere}`
  return [
    `${actionText} on ${toIsoString(at)} by ${actor.split(':')[0]}, receipt ${formatCode(code)}:`,
    ...formatCounts(counts, 'en', true).map((line) => `  ${line}`),
    ...(elsewhere === 0 ? [] : [retainedNote]),
    'Send this to the guest:',
    `  ${vi}`,
    `  ${en}`,
  ]
}
