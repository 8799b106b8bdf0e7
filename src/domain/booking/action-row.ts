/** A row of the table of booking actions, and the values that rows share. */
import type { LifecycleTransition } from '../../kernel/lifecycle.ts'
import type { Status } from './status.ts'
import { type VisitStatus, visitStatuses } from './visit.ts'

export type BookingAction = LifecycleTransition<Status> & {
  /** The visits during which it is possible; null is a party that is still expected. */
  visits: readonly (VisitStatus | null)[]
  /** The visit afterwards; without it, the visit does not change. */
  visitTo?: VisitStatus
  /** Milliseconds after the start before which it is not possible; negative for a time before the start. */
  notBeforeMs?: number
  /** It is only possible before the start. */
  endsAtStart?: true
  /** It leaves the offers of the booking alone, or ends them itself. All other actions release them. */
  keepsOffers?: true
}

export const openStatuses: readonly Status[] = ['pending', 'confirmed']
export const allStatuses: readonly Status[] = ['pending', 'confirmed', 'cancelled']

export const expected: BookingAction['visits'] = [null]
export const anyVisit: BookingAction['visits'] = [null, ...visitStatuses]
