/** `letan guest`: exports and erases the data of a guest and shows the receipts. */
import { existsSync } from 'node:fs'
import { createBookingContext } from '../domain/booking/context.ts'
import { createStaffActions } from '../domain/booking/staff-actions.ts'
import { countExports, listBackups } from '../domain/integrity/backup-log.ts'
import { createOrderActions } from '../domain/orders/staff.ts'
import { eraseGuest } from '../domain/privacy/erase.ts'
import { PrivacyError } from '../domain/privacy/errors.ts'
import { exportWithReceipt } from '../domain/privacy/export-with-receipt.ts'
import { type GuestQuery, parseGuestQuery } from '../domain/privacy/find-guest.ts'
import { createWaitlistActions } from '../domain/waitlist/staff.ts'
import { toIsoString } from '../kernel/time.ts'
import type { Sql } from '../store/sql.ts'
import { parseArguments, UsageError } from './command.ts'
import { type OpenedDatabase, withDatabase } from './database.ts'
import { formatReceipt, runFinishReceipt, showReceipts, VacuumPending } from './receipt.ts'

export const guestHelp = `\
  letan guest export PHONE|EMAIL    print all data that is stored about a guest, as JSON
  letan guest erase PHONE|EMAIL     erase a guest permanently; --cancel first cancels what is upcoming
  letan guest receipt NUMBER        show the receipt of an export or an erasure; or all for a PHONE|EMAIL
  letan guest vacuumed NUMBER       complete a receipt after the owner of the tables has run VACUUM FULL`

/** The message names the database, because the guest may be in that of another shop. */
class GuestNotFound extends PrivacyError {
  constructor(databaseName: string) {
    super('nothing_kept')
    this.message = `Nothing is stored about this guest in ${databaseName}.`
  }
}

const actor = 'terminal'

export async function runGuest(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const { verb, identifier, cancel } = parseGuestCommand(args)
  if (verb === 'receipt')
    return withDatabase(environment, (database) => showReceipts(database, identifier))
  if (verb === 'vacuumed')
    return withDatabase(environment, (database) => runFinishReceipt(database, identifier))
  const query = parseGuestQuery(identifier)
  return withDatabase(environment, (database) => {
    const output =
      verb === 'export' ? exportGuest(database, query) : runErasure(database, query, cancel)
    return output.catch((error: unknown) => {
      const isUnknown = error instanceof PrivacyError && error.code === 'nothing_kept'
      throw isUnknown ? new GuestNotFound(database.name) : error
    })
  })
}

const verbs = ['export', 'erase', 'receipt', 'vacuumed'] as const

function parseGuestCommand(args: readonly string[]) {
  const options = { cancel: { type: 'boolean', default: false } } as const
  const { values, positionals } = parseArguments(args, options, usageError)
  const [name, ...words] = positionals
  const verb = verbs.find((one) => one === name)
  const isInvalid = verb === undefined || words.length === 0 || (values.cancel && verb !== 'erase')
  if (isInvalid) throw usageError()
  return { verb, identifier: words.join(' '), cancel: values.cancel }
}

const usageError = () => new UsageError('guest', guestHelp)

async function exportGuest(
  { store, secret, now }: OpenedDatabase,
  query: GuestQuery,
): Promise<string> {
  const { text } = await exportWithReceipt({ store, secret, now }, query, actor)
  return text
}

async function runErasure(
  { store, shop, secret, now }: OpenedDatabase,
  query: GuestQuery,
  cancel: boolean,
): Promise<string> {
  const bookingContext = createBookingContext(shop)
  const desk = createStaffActions(store, bookingContext, now)
  const waitlist = createWaitlistActions(store, bookingContext, now)
  const parts = { store, secret, now, desk, orders: createOrderActions(store, now), waitlist }
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
    'Letan cannot reach these copies. Delete the guest there yourself:',
    ...backups.map(({ file, at }) => `  ${file}, a backup from ${toIsoString(at)}`),
    `  tables exported from the desk${exportedText}, calendars that subscribe to it`,
    '  emails and messages that were sent, other backups, the history of this terminal',
  ]
}
