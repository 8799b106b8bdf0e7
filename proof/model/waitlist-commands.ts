/** Random commands of guests who wait for a full time, of staff who offer them places, and of their answers. */
import type { Random } from '../support/random.ts'
import type { GuestFace } from './commands.ts'

/** The number of an entry; mostly one that still waits. */
type EntryChoice = { entryNumber: number }

export type WaitlistCommand =
  | {
      type: 'join'
      face: GuestFace
      isDryRun: boolean
      detailsIndex: number
      guest: number
      day: number
      at: number
      /** For the time that the last request found full. */
      isForTaken: boolean
      /** The latest start, in minutes after the earliest. */
      minutes: number
    }
  | { type: 'join_again'; face: GuestFace }
  | ({ type: 'offer_place'; startNumber: number; byForm: boolean } & EntryChoice)
  | ({ type: PlaceAnswer; offerNumber: number; by: 'guest' | 'staff' } & EntryChoice)
  | ({ type: 'leave'; by: 'guest' | 'staff' } & EntryChoice)
  | ({ type: 'put_back' } & EntryChoice)

/** What happens to an offered place; only staff take it back. */
export type PlaceAnswer = 'accept_place' | 'decline_place' | 'withdraw_place'

type Generator = (random: Random) => WaitlistCommand

const faces: readonly GuestFace[] = ['api', 'api', 'form', 'assistant']

const chooseEntry = (random: Random) => ({ entryNumber: random.below(40) })

export const joinWaitlist: Generator = (random) => ({
  type: 'join',
  face: random.pick(faces),
  isDryRun: random.below(12) === 0,
  isForTaken: random.below(3) > 0,
  detailsIndex: random.below(1000),
  guest: random.below(3),
  day: random.pick([0, 0, 1, 1, 2, -1]),
  at: random.pick([540, 600, 660, 690, 720, 780, 1020, 1080, 1110, 1140, 1200, 1230]),
  minutes: random.pick([0, 0, 0, 30, 30, 60, 150]),
})

/** The last one again, from the same client and without a key. */
export const joinAgain: Generator = (random) => ({ type: 'join_again', face: random.pick(faces) })

export const offerPlace: Generator = (random) => ({
  type: 'offer_place',
  startNumber: random.below(40),
  byForm: random.below(4) === 0,
  ...chooseEntry(random),
})

export const answerPlace: Generator = (random) => ({
  type: random.pick<PlaceAnswer>([
    'accept_place',
    'accept_place',
    'accept_place',
    'decline_place',
    'withdraw_place',
  ]),
  offerNumber: random.below(40),
  by: random.pick(['guest', 'staff']),
  ...chooseEntry(random),
})

export const leaveWaitlist: Generator = (random) => ({
  type: 'leave',
  by: random.pick(['guest', 'staff']),
  ...chooseEntry(random),
})

/** Staff have removed the wrong guest. */
export const putBack: Generator = (random) => ({ type: 'put_back', ...chooseEntry(random) })
