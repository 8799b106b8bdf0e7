/** What is kept of a guest, from a terminal: handed to him, or erased. */
import { existsSync } from 'node:fs'
import { createStaffActions } from '../domain/booking/staff-actions.ts'
import { countExports, listBackups } from '../domain/integrity/backup-log.ts'
import { createOrderActions } from '../domain/orders/staff.ts'
import { eraseGuest } from '../domain/privacy/erase.ts'
import { PrivacyError } from '../domain/privacy/errors.ts'
import { exportWithReceipt } from '../domain/privacy/export-with-receipt.ts'
import { type GuestQuery, parseGuestQuery } from '../domain/privacy/find-guest.ts'
import { toIsoString } from '../kernel/time.ts'
import { UserError } from '../kernel/user-error.ts'
import type { Sql } from '../store/sql.ts'
import { type OpenedDatabase, withDatabase } from './database.ts'
import { formatReceipt, runFinishReceipt, showReceipts, VacuumPending } from './receipt.ts'

export class UnknownGuestCommand extends UserError {
  constructor() {
    super(`"guest" is used like this:\n\n${guestHelp}`)
    this.name = 'UnknownGuestCommand'
  }
}

/** He may well be in another: which one was opened follows from the settings. */
class GuestNotFound extends PrivacyError {
  constructor(databaseName: string) {
    super('nothing_kept')
    this.message = `Nothing is kept of this guest in ${databaseName}.`
  }
}

export const guestHelp = `  letan guest export PHONE|MAIL     print everything that is kept of a guest, as JSON
  letan guest erase PHONE|MAIL      erase a guest for good; --cancel cancels what is to come first
  letan guest receipt NUMBER        show the receipt of an export or an erasure; or all of a PHONE|MAIL
  letan guest scrubbed NUMBER       finish a receipt, once the files of the book were written anew by their owner`

const cancelFlag = '--cancel'
const actor = 'terminal'

export async function runGuest(
  [verb, ...args]: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const cancel = args.includes(cancelFlag)
  const identifier = args.filter((arg) => arg !== cancelFlag).join(' ')
  const known =
    verb === 'erase' || (!cancel && ['export', 'receipt', 'scrubbed'].includes(verb ?? ''))
  if (!known || args.length === (cancel ? 1 : 0)) throw new UnknownGuestCommand()
  if (verb === 'receipt')
    return withDatabase(environment, (database) => showReceipts(database, identifier))
  if (verb === 'scrubbed')
    return withDatabase(environment, (database) => runFinishReceipt(database, identifier))
  const query = parseGuestQuery(identifier)
  return withDatabase(environment, (database) =>
    exportOrErase(database, verb, query, cancel).catch((error: unknown) => {
      const isUnknown = error instanceof PrivacyError && error.code === 'nothing_kept'
      throw isUnknown ? new GuestNotFound(database.name) : error
    }),
  )
}

async function exportOrErase(
  { store, shop, secret, now }: OpenedDatabase,
  verb: string | undefined,
  query: GuestQuery,
  cancel: boolean,
): Promise<string> {
  if (verb === 'export') return (await exportWithReceipt({ store, secret, now }, query, actor)).text
  const desk = createStaffActions(store, { rules: shop.booking, business: shop.business }, now)
  const parts = { store, secret, now, desk, orders: createOrderActions(store, now) }
  const erased = await eraseGuest(parts, query, { cancel, actor })
  const lines = [
    ...formatReceipt(erased, shop.business.name),
    ...(await listUnreachableCopies(store.read)),
  ]
  const output = [...lines, ''].join('\n')
  if (erased.vacuumError) throw new VacuumPending(erased, output, erased.vacuumError)
  return output
}

async function listUnreachableCopies(sql: Sql): Promise<string[]> {
  const backups = (await listBackups(sql)).filter(({ file }) => existsSync(file))
  const { times, last } = await countExports(sql)
  const exportedText = last === null ? '' : ` (${times}, the last on ${toIsoString(last)})`
  return [
    'Not reached from here, so see to it yourself:',
    ...backups.map(({ file, at }) => `  ${file}, a copy of ${toIsoString(at)}`),
    `  tables taken from the desk${exportedText}, calendars that subscribed to it`,
    '  mail and messages that were sent, other copies of the book, the history of this terminal',
  ]
}
