/** How a deposit stands. Money moves between the guest's bank and the shop's; staff say what they saw. */
import type { LocalizedText } from '../../../kernel/locale.ts'

export const depositStates = ['asked', 'paid', 'waived', 'returned'] as const

/** What staff made of it. */
export type DepositState = (typeof depositStates)[number]

/** A booking's rules may want one before staff did anything. */
export type DepositStatus = 'not_asked' | DepositState

export const depositLabels: Record<DepositStatus, LocalizedText> = {
  not_asked: { vi: 'chưa yêu cầu', en: 'not asked for yet' },
  asked: { vi: 'chờ chuyển khoản', en: 'awaiting transfer' },
  paid: { vi: 'đã nhận', en: 'received' },
  waived: { vi: 'được miễn', en: 'waived' },
  returned: { vi: 'đã hoàn lại', en: 'given back' },
}
