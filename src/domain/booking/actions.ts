/** Everything that can happen to a booking: who does it, in which status, and the status afterwards. */
import type { Lifecycle, LifecycleTransition } from '../../kernel/lifecycle.ts'
import { depositTransitions } from './deposit/state.ts'
import { type Status, statusLabels } from './status.ts'

const openStatuses: readonly Status[] = ['pending', 'confirmed']
const allStatuses: readonly Status[] = ['pending', 'confirmed', 'cancelled']

const confirmedWithAgreement = {
  vi: 'Nếu khách đã đồng ý qua điện thoại, yêu cầu đang chờ thành đã xác nhận.',
  en: 'If the guest has agreed on the phone, a pending request becomes confirmed.',
}

export const bookingActions = {
  requested: {
    title: { vi: 'Yêu cầu mới', en: 'New request' },
    by: 'guest',
    from: [],
    to: 'pending',
    guestEmail: 'immediate',
    note: {
      vi:
        'POST /api/booking, trang web hoặc công cụ của trợ lý. Giữ chỗ cho tới khi nhân ' +
        'viên trả lời; với dry_run=1 không lưu gì.',
      en:
        'POST /api/booking, the site or the tool of an assistant. Holds the time until ' +
        'staff answer; with dry_run=1 nothing is stored.',
    },
  },
  admitted: {
    title: { vi: 'Đặt tại quầy', en: 'Entered at the desk' },
    by: 'staff',
    from: [],
    to: 'confirmed',
    guestEmail: 'delayed',
    note: { vi: 'Khách gọi điện hoặc tới quầy.', en: 'The guest called or came in person.' },
  },
  confirmed: {
    title: { vi: 'Đã xác nhận', en: 'Confirmed' },
    by: 'staff',
    from: ['pending'],
    to: 'confirmed',
    guestEmail: 'delayed',
  },
  declined: {
    title: { vi: 'Đã từ chối', en: 'Declined' },
    by: 'staff',
    from: ['pending'],
    to: 'cancelled',
    guestEmail: 'delayed',
    note: { vi: 'Kèm lý do cho khách.', en: 'With a reason for the guest.' },
  },
  expired: {
    title: { vi: 'Không ai trả lời kịp', en: 'Not answered in time' },
    by: 'clock',
    from: ['pending'],
    to: 'cancelled',
    guestEmail: 'immediate',
    note: { vi: 'Vào giờ bắt đầu của yêu cầu.', en: 'At the start of the request.' },
  },
  change_requested: {
    title: { vi: 'Khách xin đổi hoặc huỷ', en: 'Change requested' },
    by: 'guest',
    from: openStatuses,
    to: 'unchanged',
    note: {
      vi: 'POST /api/booking/{code}/change. Nhân viên gọi số đã đặt rồi mới đổi hoặc huỷ.',
      en: 'POST /api/booking/{code}/change. Staff call the number of the booking and then act on it.',
    },
  },
  settled: {
    title: { vi: 'Đã trả lời khách', en: 'Change request resolved' },
    by: 'staff',
    from: openStatuses,
    to: 'unchanged',
  },
  cancelled: {
    title: { vi: 'Đã huỷ', en: 'Cancelled' },
    by: 'staff',
    from: openStatuses,
    to: 'cancelled',
    guestEmail: 'delayed',
    note: {
      vi: 'Theo yêu cầu của khách, hoặc kèm lý do của tiệm.',
      en: 'On the request of the guest, or with the shop’s reason.',
    },
  },
  moved: {
    title: { vi: 'Đã đổi giờ', en: 'Moved' },
    by: 'staff',
    from: openStatuses,
    to: 'unchanged',
    guestEmail: 'delayed',
    note: confirmedWithAgreement,
  },
  rearranged: {
    title: { vi: 'Đã sắp xếp lại', en: 'Rearranged' },
    by: 'staff',
    from: openStatuses,
    to: 'unchanged',
    guestEmail: 'delayed',
    note: confirmedWithAgreement,
  },
  offered: {
    title: { vi: 'Đã gợi ý giờ khác', en: 'Other times suggested' },
    by: 'staff',
    from: openStatuses,
    to: 'unchanged',
    guestEmail: 'delayed',
    note: { vi: 'Các giờ ấy không được giữ.', en: 'These times are not held.' },
  },
  seated: {
    title: { vi: 'Khách đã đến', en: 'Seated' },
    by: 'staff',
    from: ['confirmed'],
    to: 'unchanged',
  },
  finished: {
    title: { vi: 'Khách đã về', en: 'Finished' },
    by: 'staff',
    from: ['confirmed'],
    to: 'unchanged',
  },
  no_show: {
    title: { vi: 'Khách không đến', en: 'No-show' },
    by: 'staff',
    from: ['confirmed'],
    to: 'unchanged',
  },
  deposit_asked: {
    title: { vi: 'Đã yêu cầu đặt cọc', en: 'Deposit requested' },
    by: 'staff',
    from: depositTransitions.asked.in,
    to: 'unchanged',
    guestEmail: 'delayed',
  },
  deposit_paid: {
    title: { vi: 'Đã nhận cọc', en: 'Deposit received' },
    by: 'staff',
    from: depositTransitions.paid.in,
    to: 'unchanged',
    guestEmail: 'delayed',
    note: {
      vi: 'Nhận cọc không phải là xác nhận.',
      en: 'A deposit does not confirm the booking.',
    },
  },
  deposit_waived: {
    title: { vi: 'Đã miễn cọc', en: 'Deposit waived' },
    by: 'staff',
    from: depositTransitions.waived.in,
    to: 'unchanged',
    guestEmail: 'delayed',
  },
  deposit_returned: {
    title: { vi: 'Đã hoàn cọc', en: 'Deposit refunded' },
    by: 'staff',
    from: depositTransitions.returned.in,
    to: 'unchanged',
    guestEmail: 'delayed',
  },
  reopened: {
    title: { vi: 'Đã hoàn tác', en: 'Undone' },
    by: 'staff',
    from: allStatuses,
    to: 'previous',
    guestEmail: 'delayed',
    note: {
      vi: 'Hoàn tác một lần đặt tại quầy là huỷ. Email chỉ được gửi nếu khách đã nhận email về việc vừa hoàn tác.',
      en:
        'Undoing an entry at the desk cancels it. The email is sent only if the guest was ' +
        'emailed about the undone action.',
    },
  },
  corrected: {
    title: { vi: 'Đã sửa thông tin khách', en: 'Guest details corrected' },
    by: 'staff',
    from: allStatuses,
    to: 'unchanged',
  },
  noted: {
    title: { vi: 'Có ghi chú mới', en: 'Note added' },
    by: 'staff',
    from: allStatuses,
    to: 'unchanged',
  },
  erased: {
    title: { vi: 'Đã xoá dữ liệu của khách', en: 'Guest data erased' },
    by: 'staff',
    from: allStatuses,
    to: 'unchanged',
  },
} satisfies Record<string, LifecycleTransition<Status>>

export type BookingActionName = keyof typeof bookingActions

export const bookingLifecycle: Lifecycle = {
  noun: 'booking',
  title: { vi: 'Lượt đặt', en: 'Booking' },
  states: statusLabels,
  transitions: bookingActions,
}
