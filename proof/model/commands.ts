/**
 * Random commands of guests, assistants, staff and the clock. A command is plain data that is valid in any state of the
 * shop, so that a failing list of commands can be shortened.
 */
import type { Random } from '../support/random.ts'
import { answerOffers, type OfferAnswerCommand } from './answer-offers.ts'
import {
  changeOffer,
  delayed,
  presentFrom,
  type ServiceCommand,
  sitDown,
  stay,
} from './service-commands.ts'
import type { ModelDeposit, ModelVisit, RequestedChange } from './shop-model.ts'
import {
  answerPlace,
  joinAgain,
  joinWaitlist,
  leaveWaitlist,
  offerPlace,
  putBack,
  type WaitlistCommand,
} from './waitlist-commands.ts'

/** The interface that the guest uses. */
export type GuestFace = 'api' | 'form' | 'assistant'

/** The index of the details in the trade model, the guest, the days from today and the minute of the day. */
type RequestChoice = { detailsIndex: number; guest: number; day: number; at: number }

/**
 * The number of a booking; 0 is the booking of the last command, which is used often. Numbers from `presentFrom` on mean
 * guests who are there, should be there or have just left.
 */
type BookingChoice = { bookingNumber: number }

/** Through a form of the desk or by a direct call, with a version that may be outdated. */
type StaffActionChoice = BookingChoice & { byForm: boolean; versionOffset: number }

/** The number of a resource; one that is too high does not exist. */
type Resource = { resource: number | undefined }

export type Command =
  | ({ type: 'request'; face: GuestFace; isDryRun: boolean; isOther: boolean } & RequestChoice)
  | { type: 'repeat'; face: GuestFace }
  | ({
      type: 'request_change'
      face: GuestFace
      kind: RequestedChange['kind']
      day: number
      at: number
    } & BookingChoice)
  | OfferAnswerCommand
  | ({ type: 'read_booking' } & BookingChoice)
  | { type: 'read_day' | 'read_month'; detailsIndex: number; day: number }
  | ({ type: SimpleAction } & StaffActionChoice)
  | ({ type: 'deposit'; becomes: ModelDeposit['state']; amount: number } & StaffActionChoice)
  | ({ type: 'correct'; guest: number } & StaffActionChoice)
  | ({ type: 'offer'; times: readonly { day: number; at: number }[] } & StaffActionChoice)
  | ({ type: 'move'; confirm: boolean; override: boolean } & Optional<
      'day' | 'at' | 'party' | 'secondResource'
    > &
      Resource &
      StaffActionChoice)
  | ({ type: 'swap'; otherNumber: number; override: boolean } & StaffActionChoice)
  | ({ type: 'walk_in'; byForm: boolean; phone: boolean; isNow: boolean } & Resource &
      RequestChoice)
  | ({ type: 'block'; resources: readonly number[]; minutes: number } & Blocked)
  | ({ type: 'unblock'; byForm: boolean } & BookingChoice)
  | ({ type: 'away'; resource: number; minutes: number } & Blocked)
  | { type: 'extra_place'; day: number; seats: number; kind: number }
  | { type: 'shift'; resource: number; day: number; at: number; minutes: number }
  | { type: 'back' | 'away_again'; absence: number }
  | { type: 'accept'; absence: number }
  | { type: 'close' | 'reopen'; byForm: boolean; day: number }
  | { type: 'register_data_request'; guest: number; kind: string }
  | { type: 'handle_data_request'; requestIndex: number; step: Step; late: boolean }
  | { type: 'export'; guest: number }
  | { type: 'erase'; guest: number; cancel: boolean }
  | ServiceCommand
  | WaitlistCommand
  | { type: 'wait'; minutes: number }
  | { type: 'expire' }

/** Actions without arguments. `grant` applies the change that the guest requested. */
type SimpleAction =
  | 'confirm'
  | 'decline'
  | 'cancel'
  | 'settle'
  | 'undo'
  | 'note'
  | 'grant'
  | ModelVisit

/** A step in the processing of a data request. */
export type Step = 'save' | 'reply' | 'finish' | 'reopen'

type Optional<Name extends string> = Record<Name, number | undefined>

type Blocked = { byForm: boolean; day: number; at: number }

type CommandGenerator = (random: Random) => Command

const faces: readonly GuestFace[] = ['api', 'api', 'form', 'assistant']

/** Today, tomorrow or the day after; rarely yesterday. */
function anyDay(random: Random): number {
  return random.below(40) === 0 ? -1 : random.pick([0, 1, 1, 2, 2])
}

/** Any quarter hour, mostly full and half hours, some outside the opening hours. */
function anyTime(random: Random): number {
  const hours = 9 + random.below(15)
  return hours * 60 + random.pick([0, 0, 30, 30, 15, 45])
}

/** Mostly a time that guests can book. */
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
  bookingNumber: chooseBookingNumber(random),
  byForm: random.below(5) === 0,
  versionOffset: random.below(10) === 0 ? random.pick([-1, 1]) : 0,
})

const maybe = <Value>(random: Random, value: Value) => (random.below(3) === 0 ? value : undefined)

const request: CommandGenerator = (random) => ({
  type: 'request',
  face: random.pick(faces),
  isDryRun: random.below(10) === 0,
  isOther: random.below(6) === 0,
  ...chooseRequest(random),
})

/** The last request again, from the same client and without a key. */
const repeat: CommandGenerator = (random) => ({ type: 'repeat', face: random.pick(faces) })

const requestChange: CommandGenerator = (random) => ({
  type: 'request_change',
  face: random.pick(faces),
  bookingNumber: chooseBookingNumber(random),
  kind: random.pick(['cancel', 'cancel', 'move', 'move', 'smaller_party', 'larger_party']),
  day: anyDay(random),
  at: guestTime(random),
})

const grant: CommandGenerator = (random) => ({ type: 'grant', ...chooseStaffAction(random) })

const simple: CommandGenerator = (random) => ({
  type: random.pick(['confirm', 'confirm', 'confirm', 'decline', 'cancel', 'settle', 'note']),
  ...chooseStaffAction(random),
})

const visit: CommandGenerator = (random) => ({
  type: random.pick(['seated', 'seated', 'finished', 'no_show']),
  ...chooseStaffAction(random),
})

const undo: CommandGenerator = (random) => ({ type: 'undo', ...chooseStaffAction(random) })

/** Always with an amount: the deposit rules of the trades are tested elsewhere. */
const deposit: CommandGenerator = (random) => ({
  type: 'deposit',
  becomes: random.pick(['asked', 'asked', 'paid', 'paid', 'waived', 'returned']),
  amount: random.pick([100_000, 1_500_000, 499_999_999, 0]),
  ...chooseStaffAction(random),
})

const correct: CommandGenerator = (random) => ({
  type: 'correct',
  guest: random.below(3),
  ...chooseStaffAction(random),
})

const offer: CommandGenerator = (random) => ({
  type: 'offer',
  times: Array.from({ length: 1 + random.below(2) }, () => ({
    day: anyDay(random),
    at: guestTime(random),
  })),
  ...chooseStaffAction(random),
})

const move: CommandGenerator = (random) => ({
  type: 'move',
  day: maybe(random, anyDay(random)),
  at: maybe(random, anyTime(random)),
  resource: maybe(random, random.below(40)),
  party: maybe(random, 1 + random.below(9)),
  confirm: random.below(2) === 0,
  override: random.below(2) === 0,
  secondResource: random.below(6) === 0 ? random.below(40) : undefined,
  ...chooseStaffAction(random),
})

/** Another booking of the same days takes the place, and gives its own. */
const swap: CommandGenerator = (random) => ({
  type: 'swap',
  otherNumber: random.below(40),
  override: random.below(2) === 0,
  ...chooseStaffAction(random),
})

/** Another place for guests who are late or there. */
const rearrange: CommandGenerator = (random) => ({
  type: 'move',
  day: undefined,
  at: undefined,
  resource: random.below(3) > 0 ? random.below(40) : undefined,
  party: random.below(6) === 0 ? 1 + random.below(9) : undefined,
  confirm: false,
  override: random.below(2) === 0,
  secondResource: random.below(6) === 0 ? random.below(40) : undefined,
  ...chooseStaffAction(random),
  bookingNumber: presentFrom + random.below(40),
})

/** Arrivals, departures and their undo during the service. */
const service: CommandGenerator = (random) => ({
  type: random.pick(['seated', 'finished', 'no_show', 'undo', 'undo']),
  ...chooseStaffAction(random),
  bookingNumber: random.below(3) === 0 ? 0 : presentFrom + random.below(40),
})

const walkIn: CommandGenerator = (random) => ({
  type: 'walk_in',
  isNow: random.below(2) === 0,
  byForm: random.below(4) === 0,
  phone: random.below(2) === 0,
  ...chooseRequest(random),
  at: anyTime(random),
  resource: maybe(random, random.below(40)),
})

const block: CommandGenerator = (random) => ({
  type: 'block',
  byForm: random.below(4) === 0,
  resources: Array.from({ length: 1 + random.below(3) }, () => random.below(40)),
  day: anyDay(random),
  at: anyTime(random),
  minutes: random.pick([15, 60, 120, 240, 10]),
})

const unblock: CommandGenerator = (random) => ({
  type: 'unblock',
  byForm: random.below(4) === 0,
  bookingNumber: random.below(40),
})

/** A person, table or room is away, for hours or for more than a day. */
const away: CommandGenerator = (random) => ({
  type: 'away',
  byForm: random.below(4) === 0,
  resource: random.below(40),
  day: anyDay(random),
  at: anyTime(random),
  minutes: random.pick([60, 240, 600, 1500]),
})

/** A table, room or seat that is there on one day only. */
const extraPlace: CommandGenerator = (random) => ({
  type: 'extra_place',
  day: anyDay(random),
  seats: 1 + random.below(6),
  kind: random.below(4),
})

/** The hours of a person on one day, which guests can book; without minutes, those of the content again. */
const shift: CommandGenerator = (random) => ({
  type: 'shift',
  resource: random.below(40),
  day: random.pick([0, 1, 1, 2]),
  at: 60 * (8 + random.below(6)),
  minutes: random.pick([0, 180, 360, 540]),
})

const back: CommandGenerator = (random) => ({
  type: random.pick(['back', 'back', 'away_again']),
  absence: random.below(40),
})

const accept: CommandGenerator = (random) => ({ type: 'accept', absence: random.below(40) })

const closing: CommandGenerator = (random) => ({
  type: random.pick(['close', 'reopen', 'reopen', 'reopen']),
  byForm: random.below(2) === 0,
  day: anyDay(random),
})

/** A day that is closed during the service, mostly not for long. */
const closingToday: CommandGenerator = (random) => ({
  type: random.pick(['close', 'reopen', 'reopen']),
  byForm: random.below(2) === 0,
  day: 0,
})

const registerDataRequest: CommandGenerator = (random) => ({
  type: 'register_data_request',
  guest: random.below(3),
  kind: random.pick(['see', 'see', 'correct', 'erase', 'withdraw', 'other']),
})

const handleDataRequest: CommandGenerator = (random) => ({
  type: 'handle_data_request',
  requestIndex: random.below(40),
  step: random.pick(['save', 'reply', 'reply', 'finish', 'finish', 'reopen']),
  late: random.below(6) === 0,
})

const exporting: CommandGenerator = (random) => ({ type: 'export', guest: random.below(3) })

const erase: CommandGenerator = (random) => ({
  type: 'erase',
  guest: random.below(3),
  cancel: random.below(3) > 0,
})

const readBooking: CommandGenerator = (random) => ({
  type: 'read_booking',
  bookingNumber: chooseBookingNumber(random),
})

const readDay: CommandGenerator = (random) => ({
  type: 'read_day',
  detailsIndex: random.below(1000),
  day: anyDay(random),
})

const readMonth: CommandGenerator = (random) =>
  ({ ...readDay(random), type: 'read_month' }) as Command

const wait: CommandGenerator = (random) => ({ type: 'wait', minutes: random.pick([0, 20, 50]) })

const expire: CommandGenerator = () => ({ type: 'expire' })

/** Chooses by weight. */
function oneOf(...weighted: readonly (readonly [number, CommandGenerator])[]): CommandGenerator {
  const sum = weighted.reduce((all, [weight]) => all + weight, 0)
  return (random) => {
    let roll = random.below(sum)
    for (const [weight, commander] of weighted) {
      if (roll < weight) return commander(random)
      roll -= weight
    }
    throw new Error('The weights do not add up.')
  }
}

/** Requests, change requests and granted changes: finds overlaps and wrong rejections. */
export const guestsOnly = oneOf(
  [52, request],
  [3, repeat],
  [20, requestChange],
  [22, grant],
  [2, readDay],
  [1, readMonth],
)

/** All commands. */
export const allActors = oneOf(
  [310, request],
  [20, repeat],
  [70, requestChange],
  [40, grant],
  [120, simple],
  [70, visit],
  [70, undo],
  [40, offer],
  [30, answerOffers],
  [15, correct],
  [45, deposit],
  [70, move],
  [60, rearrange],
  [30, swap],
  [45, service],
  [60, walkIn],
  [25, block],
  [25, unblock],
  [16, away],
  [8, shift],
  [5, extraPlace],
  [30, delayed],
  [30, changeOffer],
  [30, stay],
  [40, sitDown],
  [14, back],
  [14, accept],
  [6, closing],
  [12, closingToday],
  [14, registerDataRequest],
  [22, handleDataRequest],
  [6, exporting],
  [9, erase],
  [30, readBooking],
  [10, readDay],
  [5, readMonth],
  [45, wait],
  [17, expire],
  [40, joinWaitlist],
  [6, joinAgain],
  [35, offerPlace],
  [30, answerPlace],
  [8, leaveWaitlist],
  [5, putBack],
)
