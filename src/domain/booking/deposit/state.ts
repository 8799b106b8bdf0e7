/** Deposit states. The money moves between two banks; staff set the state from their bank account. */
import type { Lifecycle } from '../../../kernel/lifecycle.ts'
import type { LocalizedText } from '../../../kernel/locale.ts'
import type { Status } from '../status.ts'

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

/**
 * Deposit states that staff can set, from which states and in which status of the booking. A transfer can arrive late
 * or unrequested, and can be refunded in every booking status.
 */
export const depositTransitions: Record<
  DepositState,
  { from: readonly DepositStatus[]; in: readonly Status[] }
> = {
  asked: { from: ['not_asked', 'asked', 'waived'], in: ['pending', 'confirmed'] },
  waived: { from: ['not_asked', 'asked'], in: ['pending', 'confirmed'] },
  paid: { from: ['not_asked', 'asked', 'waived'], in: ['pending', 'confirmed', 'cancelled'] },
  returned: { from: ['paid'], in: ['pending', 'confirmed', 'cancelled'] },
}

/** Its transitions are actions on the booking. */
export const depositLifecycle: Lifecycle = {
  noun: 'deposit',
  title: { vi: 'Tiền cọc', en: 'Deposit' },
  states: depositLabels,
  transitions: {},
}
