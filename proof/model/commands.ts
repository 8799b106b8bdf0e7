/**
 * What guests, assistants, staff and the clock may do next, at random. A command is plain data that
 * means something in any state of the book, so that others can be left out of a trace.
 */
import type { Random } from '../support/random.ts'
import type { ModelDeposit, ModelVisit, RequestedChange } from './shop-model.ts'

/** By which door a guest's words come. */
export type GuestFace = 'api' | 'form' | 'assistant'

/** Which wish, of those that the trade has, and whose; how many days from today, and at what minute. */
type RequestChoice = { detailsIndex: number; guest: number; day: number; at: number }

/** A booking by a number: nought is the one that was acted on last, so that it is often met again. */
type BookingChoice = { which: number }

/** At a screen's form or by the desk's own hand, with a version that may be another's. */
type StaffActionChoice = BookingChoice & { byForm: boolean; stale: number }

/** A resource by its number; one that is too high is one that there is not. */
type Resource = { resource: number | undefined }

export type Command =
  | ({ does: 'request'; face: GuestFace; isDryRun: boolean } & RequestChoice)
  | ({
      does: 'ask'
      face: GuestFace
      kind: RequestedChange['kind']
      day: number
      at: number
    } & BookingChoice)
  | ({ does: 'look' } & BookingChoice)
  | { does: 'day' | 'month'; detailsIndex: number; day: number }
  | ({ does: SimpleAction } & StaffActionChoice)
  | ({ does: 'deposit'; becomes: ModelDeposit['state']; amount: number } & StaffActionChoice)
  | ({ does: 'correct'; guest: number } & StaffActionChoice)
  | ({ does: 'offer'; times: readonly { day: number; at: number }[] } & StaffActionChoice)
  | ({ does: 'move'; confirm: boolean } & Optional<'day' | 'at' | 'party'> &
      Resource &
      StaffActionChoice)
  | ({ does: 'admit'; byForm: boolean; phone: boolean } & Resource & RequestChoice)
  | ({ does: 'block'; resources: readonly number[]; minutes: number } & Blocked)
  | ({ does: 'unblock'; byForm: boolean } & BookingChoice)
  | { does: 'close' | 'reopen'; byForm: boolean; day: number }
  | { does: 'register'; guest: number; kind: string }
  | { does: 'attend'; requestIndex: number; step: Step; late: boolean }
  | { does: 'export'; guest: number }
  | { does: 'erase'; guest: number; cancel: boolean }
  | { does: 'wait'; minutes: number }
  | { does: 'expire' }

/** What needs no more than to be said; to grant is to do what the guest asked for. */
type SimpleAction =
  | 'confirm'
  | 'decline'
  | 'cancel'
  | 'settle'
  | 'undo'
  | 'note'
  | 'grant'
  | ModelVisit

/** What is done with a guest's request about his data. */
export type Step = 'save' | 'reply' | 'finish' | 'reopen'

type Optional<Name extends string> = Record<Name, number | undefined>

type Blocked = { byForm: boolean; day: number; at: number }

export type Commander = (random: Random) => Command

const faces: readonly GuestFace[] = ['api', 'api', 'form', 'assistant']

/** Today, tomorrow or the day after; now and then yesterday. */
function anyDay(random: Random): number {
  return random.below(40) === 0 ? -1 : random.pick([0, 1, 1, 2, 2])
}

/** Every quarter hour, most of them on the hour and the half, some while the door is closed. */
function anyTime(random: Random): number {
  const hours = 9 + random.below(15)
  return hours * 60 + random.pick([0, 0, 30, 30, 15, 45])
}

/** Mostly a time that guests may name. */
function guestTime(random: Random): number {
  const half = random.pick([18, 20, 22, 23, 24, 25, 27, 29, 34, 35, 36, 37, 38, 39, 41, 42, 44])
  return random.below(12) === 0 ? anyTime(random) : half * 30
}

const chooseRequest = (random: Random) => ({
  detailsIndex: random.below(1000),
  guest: random.below(3),
  day: anyDay(random),
  at: guestTime(random),
})

const chooseBookingNumber = (random: Random) => (random.below(2) === 0 ? 0 : random.below(40))

const chooseStaffAction = (random: Random) => ({
  which: chooseBookingNumber(random),
  byForm: random.below(5) === 0,
  stale: random.below(10) === 0 ? random.pick([-1, 1]) : 0,
})

const maybe = <Value>(random: Random, value: Value) => (random.below(3) === 0 ? value : undefined)

const request: Commander = (random) => ({
  does: 'request',
  face: random.pick(faces),
  isDryRun: random.below(10) === 0,
  ...chooseRequest(random),
})

const ask: Commander = (random) => ({
  does: 'ask',
  face: random.pick(faces),
  which: chooseBookingNumber(random),
  kind: random.pick(['cancel', 'cancel', 'move', 'move', 'smaller_party']),
  day: anyDay(random),
  at: guestTime(random),
})

const grant: Commander = (random) => ({ does: 'grant', ...chooseStaffAction(random) })

const simple: Commander = (random) => ({
  does: random.pick(['confirm', 'confirm', 'confirm', 'decline', 'cancel', 'settle', 'note']),
  ...chooseStaffAction(random),
})

const visit: Commander = (random) => ({
  does: random.pick(['seated', 'seated', 'finished', 'no_show']),
  ...chooseStaffAction(random),
})

const undo: Commander = (random) => ({ does: 'undo', ...chooseStaffAction(random) })

/** Always of an amount: what the rules of a trade want of whom is tested elsewhere. */
const deposit: Commander = (random) => ({
  does: 'deposit',
  becomes: random.pick(['asked', 'asked', 'paid', 'paid', 'waived', 'returned']),
  amount: random.pick([100_000, 1_500_000, 499_999_999, 0]),
  ...chooseStaffAction(random),
})

const correct: Commander = (random) => ({
  does: 'correct',
  guest: random.below(3),
  ...chooseStaffAction(random),
})

const offer: Commander = (random) => ({
  does: 'offer',
  times: Array.from({ length: 1 + random.below(2) }, () => ({
    day: anyDay(random),
    at: guestTime(random),
  })),
  ...chooseStaffAction(random),
})

const move: Commander = (random) => ({
  does: 'move',
  day: maybe(random, anyDay(random)),
  at: maybe(random, anyTime(random)),
  resource: maybe(random, random.below(40)),
  party: maybe(random, 1 + random.below(9)),
  confirm: random.below(2) === 0,
  ...chooseStaffAction(random),
})

const admit: Commander = (random) => ({
  does: 'admit',
  byForm: random.below(4) === 0,
  phone: random.below(2) === 0,
  ...chooseRequest(random),
  at: anyTime(random),
  resource: maybe(random, random.below(40)),
})

const block: Commander = (random) => ({
  does: 'block',
  byForm: random.below(4) === 0,
  resources: Array.from({ length: 1 + random.below(3) }, () => random.below(40)),
  day: anyDay(random),
  at: anyTime(random),
  minutes: random.pick([15, 60, 120, 240, 10]),
})

const unblock: Commander = (random) => ({
  does: 'unblock',
  byForm: random.below(4) === 0,
  which: random.below(40),
})

const closing: Commander = (random) => ({
  does: random.pick(['close', 'reopen', 'reopen', 'reopen']),
  byForm: random.below(2) === 0,
  day: anyDay(random),
})

const register: Commander = (random) => ({
  does: 'register',
  guest: random.below(3),
  kind: random.pick(['see', 'see', 'correct', 'erase', 'withdraw', 'other']),
})

const attend: Commander = (random) => ({
  does: 'attend',
  requestIndex: random.below(40),
  step: random.pick(['save', 'reply', 'reply', 'finish', 'finish', 'reopen']),
  late: random.below(6) === 0,
})

const exporting: Commander = (random) => ({ does: 'export', guest: random.below(3) })

const erase: Commander = (random) => ({
  does: 'erase',
  guest: random.below(3),
  cancel: random.below(3) > 0,
})

const look: Commander = (random) => ({ does: 'look', which: chooseBookingNumber(random) })

const day: Commander = (random) => ({
  does: 'day',
  detailsIndex: random.below(1000),
  day: anyDay(random),
})

const month: Commander = (random) => ({ ...day(random), does: 'month' }) as Command

const wait: Commander = (random) => ({ does: 'wait', minutes: random.pick([0, 20, 50]) })

const expire: Commander = () => ({ does: 'expire' })

/** Each with how often it is meant, of all together. */
function oneOf(...weighted: readonly (readonly [number, Commander])[]): Commander {
  const sum = weighted.reduce((all, [weight]) => all + weight, 0)
  return (random) => {
    let roll = random.below(sum)
    for (const [weight, commander] of weighted) {
      if (roll < weight) return commander(random)
      roll -= weight
    }
    throw new Error('the dice fell off the table')
  }
}

/** Guests who come, change their minds and are granted it: overlaps and wrong refusals. */
export const guestsOnly = oneOf([55, request], [20, ask], [22, grant], [2, day], [1, month])

/** Everybody, and time. */
export const allActors = oneOf(
  [330, request],
  [70, ask],
  [40, grant],
  [120, simple],
  [70, visit],
  [70, undo],
  [25, offer],
  [15, correct],
  [45, deposit],
  [70, move],
  [45, admit],
  [25, block],
  [25, unblock],
  [6, closing],
  [14, register],
  [22, attend],
  [6, exporting],
  [9, erase],
  [30, look],
  [10, day],
  [5, month],
  [45, wait],
  [17, expire],
)
