/** Questions to the table of booking actions. */
import type { LocalizedText } from '../../kernel/locale.ts'
import type { BookingAction } from './action-row.ts'
import {
  type BookingActionName,
  type BookingCommand,
  bookingActions,
  bookingLifecycle,
} from './actions.ts'
import type { StoredBooking } from './rows.ts'

export function bookingAction(name: BookingActionName): BookingAction {
  return bookingActions[name]
}

/** A newer version of the program may have recorded an action that this one does not know. */
export function isBookingAction(name: string): name is BookingActionName {
  return Object.hasOwn(bookingActions, name)
}

/** "booking.confirmed" → "confirmed" */
export function actionOfEvent(kind: string): BookingActionName | undefined {
  const prefix = `${bookingLifecycle.noun}.`
  const name = kind.startsWith(prefix) ? kind.slice(prefix.length) : ''
  return isBookingAction(name) ? name : undefined
}

/** The names of the actions whose row has this property. */
export function findActions(matches: (row: BookingAction) => boolean): BookingActionName[] {
  return Object.keys(bookingActions)
    .filter(isBookingAction)
    .filter((name) => matches(bookingAction(name)))
}

/** Whether the state of the booking allows the action now. */
export function isActionPossible(
  name: BookingActionName,
  { status, visit, starts_at }: Pick<StoredBooking, 'status' | 'visit' | 'starts_at'>,
  now: number,
): boolean {
  const { from, visits, notBeforeMs, endsAtStart } = bookingAction(name)
  const isTooEarly = notBeforeMs !== undefined && now < starts_at + notBeforeMs
  const isTooLate = endsAtStart === true && starts_at <= now
  return from.includes(status) && visits.some((one) => one === visit) && !isTooEarly && !isTooLate
}

/** Status and visit after an action. An undo, and a move that the guest agreed to, choose the status themselves. */
export function stateAfter(
  name: BookingActionName,
): Partial<Pick<StoredBooking, 'status' | 'visit'>> {
  const { to, visitTo } = bookingAction(name)
  return {
    ...(to !== 'unchanged' && to !== 'previous' && { status: to }),
    ...(visitTo !== undefined && { visit: visitTo }),
  }
}

/** How staff answer a request; a move that confirms it is recorded as a confirmation as well. */
export const requestAnswers = findActions(
  ({ by, from }) => by === 'staff' && from.length === 1 && from[0] === 'pending',
)

/** How staff enter a booking. */
export const staffEntries = findActions(({ by, from }) => by === 'staff' && from.length === 0)

type CommandRow = { action: BookingActionName; button: LocalizedText }

/** By the verb in the URL of a button. */
export const bookingCommands = Object.fromEntries(
  findActions(() => true).flatMap((action) => {
    const { desk } = bookingAction(action)
    return desk ? [[desk.command, { action, button: desk.button }]] : []
  }),
) as Record<BookingCommand, CommandRow>

/** Those of the commands that the state of the booking allows now. */
export function possibleCommands<Command extends BookingCommand>(
  booking: StoredBooking,
  commands: readonly Command[],
  now: number,
): Command[] {
  return commands.filter((command) =>
    isActionPossible(bookingCommands[command].action, booking, now),
  )
}

export function isBookingCommand(name: string): name is BookingCommand {
  return Object.hasOwn(bookingCommands, name)
}
