/** What staff may make of a deposit, and from which state. */

import { StaffObstacle } from '../../../kernel/action-errors.ts'
import type { BookingRow, Status } from '../status.ts'
import type { Outcome } from '../transitions.ts'
import { type DepositParts, givenOf, wantedFor, wishOf } from './deposit.ts'
import type { DepositStanding, DepositState } from './state.ts'

/** Money may arrive late or by itself, and is given back whatever became of the booking. */
export const depositChanges: Record<
  DepositState,
  { from: readonly DepositStanding[]; in: readonly Status[] }
> = {
  asked: { from: ['not_asked', 'asked', 'waived'], in: ['pending', 'confirmed'] },
  waived: { from: ['not_asked', 'asked'], in: ['pending', 'confirmed'] },
  paid: { from: ['not_asked', 'asked', 'waived'], in: ['pending', 'confirmed', 'cancelled'] },
  returned: { from: ['paid'], in: ['pending', 'confirmed', 'cancelled'] },
}

/** What an instant transfer between banks can carry. */
const least = 1_000
const most = 499_999_999

/** Without an amount it is the one that was asked for or, the first time, the one that the rules want. */
export function changeDeposit(
  parts: DepositParts,
  row: BookingRow,
  becomes: DepositState,
  asked: number | undefined,
): Outcome {
  if (!depositChanges[becomes].from.includes(row.deposit_state ?? 'not_asked')) {
    throw new StaffObstacle('wrong_state')
  }
  // Without an account there is nothing to ask for; and who sits at the table pays there.
  if (becomes === 'asked' && (!parts.business.bank || row.visit !== null)) {
    throw new StaffObstacle('wrong_state')
  }
  const known = row.deposit ?? wantedFor(parts, wishOf(row), givenOf(row))
  const amount = becomes === 'returned' ? known : (asked ?? known)
  if (!Number.isInteger(amount) || amount < least || amount > most) {
    throw new StaffObstacle('amount_missing')
  }
  return { next: { deposit: amount, deposit_state: becomes }, facts: { deposit: amount } }
}
