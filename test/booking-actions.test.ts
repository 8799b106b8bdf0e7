/** The table of booking actions: staff actions are possible exactly in the states that it names. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { actionButton } from '../src/desk/booking-components.ts'
import type { BookingAction } from '../src/domain/booking/action-row.ts'
import {
  type BookingActionName,
  type BookingCommand,
  bookingActions,
  bookingLifecycle,
} from '../src/domain/booking/actions.ts'
import type { DepositState } from '../src/domain/booking/deposit/state.ts'
import { pastTimeText } from '../src/domain/booking/rejection-reasons.ts'
import type { BookingView } from '../src/domain/booking/rows.ts'
import { enqueueEvent, recordAction, recordAudit } from '../src/domain/outbox/events.ts'
import { BookingActionError } from '../src/kernel/action-errors.ts'
import type { ActionTable } from '../src/kernel/lifecycle.ts'
import type { Sql } from '../src/store/sql.ts'
import {
  type ActionStep,
  app,
  at,
  type BookingRef,
  bookingRef,
  cancel,
  confirm,
  dayAfter,
  decline,
  desk,
  freshDay,
  move,
  note,
  openRestaurant,
  requestBooking,
  resolveChangeRequest,
  setVisitStatus,
  undo,
  waitUntil,
} from './support/staff-actions.ts'

openRestaurant()

const setDeposit =
  (newState: DepositState): ActionStep =>
  async ({ staffAction }) =>
    desk.deposit({ ...(await staffAction()), newState, amount: 200_000 })

const mark =
  (visit: 'seated' | 'finished' | 'no_show'): ActionStep =>
  async ({ staffAction }) =>
    desk.setVisitStatus({ ...(await staffAction()), visit })

const openOffersOf = ({ code }: BookingRef) =>
  app.store.read.all<{ id: string }>(
    `SELECT place_offers.id FROM place_offers JOIN bookings ON owner = 'booking:' || bookings.id
     WHERE code = ? AND place_offers.status = 'open'`,
    code.replaceAll('-', ''),
  )

/** Everything that staff can do on the desk. A command that is missing here does not compile. */
const commands: Record<BookingCommand | 'rearrange', ActionStep> = {
  confirm,
  decline,
  cancel,
  settle: resolveChangeRequest,
  move: move({ time: '20:15' }),
  change_offer: async ({ staffAction }) =>
    desk.changeOffer({ ...(await staffAction()), offerId: 'mam-bon-nguoi' }),
  rearrange: move({ partySize: 2 }),
  offer: async ({ staffAction, date }) =>
    desk.offer({ ...(await staffAction()), targets: [{ date: dayAfter(date), time: '12:00' }] }),
  accept_offer: async (booking) => {
    await commands.offer(booking)
    const [offer] = await openOffersOf(booking)
    await desk.acceptOffer({ ...(await booking.staffAction()), offerId: offer?.id ?? '' })
  },
  withdraw_offer: async (booking) => {
    await commands.offer(booking)
    await desk.withdrawOffers(await booking.staffAction())
  },
  seated: mark('seated'),
  finished: mark('finished'),
  no_show: mark('no_show'),
  delayed: async ({ staffAction }) => desk.delay(await staffAction()),
  deposit_asked: setDeposit('asked'),
  deposit_paid: setDeposit('paid'),
  deposit_waived: setDeposit('waived'),
  deposit_returned: async (booking) => {
    await setDeposit('paid')(booking)
    await setDeposit('returned')(booking)
  },
  undo,
  note,
  correct: async ({ staffAction }) =>
    desk.correct({
      ...(await staffAction()),
      contact: { name: 'Lan', phone: '+84912345678', email: null },
    }),
}

const waitFor =
  (time: string): ActionStep =>
  async ({ date }) =>
    waitUntil(at(date, time))

type State = { before: ActionStep[]; possible: (keyof typeof commands)[] }

const always = ['note', 'correct', 'deposit_paid', 'deposit_returned'] as const
const whileExpected = [
  ...always,
  'cancel',
  'settle',
  'move',
  'rearrange',
  'change_offer',
  'offer',
  'accept_offer',
  'withdraw_offer',
  'deposit_asked',
  'deposit_waived',
] as const
const sinceArrival = [...always, 'undo', 'settle', 'deposit_waived'] as const

const states: Record<string, State> = {
  'a pending request': {
    before: [],
    possible: [...whileExpected, 'confirm', 'decline'],
  },
  'a confirmed booking': { before: [confirm], possible: [...whileExpected, 'undo'] },
  'a confirmed booking two hours before its start': {
    before: [confirm, waitFor('16:30')],
    possible: [...whileExpected, 'undo', 'seated'],
  },
  'a confirmed booking from its start on': {
    before: [confirm, waitFor('18:30')],
    possible: [
      ...whileExpected.filter(
        (command) => !command.includes('offer') || command === 'change_offer',
      ),
      ...(['seated', 'no_show', 'delayed'] as const),
    ],
  },
  'a seated party': {
    before: [confirm, setVisitStatus('seated')],
    possible: [...sinceArrival, 'rearrange', 'change_offer', 'finished'],
  },
  'a party that has left': {
    before: [confirm, setVisitStatus('seated'), setVisitStatus('finished', '19:10')],
    possible: [...sinceArrival],
  },
  'a no-show': { before: [confirm, setVisitStatus('no_show')], possible: [...sinceArrival] },
  'a cancelled booking': { before: [confirm, cancel], possible: [...always, 'undo'] },
}

describe('staff actions', () => {
  for (const [name, { before, possible }] of Object.entries(states)) {
    it(`on ${name} are rejected unless the table allows them`, async () => {
      const done: string[] = []
      for (const [command, run] of Object.entries(commands)) {
        const date = freshDay()
        const booking = bookingRef(await requestBooking(date), date)
        for (const step of before) await step(booking)
        if (await isDone(run, booking)) done.push(command)
      }
      assert.deepEqual(done.toSorted(), possible.toSorted())
    })
  }
})

async function isDone(run: ActionStep, booking: BookingRef): Promise<boolean> {
  try {
    await run(booking)
    return true
  } catch (error) {
    assert.ok(error instanceof BookingActionError, String(error))
    // From its start on, a booking cannot become a pending request again.
    const code = error.reason === pastTimeText ? 'not_possible' : 'wrong_state'
    assert.equal(error.code, code)
    return false
  }
}

/** Checked by the compiler, not run: without the error that it announces, each of these comments is an error. */
void ((sql: Sql, booking: BookingView) => {
  // @ts-expect-error Bookings are recorded with `recordAction`.
  void recordAudit(sql, 0, 'clock', 'confirmed', `booking:${booking.id}`)
  // @ts-expect-error
  void enqueueEvent(sql, 0, 'booking.confirmed', 'lead:1')
  // @ts-expect-error The table has no such row.
  void recordAction(sql, 0, 'clock', { lifecycle: bookingLifecycle, action: 'lost', id: '1' })
  // @ts-expect-error The desk has no such button.
  void actionButton(booking, 'lose', 'Lose')

  const { label: _label, ...unlabeled } = bookingActions.confirmed
  // @ts-expect-error A row without a label
  void (unlabeled satisfies BookingAction)
  const { undo: _undo, ...undecided } = bookingActions.confirmed
  // @ts-expect-error A row that does not say whether it can be undone
  void (undecided satisfies BookingAction)
  const { notifies: _notifies, ...silent } = bookingActions.confirmed
  // @ts-expect-error A row that does not say who is notified
  void (silent satisfies BookingAction)
  const { visits: _visits, ...stateless } = bookingActions.confirmed
  // @ts-expect-error A row that does not say during which visits it is possible
  void (stateless satisfies BookingAction)
  // @ts-expect-error Staff cannot undo what the clock did.
  void ({ ...bookingActions.expired, undo: 'restore' } satisfies BookingAction)
  const { sent_again: _sentAgain, ...incomplete } = bookingActions
  // @ts-expect-error A table without the row that every table has
  void (incomplete satisfies ActionTable<BookingAction>)
  const { expired: _expired, ...shorter } = bookingActions
  // @ts-expect-error A table without a row that code records
  void (shorter satisfies Record<BookingActionName, BookingAction>)
})
