/** What is kept of a guest, from a terminal: handed to him, or erased. */
import { existsSync } from 'node:fs'
import { createStaffDesk } from '../domain/booking/staff-actions.ts'
import { exportsTaken, recordedBackups } from '../domain/integrity/backup-log.ts'
import { createOrderDesk } from '../domain/orders/staff.ts'
import { eraseGuest } from '../domain/privacy/erase.ts'
import { GuestObstacle } from '../domain/privacy/errors.ts'
import { handOver } from '../domain/privacy/export-with-receipt.ts'
import { type Asked, readGuest } from '../domain/privacy/find-guest.ts'
import { stamp } from '../kernel/time.ts'
import { ForPeople } from '../kernel/user-error.ts'
import type { Sql } from '../store/sql.ts'
import { type Book, withBook } from './database.ts'
import { finishReceipt, NotScrubbed, sayReceipt, showReceipts } from './receipt.ts'

export class UnknownGuestCommand extends ForPeople {
  constructor() {
    super(`"guest" is used like this:\n\n${guestHelp}`)
    this.name = 'UnknownGuestCommand'
  }
}

/** He may well be in another: which one was opened follows from the settings. */
class UnknownHere extends GuestObstacle {
  constructor(book: string) {
    super('nothing_kept')
    this.message = `Nothing is kept of this guest in ${book}.`
  }
}

export const guestHelp = `  letan guest export PHONE|MAIL     print everything that is kept of a guest, as JSON
  letan guest erase PHONE|MAIL      erase a guest for good; --cancel cancels what is to come first
  letan guest receipt NUMBER        show the receipt of an export or an erasure; or all of a PHONE|MAIL
  letan guest scrubbed NUMBER       finish a receipt, once the files of the book were written anew by their owner`

const cancelFlag = '--cancel'
const actor = 'terminal'

export async function runGuest(
  [verb, ...words]: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const cancel = words.includes(cancelFlag)
  const written = words.filter((word) => word !== cancelFlag).join(' ')
  const known =
    verb === 'erase' || (!cancel && ['export', 'receipt', 'scrubbed'].includes(verb ?? ''))
  if (!known || words.length === (cancel ? 1 : 0)) throw new UnknownGuestCommand()
  if (verb === 'receipt') return withBook(environment, (book) => showReceipts(book, written))
  if (verb === 'scrubbed') return withBook(environment, (book) => finishReceipt(book, written))
  const asked = readGuest(written)
  return withBook(environment, (book) =>
    handOverOrErase(book, verb, asked, cancel).catch((error: unknown) => {
      const isUnknown = error instanceof GuestObstacle && error.obstacle === 'nothing_kept'
      throw isUnknown ? new UnknownHere(book.name) : error
    }),
  )
}

async function handOverOrErase(
  { store, shop, secret, now }: Book,
  verb: string | undefined,
  asked: Asked,
  cancel: boolean,
): Promise<string> {
  if (verb === 'export') return (await handOver({ store, secret, now }, asked, actor)).text
  const desk = createStaffDesk(store, { rules: shop.booking, business: shop.business }, now)
  const parts = { store, secret, now, desk, orders: createOrderDesk(store, now) }
  const erased = await eraseGuest(parts, asked, { cancel, actor })
  const lines = [...sayReceipt(erased, shop.business.name), ...(await sayOutOfReach(store.read))]
  const said = [...lines, ''].join('\n')
  if (erased.unscrubbed) throw new NotScrubbed(erased, said, erased.unscrubbed)
  return said
}

async function sayOutOfReach(sql: Sql): Promise<string[]> {
  const backups = (await recordedBackups(sql)).filter(({ file }) => existsSync(file))
  const { times, last } = await exportsTaken(sql)
  const taken = last === null ? '' : ` (${times}, the last on ${stamp(last)})`
  return [
    'Not reached from here, so see to it yourself:',
    ...backups.map(({ file, at }) => `  ${file}, a copy of ${stamp(at)}`),
    `  tables taken from the desk${taken}, calendars that subscribed to it`,
    '  mail and messages that were sent, other copies of the book, the history of this terminal',
  ]
}
