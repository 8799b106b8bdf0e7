/** Some days in the life of a shop, command by command on both sides. */
import { incrementCount } from '../support/count-by.ts'
import { ModelMismatch } from './allowed-resources.ts'
import type { Command } from './commands.ts'
import { compareAll, compareOne } from './compare.ts'
import { comparePrivacy } from './compare-privacy.ts'
import { requestBooking, requestChange } from './guests.ts'
import { pickBooking } from './pick-booking.ts'
import { eraseGuestAtDesk, exportGuest, handleDataRequest, registerDataRequest } from './privacy.ts'
import { checkBooking, checkDay, checkMonth } from './read-checks.ts'
import { type ModelSetup, openSetup, type SetupOptions } from './setup.ts'
import {
  dateOfMinutes,
  type ModelBooking,
  type Rejection,
  startOf,
  toEpochMs,
} from './shop-model.ts'
import { applyStaffAction } from './staff.ts'
import { block, closeOrReopen, createWalkIn, unblock } from './staff-day.ts'
import { expirePending } from './staff-rules.ts'

/** What is wrong, and with which command it was seen. */
export type Mismatch = { index: number; found: string }

const compareInterval = 100

/** Stops at the first command after which the two sides differ. */
export async function runCommands(
  options: SetupOptions,
  commands: readonly Command[],
  outcomeCounts: Record<string, number>,
): Promise<Mismatch | undefined> {
  const setup = await openSetup(options)
  try {
    for (const [index, command] of commands.entries()) {
      const found = await runCommand(setup, command, outcomeCounts).then(
        () => (index % compareInterval === compareInterval - 1 ? findDifference(setup) : undefined),
        describeError,
      )
      if (found !== undefined) return { index, found }
    }
    const found = await findDifference(setup)
    return found === undefined ? undefined : { index: commands.length - 1, found }
  } finally {
    await setup.close()
  }
}

function findDifference(setup: ModelSetup): Promise<string | undefined> {
  return compareAll(setup)
    .then(() => comparePrivacy(setup))
    .then(() => undefined, describeError)
}

function describeError(error: unknown): string {
  if (error instanceof ModelMismatch) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

async function runCommand(
  setup: ModelSetup,
  command: Command,
  outcomeCounts: Record<string, number>,
): Promise<void> {
  const { model } = setup
  if (command.does === 'wait') advanceClock(setup, command.minutes)
  if ('which' in command && command.does !== 'unblock')
    model.lastIndex = pickBooking(model, command)
  const one = model.booked[model.lastIndex]
  const rejection = await executeCommand(setup, command, one)
  incrementCount(outcomeCounts, `${command.does} ${rejection?.refused ?? 'done'}`)
  if (readOnlyCommands.has(command.does)) return
  await compareOne(setup, model.booked[model.lastIndex])
}

const readOnlyCommands = new Set<Command['does']>(['look', 'day', 'month', 'wait'])

/** Until so long after the next guests are expected, or for an hour. */
function advanceClock({ app, model }: ModelSetup, minutes: number): void {
  const laterTimes = model.booked
    .map((one) => startOf(one) + minutes)
    .filter((at) => at > model.now)
  model.now = Math.min(...laterTimes, model.now + 60)
  app.clock.now = toEpochMs(model.now)
}

async function executeCommand(
  setup: ModelSetup,
  command: Command,
  one: ModelBooking | undefined,
): Promise<Rejection | undefined> {
  switch (command.does) {
    case 'request':
      return requestBooking(setup, command)
    case 'admit':
      return createWalkIn(setup, command)
    case 'block':
      return block(setup, command)
    case 'unblock':
      return unblock(setup, command)
    case 'close':
    case 'reopen':
      return closeOrReopen(setup, command)
    case 'register':
      return registerDataRequest(setup, command)
    case 'attend':
      return handleDataRequest(setup, command)
    case 'export':
      return exportGuest(setup, command)
    case 'erase':
      return eraseGuestAtDesk(setup, command)
    case 'day':
      await checkDay(setup, command)
      return undefined
    case 'month':
      await checkMonth(setup, command)
      return undefined
    case 'expire':
      await expireAll(setup)
      return undefined
    case 'wait':
      return undefined
    default:
      return one && executeOnBooking(setup, command, one)
  }
}

async function executeOnBooking(
  setup: ModelSetup,
  command: Extract<Command, { which: number }>,
  one: ModelBooking,
): Promise<Rejection | undefined> {
  if (command.does === 'ask') return requestChange(setup, one, command)
  if ('stale' in command) return applyStaffAction(setup, one, command)
  await checkBooking(setup, one)
  return undefined
}

async function expireAll({ app, model }: ModelSetup): Promise<void> {
  const expired = await app.desk.expire()
  const late = expirePending(model)
  if (expired !== late)
    throw new ModelMismatch(`${expired} expired instead of ${late} (${dateOfMinutes(model.now)})`)
}
