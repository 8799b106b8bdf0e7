/** Runs commands on the shop and on the model and compares both after each command. */
import { incrementCount } from '../support/count-by.ts'
import { acceptProposals, changeAway, markAway } from './absences.ts'
import { ModelMismatch } from './allowed-resources.ts'
import { expireOffers, runOfferAnswer } from './answer-offers.ts'
import type { Command } from './commands.ts'
import { compareAll, compareOne } from './compare.ts'
import { comparePrivacy } from './compare-privacy.ts'
import { compareWaitlist } from './compare-waitlist.ts'
import { repeatRequest, requestBooking, requestChange } from './guests.ts'
import { pickBooking } from './pick-booking.ts'
import { eraseGuestAtDesk, exportGuest, handleDataRequest, registerDataRequest } from './privacy.ts'
import { checkBooking, checkDay, checkMonth } from './read-checks.ts'
import { type ModelSetup, openSetup, type SetupOptions } from './setup.ts'
import { addExtraPlace, setShift } from './shop-changes.ts'
import {
  dateOfMinutes,
  type ModelBooking,
  type Rejection,
  startOf,
  toEpochMs,
} from './shop-model.ts'
import { sitDown } from './sit-down.ts'
import { applyStaffAction } from './staff.ts'
import { block, closeOrReopen, createWalkIn, unblock } from './staff-day.ts'
import { expirePending, extendVisits } from './staff-rules.ts'
import { swapBookings } from './swap.ts'
import { expireWaitlist, runWaitlistCommand } from './waitlist.ts'

/** The index of the command after which the shop and the model differ. */
export type Mismatch = { index: number; description: string }

const compareInterval = 100

/** Stops at the first mismatch. */
export async function runCommands(
  options: SetupOptions,
  commands: readonly Command[],
  outcomeCounts: Record<string, number>,
): Promise<Mismatch | undefined> {
  const setup = await openSetup(options)
  try {
    for (const [index, command] of commands.entries()) {
      const description = await runCommand(setup, command, outcomeCounts).then(
        () => (index % compareInterval === compareInterval - 1 ? findDifference(setup) : undefined),
        describeError,
      )
      if (description !== undefined) return { index, description }
    }
    const description = await findDifference(setup)
    return description === undefined ? undefined : { index: commands.length - 1, description }
  } finally {
    await setup.close()
  }
}

function findDifference(setup: ModelSetup): Promise<string | undefined> {
  return compareAll(setup)
    .then(() => comparePrivacy(setup))
    .then(() => compareWaitlist(setup))
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
  if (command.type === 'wait') advanceClock(setup, command.minutes)
  if ('bookingNumber' in command && command.type !== 'unblock')
    model.lastIndex = pickBooking(model, command)
  const one = model.bookings[model.lastIndex]
  const situation = situationOf(setup, command, one)
  const rejection = await executeCommand(setup, command, one)
  incrementCount(outcomeCounts, `${command.type}${situation} ${rejection?.code ?? 'done'}`)
  if (readOnlyCommands.has(command.type)) return
  await compareOne(setup, model.bookings[model.lastIndex])
}

/** Moves and undos of guests who should be there or are there are counted separately, because they have rules of their own. */
function situationOf(
  { model }: ModelSetup,
  { type }: Command,
  one: ModelBooking | undefined,
): string {
  if (!one || (type !== 'move' && type !== 'undo') || one.status !== 'confirmed') return ''
  const wasSeated = one.visit === 'finished' && one.undoState?.visit === 'seated'
  const isSeated = type === 'move' ? one.visit === 'seated' : wasSeated
  if (isSeated && model.closed.has(one.date)) return ' on a closed day'
  return one.visit === null && startOf(one) <= model.now ? ' of a late party' : ''
}

const readOnlyCommands = new Set<Command['type']>([
  'read_booking',
  'read_day',
  'read_month',
  'wait',
])

/** Advances to this number of minutes after the next start of a booking, but at most by an hour. */
function advanceClock({ app, model }: ModelSetup, minutes: number): void {
  const laterTimes = model.bookings
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
  switch (command.type) {
    case 'request':
      return requestBooking(setup, command)
    case 'repeat':
      return repeatRequest(setup, command)
    case 'walk_in':
      return createWalkIn(setup, command)
    case 'block':
      return block(setup, command)
    case 'unblock':
      return unblock(setup, command)
    case 'away':
      return markAway(setup, command)
    case 'extra_place':
      return addExtraPlace(setup, command)
    case 'sit_down':
      return sitDown(setup, command)
    case 'shift':
      return setShift(setup, command)
    case 'back':
    case 'away_again':
      return changeAway(setup, command)
    case 'accept':
      return acceptProposals(setup, command)
    case 'close':
    case 'reopen':
      return closeOrReopen(setup, command)
    case 'register_data_request':
      return registerDataRequest(setup, command)
    case 'handle_data_request':
      return handleDataRequest(setup, command)
    case 'export':
      return exportGuest(setup, command)
    case 'erase':
      return eraseGuestAtDesk(setup, command)
    case 'read_day':
      await checkDay(setup, command)
      return undefined
    case 'read_month':
      await checkMonth(setup, command)
      return undefined
    case 'expire':
      await expireAll(setup)
      await expireOffers(setup)
      await expireWaitlist(setup)
      return undefined
    case 'wait':
      return undefined
    case 'join':
    case 'join_again':
    case 'offer_place':
    case 'accept_place':
    case 'decline_place':
    case 'withdraw_place':
    case 'leave':
    case 'put_back':
      return runWaitlistCommand(setup, command)
    default:
      return one && executeOnBooking(setup, command, one)
  }
}

async function executeOnBooking(
  setup: ModelSetup,
  command: Extract<Command, { bookingNumber: number }>,
  one: ModelBooking,
): Promise<Rejection | undefined> {
  if ('offerNumber' in command) return runOfferAnswer(setup, one, command)
  if (command.type === 'request_change') return requestChange(setup, one, command)
  if (command.type === 'swap') {
    const { bookings } = setup.model
    const other = bookings[command.otherNumber % bookings.length] as ModelBooking
    return swapBookings(setup, [one, other], command.override, command.versionOffset)
  }
  if ('versionOffset' in command) return applyStaffAction(setup, one, command)
  await checkBooking(setup, one)
  return undefined
}

async function expireAll({ app, model }: ModelSetup): Promise<void> {
  const expired = await app.desk.expire()
  const late = expirePending(model)
  if (expired !== late)
    throw new ModelMismatch(
      `${expired} bookings expired instead of ${late} (${dateOfMinutes(model.now)})`,
    )
  const ended = await app.desk.extendSeated()
  const closed = extendVisits(model)
  if (ended !== closed)
    throw new ModelMismatch(
      `${ended} visits were ended instead of ${closed} (${dateOfMinutes(model.now)})`,
    )
}
