/** Everything that can happen to a card: who does it, who is notified, and its labels. */
import { type Lifecycle, type LifecycleTransition, recordedOnly } from '../../kernel/lifecycle.ts'
import { type CardStatus, cardLabels, cardStatuses } from './status.ts'

const byStaff = {
  by: 'staff',
  from: cardStatuses,
  to: 'unchanged',
  undo: 'skip',
  notifies: recordedOnly,
  desk: null,
} as const

const byClock = { ...byStaff, by: 'clock' } as const

const cardActions = {
  issued: {
    ...byStaff,
    from: [],
    title: { vi: 'Đã phát hành thẻ', en: 'Card issued' },
    label: { vi: 'phát hành thẻ', en: 'issued the card' },
  },
  redeemed: {
    ...byStaff,
    title: { vi: 'Đã dùng thẻ', en: 'Card redeemed' },
    label: { vi: 'trừ vào thẻ', en: 'redeemed' },
  },
  given_back: {
    ...byStaff,
    title: { vi: 'Đã hoàn lại vào thẻ', en: 'Given back to the card' },
    label: { vi: 'hoàn lại vào thẻ', en: 'gave back' },
  },
  adjusted: {
    ...byStaff,
    title: { vi: 'Đã điều chỉnh thẻ', en: 'Card adjusted' },
    label: { vi: 'điều chỉnh số dư', en: 'adjusted the balance' },
  },
  expired: {
    ...byClock,
    title: { vi: 'Thẻ hết hạn', en: 'Card expired' },
    label: { vi: 'hết hạn', en: 'expired' },
  },
  visit_reserved: {
    ...byStaff,
    title: { vi: 'Đã giữ một lần trên thẻ', en: 'Visit reserved' },
    label: { vi: 'giữ một lần cho lượt đặt', en: 'reserved a visit for a booking' },
  },
  visit_released: {
    ...byStaff,
    title: { vi: 'Đã trả lại lần được giữ', en: 'Visit released' },
    label: { vi: 'trả lại lần đã giữ', en: 'released the reserved visit' },
  },
  extended: {
    ...byStaff,
    title: { vi: 'Đã gia hạn thẻ', en: 'Card extended' },
    label: { vi: 'gia hạn thẻ', en: 'extended the card' },
  },
  extension_undone: {
    ...byStaff,
    title: { vi: 'Đã hoàn tác gia hạn', en: 'Extension undone' },
    label: { vi: 'hoàn tác gia hạn', en: 'undid the extension' },
  },
  holder_changed: {
    ...byStaff,
    title: { vi: 'Đã đổi người giữ thẻ', en: 'Holder changed' },
    label: { vi: 'đổi người giữ thẻ', en: 'changed the holder' },
  },
  reminded: {
    ...byClock,
    notifies: { staff: 'never', guest: 'immediate', webhook: false },
    title: { vi: 'Nhắc thẻ sắp hết hạn', en: 'Reminder of the expiry' },
    label: { vi: 'nhắc thẻ sắp hết hạn', en: 'reminded the holder of the expiry' },
  },
  erased: {
    ...byStaff,
    title: { vi: 'Đã xoá dữ liệu của khách', en: 'Guest data erased' },
    label: { vi: 'xoá dữ liệu của khách', en: 'erased the guest’s data' },
  },
  sent_again: {
    ...byStaff,
    title: { vi: 'Đã gửi lại một tin', en: 'Message sent again' },
    label: { vi: 'gửi lại một tin', en: 'sent a message again' },
  },
} as const satisfies Record<string, LifecycleTransition<CardStatus>>

export type CardActionName = keyof typeof cardActions

export const cardLifecycle = {
  noun: 'card',
  title: { vi: 'Thẻ', en: 'Card' },
  states: cardLabels,
  transitions: cardActions,
} as const satisfies Lifecycle
