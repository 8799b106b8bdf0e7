/** What is kept of a guest, from a terminal: handed to him, or erased. */
import { existsSync } from 'node:fs'
import { createStaffDesk } from './domain/booking/staff.ts'
import { exportsTaken, recordedBackups } from './domain/keeping/copies.ts'
import { createOrderDesk } from './domain/orders/staff.ts'
import { type Counts, eraseGuest, type Receipt } from './domain/privacy/erase.ts'
import { exportGuest } from './domain/privacy/export.ts'
import { readGuest } from './domain/privacy/guest.ts'
import { stamp } from './kernel/time.ts'
import { open } from './main.ts'
import { CannotScrub, type Sql } from './store/sql.ts'
import { whyNot } from './store/why-not.ts'

export class UnknownGuestCommand extends Error {
  constructor() {
    super(`"guest" is used like this:\n\n${guestHelp}`)
    this.name = 'UnknownGuestCommand'
  }
}

/** The guest is erased, but the files of the book may still hold bytes of him. */
export class NotScrubbed extends Error {
  constructor(receipt: string, cause: unknown) {
    const todo =
      cause instanceof CannotScrub
        ? cause.message
        : `run the same command again (${whyNot(cause instanceof Error ? cause.cause : cause)})`
    super(`${receipt}NOT DONE YET: the files of the book still hold it; ${todo}.`)
    this.name = 'NotScrubbed'
  }
}

export const guestHelp = `  letan guest export PHONE|MAIL     print everything that is kept of a guest, as JSON
  letan guest erase PHONE|MAIL      erase a guest for good; --cancel cancels what is to come first`

const cancelFlag = '--cancel'

export async function runGuest(
  [verb, ...words]: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const cancel = words.includes(cancelFlag)
  const written = words.filter((word) => word !== cancelFlag)
  const known = verb === 'erase' || (verb === 'export' && !cancel)
  if (!known || written.length === 0) throw new UnknownGuestCommand()
  const asked = readGuest(written.join(' '))
  const { store, shop, secret, now } = await open(environment)
  try {
    if (verb === 'export') {
      return `${JSON.stringify(await exportGuest(store.read, asked, now()), undefined, 2)}\n`
    }
    const desk = createStaffDesk(store, { rules: shop.booking, business: shop.business }, now)
    const parts = { store, secret, now, desk, orders: createOrderDesk(store, now) }
    const receipt = await eraseGuest(parts, asked, { cancel, actor: 'terminal' })
    const said = [...sayReceipt(receipt), ...(await sayOutOfReach(store.read)), ''].join('\n')
    if (receipt.unscrubbed) throw new NotScrubbed(said, receipt.unscrubbed)
    return said
  } finally {
    await store.close()
  }
}

const nouns: Record<keyof Counts, [one: string, several: string]> = {
  bookings: ['booking', 'bookings'],
  cancelled: ['cancelled first', 'cancelled first'],
  marks: ['with allergies or health boxes', 'with allergies or health boxes'],
  orders: ['order', 'orders'],
  leads: ['request to be called', 'requests to be called'],
  subscriptions: ['newsletter subscription', 'newsletter subscriptions'],
  answers: ['answer kept for a retry', 'answers kept for a retry'],
  mentions: ['mention in a note about others', 'mentions in notes about others'],
}

function sayReceipt({ at, digest, counts, elsewhere }: Receipt): string[] {
  const lines = Object.entries(nouns).map(([name, [one, several]]) => {
    const number = counts[name as keyof Counts]
    return `  ${number} ${number === 1 ? one : several}`
  })
  const left = `Left, as it is also under another phone or address: ${elsewhere}`
  return [
    `Erased on ${stamp(at)}, receipt ${digest}:`,
    ...lines,
    ...(elsewhere === 0 ? [] : [left]),
  ]
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
