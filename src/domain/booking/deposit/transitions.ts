/** What staff may make of a deposit, and from which state. */

import { BookingActionError } from '../../../kernel/action-errors.ts'
import type { BookingRow, Status } from '../status.ts'
import type { Transition } from '../transitions.ts'
import { assignmentOf, type DepositContext, detailsOf, requiredDeposit } from './deposit.ts'
import type { DepositState, DepositStatus } from './state.ts'

/** Money may arrive late or by itself, and is given back whatever became of the booking. */
export const depositTransitions: Record<
  DepositState,
  { from: readonly DepositStatus[]; in: readonly Status[] }
> = {
  asked: { from: ['not_asked', 'asked', 'waived'], in: ['pending', 'confirmed'] },
  waived: { from: ['not_asked', 'asked'], in: ['pending', 'confirmed'] },
  paid: { from: ['not_asked', 'asked', 'waived'], in: ['pending', 'confirmed', 'cancelled'] },
  returned: { from: ['paid'], in: ['pending', 'confirmed', 'cancelled'] },
}

/** What an instant transfer between banks can carry. */
const minAmount = 1_000
const maxAmount = 499_999_999

/** Without an amount it is the one that was asked for or, the first time, the one that the rules want. */
export function changeDeposit(
  parts: DepositContext,
  row: BookingRow,
  newState: DepositState,
  requestedAmount: number | undefined,
): Transition {
  if (!depositTransitions[newState].from.includes(row.deposit_state ?? 'not_asked')) {
    throw new BookingActionError('wrong_state')
  }
  // Without an account there is nothing to ask for; and who sits at the table pays there.
  if (newState === 'asked' && (!parts.business.bank || row.visit !== null)) {
    throw new BookingActionError('wrong_state')
  }
  const knownAmount = row.deposit ?? requiredDeposit(parts, detailsOf(row), assignmentOf(row))
  const amount = newState === 'returned' ? knownAmount : (requestedAmount ?? knownAmount)
  if (!Number.isInteger(amount) || amount < minAmount || amount > maxAmount) {
    throw new BookingActionError('amount_missing')
  }
  return { next: { deposit: amount, deposit_state: newState }, eventData: { deposit: amount } }
}
