/** The states of an entry of the waitlist, and their labels. */
import type { LocalizedText } from '../../kernel/locale.ts'

export const waitlistStatuses = ['waiting', 'offered', 'booked', 'left', 'expired'] as const

export type WaitlistStatus = (typeof waitlistStatuses)[number]

/** Those in which the guest still waits. */
export const openWaitlistStatuses = ['waiting', 'offered'] as const satisfies WaitlistStatus[]

export const waitlistLabels: Record<WaitlistStatus, LocalizedText> = {
  waiting: { vi: 'đang chờ', en: 'waiting' },
  offered: { vi: 'được mời', en: 'offered a place' },
  booked: { vi: 'đã có chỗ', en: 'booked' },
  left: { vi: 'đã rời danh sách', en: 'left the list' },
  expired: { vi: 'đã qua giờ', en: 'expired' },
}
