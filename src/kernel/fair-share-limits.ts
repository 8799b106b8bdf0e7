/** Limits of the unanswered booking requests of one guest, client or network. */
export type FairShareLimits = {
  /** Unanswered requests of one phone number or mailbox. */
  openPerContact: number
  openPerClient: number
  /** Requests in 24 hours. */
  dailyPerContact: number
  dailyPerClient: number
  /** Part of a day's bookable cells that the unanswered requests of one of them may hold. */
  dayShare: number
}

const defaultWriteLimit = 5
const unlimitedFrom = 100

/** In proportion to a write limit above the default; undefined, that is no limits, if it was raised for load tests. */
export function fairShareLimits(writeLimit: number): FairShareLimits | undefined {
  if (writeLimit >= unlimitedFrom) return undefined
  const factor = Math.max(1, writeLimit / defaultWriteLimit)
  return {
    openPerContact: Math.floor(3 * factor),
    openPerClient: Math.floor(5 * factor),
    dailyPerContact: Math.floor(10 * factor),
    dailyPerClient: Math.floor(20 * factor),
    dayShare: Math.min(1, 0.25 * factor),
  }
}
