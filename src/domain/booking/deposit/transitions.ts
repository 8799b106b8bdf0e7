/** Sets the deposit of a booking: checks its state and the amount. */
import { BookingActionError } from '../../../kernel/action-errors.ts'
import type { StoredBooking } from '../rows.ts'
import { agreedDeposit } from '../terms.ts'
import type { Transition } from '../transitions.ts'
import type { DepositContext } from './deposit.ts'
import { type DepositState, depositSources } from './state.ts'

/** Limits of an instant bank transfer, in dong. */
const minAmount = 1_000
const maxAmount = 499_999_999

/** The default amount is the stored one or, the first time, the one that was agreed. */
export function changeDeposit(
  context: DepositContext,
  booking: StoredBooking,
  newState: DepositState,
  requestedAmount: number | undefined,
): Transition {
  if (!depositSources[newState].includes(booking.deposit_state ?? 'not_asked')) {
    throw new BookingActionError('wrong_state')
  }
  // Without a bank account there is nothing to transfer to.
  if (newState === 'asked' && !context.business.bank) {
    throw new BookingActionError('wrong_state')
  }
  const knownAmount = booking.deposit ?? agreedDeposit(context, booking)
  const amount = newState === 'returned' ? knownAmount : (requestedAmount ?? knownAmount)
  if (!Number.isInteger(amount) || amount < minAmount || amount > maxAmount) {
    throw new BookingActionError('amount_missing')
  }
  return { next: { deposit: amount, deposit_state: newState }, eventData: { deposit: amount } }
}
