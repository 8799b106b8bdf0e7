/** Random commands of the service: guests who are late, stay longer, change their treatment or come without a booking. */
import type { Random } from '../support/random.ts'

/** Numbers of bookings from here on mean guests who are there, should be there or have just left. */
export const presentFrom = 100

type PresentGuest = { bookingNumber: number; byForm: boolean; versionOffset: number }

export type ServiceCommand =
  | ({ type: 'delayed' } & PresentGuest)
  | ({ type: 'change_offer'; service: number; override: boolean } & PresentGuest)
  | ({ type: 'stay'; minutes: number; override: boolean } & PresentGuest)
  | {
      type: 'sit_down'
      detailsIndex: number
      resource: number
      secondResource: number | undefined
      choice: number
      override: boolean
    }

type Generator = (random: Random) => ServiceCommand

const choosePresent = (random: Random): PresentGuest => ({
  bookingNumber: random.below(4) === 0 ? 0 : presentFrom + random.below(40),
  byForm: random.below(4) === 0,
  versionOffset: random.below(20) === 0 ? 1 : 0,
})

/** A late guest has called: they are on the way. */
export const delayed: Generator = (random) => ({ type: 'delayed', ...choosePresent(random) })

/** Another treatment, before or during the visit. */
export const changeOffer: Generator = (random) => ({
  type: 'change_offer',
  service: random.below(1000),
  override: random.below(2) === 0,
  ...choosePresent(random),
})

/** Guests stay longer than planned, or leave earlier. */
export const stay: Generator = (random) => ({
  type: 'stay',
  minutes: 15 * (1 + random.below(16)),
  override: random.below(2) === 0,
  ...choosePresent(random),
})

/** Guests without a booking sit down where staff say. */
export const sitDown: Generator = (random) => ({
  type: 'sit_down',
  detailsIndex: random.below(1000),
  resource: random.below(39),
  secondResource: random.below(6) === 0 ? random.below(39) : undefined,
  choice: random.below(1000),
  override: random.below(2) === 0,
})
