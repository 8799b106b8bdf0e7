/** Some days in the life of a shop, command by command on both sides. */
import { tally } from '../support/count-by.ts'
import { Wrong } from './allowed-resources.ts'
import type { Command } from './commands.ts'
import { compareAll, compareOne } from './compare.ts'
import { comparePrivacy } from './compare-privacy.ts'
import { askFor, request } from './guests.ts'
import { meantBy } from './pick-booking.ts'
import { attend, eraseOne, exportOne, register } from './privacy.ts'
import { lookAt, lookAtDay, lookAtMonth } from './read-checks.ts'
import { openStage, type Setting, type Stage } from './setup.ts'
import { type Booked, dateOf, milliseconds, type Refusal, startOf } from './shop-model.ts'
import { actOn } from './staff.ts'
import { admit, block, closeOrReopen, unblock } from './staff-day.ts'
import { expire } from './staff-rules.ts'

/** What is wrong, and with which command it was seen. */
export type Fault = { place: number; found: string }

const between = 100

/** Stops at the first command after which the two sides differ. */
export async function liveThrough(
  setting: Setting,
  commands: readonly Command[],
  told: Record<string, number>,
): Promise<Fault | undefined> {
  const stage = await openStage(setting)
  try {
    for (const [place, command] of commands.entries()) {
      const found = await take(stage, command, told).then(
        () => (place % between === between - 1 ? whatDiffers(stage) : undefined),
        orFault,
      )
      if (found !== undefined) return { place, found }
    }
    const found = await whatDiffers(stage)
    return found === undefined ? undefined : { place: commands.length - 1, found }
  } finally {
    await stage.close()
  }
}

function whatDiffers(stage: Stage): Promise<string | undefined> {
  return compareAll(stage)
    .then(() => comparePrivacy(stage))
    .then(() => undefined, orFault)
}

function orFault(error: unknown): string {
  if (error instanceof Wrong) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

async function take(stage: Stage, command: Command, told: Record<string, number>): Promise<void> {
  const { book } = stage
  if (command.does === 'wait') waitFor(stage, command.minutes)
  if ('which' in command && command.does !== 'unblock') book.last = meantBy(book, command)
  const one = book.booked[book.last]
  const refusal = await perform(stage, command, one)
  tally(told, `${command.does} ${refusal?.refused ?? 'done'}`)
  if (reads.has(command.does)) return
  await compareOne(stage, book.booked[book.last])
}

const reads = new Set<Command['does']>(['look', 'day', 'month', 'wait'])

/** Until so long after the next guests are expected, or for an hour. */
function waitFor({ app, book }: Stage, minutes: number): void {
  const ahead = book.booked.map((one) => startOf(one) + minutes).filter((at) => at > book.now)
  book.now = Math.min(...ahead, book.now + 60)
  app.clock.now = milliseconds(book.now)
}

async function perform(
  stage: Stage,
  command: Command,
  one: Booked | undefined,
): Promise<Refusal | undefined> {
  switch (command.does) {
    case 'request':
      return request(stage, command)
    case 'admit':
      return admit(stage, command)
    case 'block':
      return block(stage, command)
    case 'unblock':
      return unblock(stage, command)
    case 'close':
    case 'reopen':
      return closeOrReopen(stage, command)
    case 'register':
      return register(stage, command)
    case 'attend':
      return attend(stage, command)
    case 'export':
      return exportOne(stage, command)
    case 'erase':
      return eraseOne(stage, command)
    case 'day':
      await lookAtDay(stage, command)
      return undefined
    case 'month':
      await lookAtMonth(stage, command)
      return undefined
    case 'expire':
      await expireAll(stage)
      return undefined
    case 'wait':
      return undefined
    default:
      return one && withBooking(stage, command, one)
  }
}

async function withBooking(
  stage: Stage,
  command: Extract<Command, { which: number }>,
  one: Booked,
): Promise<Refusal | undefined> {
  if (command.does === 'ask') return askFor(stage, one, command)
  if ('stale' in command) return actOn(stage, one, command)
  await lookAt(stage, one)
  return undefined
}

async function expireAll({ app, book }: Stage): Promise<void> {
  const expired = await app.desk.expire()
  const late = expire(book)
  if (expired !== late)
    throw new Wrong(`${expired} expired instead of ${late} (${dateOf(book.now)})`)
}
