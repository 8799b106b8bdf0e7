/**
 * Everything that can happen to a booking: who does it, in which state, the state afterwards, whether staff can
 * undo it, who is notified, and its labels. All other code reads this table.
 */
import {
  type ActionTable,
  emailAfterUndoTime,
  type Lifecycle,
  recordedOnly,
  webhookOnly,
} from '../../kernel/lifecycle.ts'
import { contactRows } from '../contact/actions.ts'
import { allStatuses, anyVisit, type BookingAction, expected, openStatuses } from './action-row.ts'
import { depositActions } from './deposit/actions.ts'
import { placeOfferActions } from './place-offer/actions.ts'
import { statusLabels } from './status.ts'
import { maxEarlySeatingMs } from './visit.ts'

const confirmedWithAgreement = {
  vi: 'Nếu khách đã đồng ý qua điện thoại, yêu cầu đang chờ thành đã xác nhận.',
  en: 'If the guest has agreed on the phone, a pending request becomes confirmed.',
}

/** What a guest says on the status page: it changes nothing, and staff see it at the desk. */
const statementByGuest = {
  by: 'guest',
  from: openStatuses,
  visits: expected,
  to: 'unchanged',
  undo: 'skip',
  notifies: recordedOnly,
  desk: null,
} as const

export const bookingActions = {
  requested: {
    title: { vi: 'Yêu cầu mới', en: 'New request' },
    label: { vi: 'gửi yêu cầu', en: 'sent the request' },
    by: 'guest',
    from: [],
    visits: [],
    to: 'pending',
    undo: 'impossible',
    notifies: { staff: 'answer', guest: 'immediate', webhook: true },
    desk: null,
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
    label: { vi: 'ghi lượt đặt', en: 'entered the booking' },
    by: 'staff',
    from: [],
    visits: [],
    to: 'confirmed',
    undo: 'cancel',
    notifies: emailAfterUndoTime,
    // It has a screen of its own.
    desk: null,
    note: { vi: 'Khách gọi điện hoặc tới quầy.', en: 'The guest called or came in person.' },
  },
  confirmed: {
    title: { vi: 'Đã xác nhận', en: 'Confirmed' },
    label: { vi: 'xác nhận', en: 'confirmed' },
    by: 'staff',
    from: ['pending'],
    visits: expected,
    to: 'confirmed',
    undo: 'restore',
    notifies: emailAfterUndoTime,
    mustKnow: true,
    desk: { command: 'confirm', button: { vi: 'Xác nhận', en: 'Confirm' } },
  },
  declined: {
    title: { vi: 'Đã từ chối', en: 'Declined' },
    label: { vi: 'từ chối', en: 'declined' },
    by: 'staff',
    from: ['pending'],
    visits: expected,
    to: 'cancelled',
    undo: 'restore',
    notifies: emailAfterUndoTime,
    mustKnow: true,
    desk: { command: 'decline', button: { vi: 'Từ chối', en: 'Decline' } },
    note: { vi: 'Kèm lý do cho khách.', en: 'With a reason for the guest.' },
  },
  expired: {
    title: { vi: 'Không ai trả lời kịp', en: 'Not answered in time' },
    label: {
      vi: 'tự huỷ vì chưa ai trả lời',
      en: 'cancelled automatically, because it was not answered',
    },
    by: 'clock',
    from: ['pending'],
    visits: expected,
    to: 'cancelled',
    undo: 'impossible',
    notifies: { staff: 'inform', guest: 'immediate', webhook: true },
    mustKnow: true,
    desk: null,
    note: { vi: 'Vào giờ bắt đầu của yêu cầu.', en: 'At the start of the request.' },
  },
  change_requested: {
    title: { vi: 'Khách xin đổi hoặc huỷ', en: 'Change requested' },
    label: { vi: 'xin đổi hoặc huỷ', en: 'requested a change or cancellation' },
    by: 'guest',
    from: openStatuses,
    visits: anyVisit,
    to: 'unchanged',
    undo: 'impossible',
    notifies: { staff: 'answer', guest: 'never', webhook: true },
    desk: null,
    note: {
      vi: 'POST /api/booking/{code}/change. Nhân viên gọi số đã đặt rồi mới đổi hoặc huỷ.',
      en: 'POST /api/booking/{code}/change. Staff call the number of the booking and then act on it.',
    },
  },
  coming: {
    title: { vi: 'Khách báo sẽ đến', en: 'The guest is coming' },
    label: { vi: 'báo sẽ đến', en: 'said that they are coming' },
    ...statementByGuest,
    note: {
      vi: 'Nút “Tôi sẽ đến” trên trang của lượt đặt; dời giờ thì không còn tính.',
      en: 'The button “I am coming” on the page of the booking. A move makes it void.',
    },
  },
  coming_withdrawn: {
    title: {
      vi: 'Khách rút lại lời báo sẽ đến',
      en: 'The guest no longer says that they are coming',
    },
    label: { vi: 'rút lại lời báo sẽ đến', en: 'took back that they are coming' },
    ...statementByGuest,
  },
  settled: {
    title: { vi: 'Đã xử lý yêu cầu đổi', en: 'Change request resolved' },
    label: { vi: 'khép lại yêu cầu đổi', en: 'resolved the change request' },
    by: 'staff',
    from: openStatuses,
    visits: anyVisit,
    to: 'unchanged',
    undo: 'restore',
    notifies: webhookOnly,
    mustKnow: true,
    desk: { command: 'settle', button: { vi: 'Đã giải quyết', en: 'Mark as resolved' } },
  },
  cancelled: {
    title: { vi: 'Đã huỷ', en: 'Cancelled' },
    label: { vi: 'huỷ', en: 'cancelled' },
    by: 'staff',
    from: openStatuses,
    visits: expected,
    to: 'cancelled',
    undo: 'restore',
    notifies: emailAfterUndoTime,
    mustKnow: true,
    desk: { command: 'cancel', button: { vi: 'Huỷ', en: 'Cancel booking' } },
    note: {
      vi: 'Theo yêu cầu của khách, hoặc kèm lý do của tiệm.',
      en: 'On the request of the guest, or with the shop’s reason.',
    },
  },
  moved: {
    title: { vi: 'Đã đổi giờ', en: 'Moved' },
    label: { vi: 'dời giờ', en: 'moved the booking' },
    by: 'staff',
    from: openStatuses,
    visits: expected,
    to: 'unchanged',
    undo: 'restore',
    notifies: emailAfterUndoTime,
    mustKnow: true,
    desk: { command: 'move', button: { vi: 'Dời hoặc đổi chỗ', en: 'Move or reassign' } },
    note: confirmedWithAgreement,
  },
  rearranged: {
    title: { vi: 'Đã sắp xếp lại', en: 'Rearranged' },
    label: { vi: 'đổi chỗ hoặc số người', en: 'changed the place or party size' },
    by: 'staff',
    from: openStatuses,
    // A seated party can still change tables; after the visit, or a no-show, nothing can move.
    visits: [null, 'seated'],
    to: 'unchanged',
    undo: 'restore',
    notifies: emailAfterUndoTime,
    mustKnow: true,
    // The form of a move, without another time.
    desk: null,
    note: confirmedWithAgreement,
  },
  offer_changed: {
    title: { vi: 'Đã đổi dịch vụ', en: 'Service changed' },
    label: { vi: 'đổi dịch vụ', en: 'changed the service' },
    by: 'staff',
    from: openStatuses,
    visits: [null, 'seated'],
    to: 'unchanged',
    undo: 'restore',
    notifies: emailAfterUndoTime,
    mustKnow: true,
    desk: {
      command: 'change_offer',
      button: { vi: 'Đổi dịch vụ', en: 'Change the service' },
    },
    note: {
      vi: 'Khách muốn dịch vụ khác hoặc dài hơn. Giá và giờ kết thúc theo dịch vụ mới, mã giữ nguyên.',
      en: 'The guest wants another or a longer service. Price and end follow; the code stays the same.',
    },
  },
  ...placeOfferActions,
  seated: {
    title: { vi: 'Khách đã đến', en: 'Seated' },
    label: { vi: 'báo khách đã tới', en: 'marked the guest as arrived' },
    by: 'staff',
    from: ['confirmed'],
    visits: expected,
    to: 'unchanged',
    visitTo: 'seated',
    notBeforeMs: -maxEarlySeatingMs,
    undo: 'restore',
    notifies: webhookOnly,
    desk: { command: 'seated', button: { vi: 'Đã tới', en: 'Arrived' } },
  },
  delayed: {
    title: { vi: 'Khách tới trễ', en: 'Guest delayed' },
    label: { vi: 'ghi là khách đang tới', en: 'noted that the guest is on the way' },
    by: 'staff',
    from: ['confirmed'],
    visits: expected,
    to: 'unchanged',
    notBeforeMs: 0,
    undo: 'restore',
    notifies: webhookOnly,
    desk: { command: 'delayed', button: { vi: 'Đang tới', en: 'Coming' } },
    note: {
      vi: 'Khách báo đang trên đường. Giờ bắt đầu dời tới lúc khách tới, chỗ giữ nguyên.',
      en: 'A late guest is on the way. The start moves to the time of arrival; the place stays the same.',
    },
  },
  finished: {
    title: { vi: 'Khách đã về', en: 'Finished' },
    label: { vi: 'báo khách đã xong', en: 'marked the guest as finished' },
    by: 'staff',
    from: ['confirmed'],
    visits: ['seated'],
    to: 'unchanged',
    visitTo: 'finished',
    undo: 'restore',
    notifies: webhookOnly,
    desk: { command: 'finished', button: { vi: 'Xong', en: 'Finished' } },
  },
  no_show: {
    title: { vi: 'Khách không đến', en: 'No-show' },
    label: { vi: 'báo khách không tới', en: 'marked the guest as a no-show' },
    by: 'staff',
    from: ['confirmed'],
    visits: expected,
    to: 'unchanged',
    visitTo: 'no_show',
    notBeforeMs: 0,
    undo: 'restore',
    notifies: webhookOnly,
    desk: { command: 'no_show', button: { vi: 'Không tới', en: 'No-show' } },
  },
  ...depositActions,
  reopened: {
    title: { vi: 'Đã hoàn tác', en: 'Undone' },
    label: { vi: 'hoàn tác', en: 'undid the last action' },
    by: 'staff',
    from: allStatuses,
    visits: anyVisit,
    to: 'previous',
    undo: 'impossible',
    notifies: emailAfterUndoTime,
    mustKnow: true,
    desk: { command: 'undo', button: { vi: 'Hoàn tác', en: 'Undo' } },
    note: {
      vi: 'Hoàn tác một lần đặt tại quầy là huỷ. Email chỉ được gửi nếu khách đã nhận email về việc vừa hoàn tác.',
      en:
        'Undoing an entry at the desk cancels it. The email is sent only if the guest was ' +
        'emailed about the undone action.',
    },
  },
  corrected: {
    title: { vi: 'Đã sửa thông tin khách', en: 'Guest details corrected' },
    label: { vi: 'sửa tên, số hoặc email', en: 'corrected the name, phone or email' },
    by: 'staff',
    from: allStatuses,
    visits: anyVisit,
    to: 'unchanged',
    undo: 'skip',
    keepsOffers: true,
    notifies: webhookOnly,
    desk: {
      command: 'correct',
      button: { vi: 'Sửa tên, số, email', en: 'Correct name, phone, email' },
    },
  },
  noted: {
    title: { vi: 'Có ghi chú mới', en: 'Note added' },
    label: { vi: 'ghi chú', en: 'added a note' },
    by: 'staff',
    from: allStatuses,
    visits: anyVisit,
    to: 'unchanged',
    undo: 'skip',
    keepsOffers: true,
    notifies: webhookOnly,
    desk: { command: 'note', button: { vi: 'Ghi chú của quầy', en: 'Staff note' } },
  },
  erased: {
    title: { vi: 'Đã xoá dữ liệu của khách', en: 'Guest data erased' },
    label: { vi: 'xoá dữ liệu của khách', en: 'erased the guest’s data' },
    by: 'staff',
    from: allStatuses,
    visits: anyVisit,
    to: 'unchanged',
    undo: 'impossible',
    notifies: webhookOnly,
    desk: null,
  },
  reminded: {
    title: { vi: 'Nhắc khách về lượt đặt', en: 'Guest reminded' },
    label: { vi: 'tới giờ nhắc khách', en: 'the time to remind the guest' },
    by: 'clock',
    from: ['confirmed'],
    visits: expected,
    to: 'unchanged',
    undo: 'skip',
    notifies: { staff: 'never', guest: 'immediate', webhook: true },
    desk: null,
    note: {
      vi: 'Ngày hôm trước, vào giờ tiệm chọn. Khách không có email thì quầy nhắn hoặc gọi.',
      en: 'The day before, at the hour that the shop has chosen. Staff message or call guests without an email address.',
    },
  },
  ...contactRows({ from: allStatuses, visits: anyVisit }),
  sent_again: {
    title: { vi: 'Đã gửi lại một tin', en: 'Message sent again' },
    label: { vi: 'gửi lại một tin', en: 'sent a message again' },
    by: 'staff',
    from: allStatuses,
    visits: anyVisit,
    to: 'unchanged',
    undo: 'skip',
    notifies: recordedOnly,
    desk: null,
  },
} as const satisfies ActionTable<BookingAction>

type Rows = typeof bookingActions

export type BookingActionName = keyof Rows

/** The actions whose notification of these readers has this value. */
type NotifyingAction<Reader extends 'staff' | 'guest', When extends string> = {
  [Name in BookingActionName]: Rows[Name]['notifies'][Reader] extends When ? Name : never
}[BookingActionName]

/** The actions about which guests get an email. */
export type GuestEmailAction = NotifyingAction<'guest', 'immediate' | 'delayed'>
/** The actions that a guest must know about. */
export type MustKnowAction = {
  [Name in BookingActionName]: Rows[Name] extends { mustKnow: true } ? Name : never
}[BookingActionName]
/** The actions about which staff get a message. */
export type StaffMessageAction = NotifyingAction<'staff', 'answer' | 'inform'>

/** The verbs of the buttons on the desk. */
export type BookingCommand = NonNullable<Rows[BookingActionName]['desk']>['command']

export const bookingLifecycle = {
  noun: 'booking',
  title: { vi: 'Lượt đặt', en: 'Booking' },
  states: statusLabels,
  transitions: bookingActions,
} as const satisfies Lifecycle
