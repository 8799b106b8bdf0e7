/** Deposit states. The money moves between two banks; staff set the state from their bank account. */
import type { Lifecycle } from '../../../kernel/lifecycle.ts'
import type { LocalizedText } from '../../../kernel/locale.ts'

export const depositStates = ['asked', 'paid', 'waived', 'returned'] as const

export type DepositState = (typeof depositStates)[number]

/** `not_asked`: the rules require a deposit, but staff have not acted yet. */
export type DepositStatus = 'not_asked' | DepositState

export const depositLabels: Record<DepositStatus, LocalizedText> = {
  not_asked: { vi: 'chưa yêu cầu', en: 'not requested yet' },
  asked: { vi: 'chờ chuyển khoản', en: 'awaiting transfer' },
  paid: { vi: 'đã nhận', en: 'received' },
  waived: { vi: 'được miễn', en: 'waived' },
  returned: { vi: 'đã hoàn lại', en: 'refunded' },
}

/** The states from which staff can set each state. `deposit/actions.ts` has the statuses of the booking. */
export const depositSources: Record<DepositState, readonly DepositStatus[]> = {
  asked: ['not_asked', 'asked', 'waived'],
  waived: ['not_asked', 'asked'],
  paid: ['not_asked', 'asked', 'waived'],
  returned: ['paid'],
}

/** Its transitions are actions on the booking. */
export const depositLifecycle: Lifecycle = {
  noun: 'deposit',
  title: { vi: 'Tiền cọc', en: 'Deposit' },
  states: depositLabels,
  transitions: {},
}
