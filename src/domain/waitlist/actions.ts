/** Everything that can happen to an entry of the waitlist; all other code reads this table. */
import {
  type ActionTable,
  emailAfterUndoTime,
  type Lifecycle,
  type LifecycleTransition,
  recordedOnly,
  webhookOnly,
} from '../../kernel/lifecycle.ts'
import { contactRows } from '../contact/actions.ts'
import {
  openWaitlistStatuses,
  type WaitlistStatus,
  waitlistLabels,
  waitlistStatuses,
} from './status.ts'

const informStaff = { staff: 'inform', guest: 'never', webhook: true } as const

const waitlistActions = {
  requested: {
    title: { vi: 'Khách vào danh sách chờ', en: 'New guest on the waitlist' },
    label: { vi: 'vào danh sách chờ', en: 'joined the waitlist' },
    by: 'guest',
    from: [],
    to: 'waiting',
    undo: 'impossible',
    notifies: { staff: 'never', guest: 'immediate', webhook: true },
    desk: null,
    note: {
      vi: 'POST /api/waitlist, trang web hoặc công cụ của trợ lý, cho giờ đã kín. Không giữ chỗ nào.',
      en: 'POST /api/waitlist, the site or the tool of an assistant, for a time that is full. Holds no place.',
    },
  },
  entered: {
    title: { vi: 'Ghi vào danh sách chờ tại quầy', en: 'Entered on the waitlist at the desk' },
    label: { vi: 'ghi vào danh sách chờ', en: 'entered the guest' },
    by: 'staff',
    from: [],
    to: 'waiting',
    undo: 'impossible',
    notifies: webhookOnly,
    desk: null,
    note: { vi: 'Khách gọi điện hoặc đứng ở cửa.', en: 'The guest called or stands at the door.' },
  },
  offered: {
    title: { vi: 'Đã mời một chỗ', en: 'A place was offered' },
    label: { vi: 'mời một chỗ', en: 'offered a place' },
    by: 'staff',
    from: openWaitlistStatuses,
    to: 'offered',
    undo: 'restore',
    notifies: emailAfterUndoTime,
    desk: null,
    note: {
      vi: 'Chỗ được giữ tới hạn trả lời.',
      en: 'The place is held until the guest must have answered.',
    },
  },
  offer_withdrawn: {
    title: { vi: 'Đã rút lời mời', en: 'The offer was withdrawn' },
    label: { vi: 'rút lời mời', en: 'withdrew the offer' },
    by: 'staff',
    from: ['offered'],
    to: 'waiting',
    undo: 'impossible',
    notifies: emailAfterUndoTime,
    desk: null,
  },
  accepted: {
    title: { vi: 'Khách nhận chỗ được mời', en: 'The offered place was accepted' },
    label: { vi: 'nhận chỗ được mời', en: 'accepted the place' },
    by: 'guest',
    from: ['offered'],
    to: 'booked',
    undo: 'impossible',
    notifies: informStaff,
    desk: null,
    note: {
      vi: 'Trên trang của khách hoặc qua điện thoại; thành lượt đặt đã xác nhận trong cùng một bước.',
      en: 'On the guest’s page or by phone; it becomes a confirmed booking in the same step.',
    },
  },
  offer_declined: {
    title: { vi: 'Khách không nhận chỗ được mời', en: 'The offered place was declined' },
    label: { vi: 'không nhận chỗ được mời', en: 'declined the place' },
    by: 'guest',
    from: ['offered'],
    to: 'waiting',
    undo: 'impossible',
    notifies: informStaff,
    desk: null,
    note: { vi: 'Khách vẫn ở trong danh sách.', en: 'The guest stays on the list.' },
  },
  offer_expired: {
    title: { vi: 'Lời mời hết hạn', en: 'The offer expired' },
    label: { vi: 'hết hạn lời mời', en: 'the offer expired' },
    by: 'clock',
    from: ['offered'],
    to: 'waiting',
    undo: 'impossible',
    notifies: informStaff,
    desk: null,
    note: {
      vi: 'Khách chưa trả lời; chỗ được mời cho người kế tiếp.',
      en: 'The guest has not answered. The desk proposes the next guest.',
    },
  },
  seated: {
    title: { vi: 'Khách chờ ở cửa đã có chỗ', en: 'A guest at the door was seated' },
    label: { vi: 'xếp chỗ', en: 'seated the guest' },
    by: 'staff',
    from: openWaitlistStatuses,
    to: 'booked',
    undo: 'impossible',
    notifies: webhookOnly,
    desk: null,
  },
  left: {
    title: { vi: 'Rời danh sách chờ', en: 'Left the waitlist' },
    label: { vi: 'rời danh sách', en: 'left the list' },
    by: 'guest',
    from: openWaitlistStatuses,
    to: 'left',
    undo: 'impossible',
    notifies: { staff: 'never', guest: 'never', webhook: true },
    desk: null,
  },
  returned: {
    title: { vi: 'Trở lại danh sách chờ', en: 'Back on the waitlist' },
    label: { vi: 'đưa lại vào danh sách', en: 'put the guest back on the list' },
    by: 'staff',
    from: ['left', 'booked'],
    to: 'waiting',
    undo: 'impossible',
    notifies: webhookOnly,
    desk: null,
    note: {
      vi: 'Hoàn tác khi bỏ nhầm, hoặc khi hoàn tác lượt đặt của khách.',
      en: 'Undoes a removal by mistake; also when the booking of the guest is undone.',
    },
  },
  expired: {
    title: { vi: 'Qua giờ đã chờ', en: 'The time has passed' },
    label: { vi: 'qua giờ đã chờ', en: 'the time has passed' },
    by: 'clock',
    from: openWaitlistStatuses,
    to: 'expired',
    undo: 'impossible',
    notifies: { staff: 'never', guest: 'never', webhook: true },
    desk: null,
  },
  erased: {
    title: { vi: 'Đã xoá dữ liệu của khách', en: 'Guest data erased' },
    label: { vi: 'xoá dữ liệu của khách', en: 'erased the guest’s data' },
    by: 'staff',
    from: waitlistStatuses,
    to: 'unchanged',
    undo: 'impossible',
    notifies: webhookOnly,
    desk: null,
  },
  sent_again: {
    title: { vi: 'Đã gửi lại một tin', en: 'Message sent again' },
    label: { vi: 'gửi lại một tin', en: 'sent a message again' },
    by: 'staff',
    from: waitlistStatuses,
    to: 'unchanged',
    undo: 'skip',
    notifies: recordedOnly,
    desk: null,
  },
  ...contactRows({ from: waitlistStatuses }),
} as const satisfies ActionTable<LifecycleTransition<WaitlistStatus>>

export type WaitlistAction = keyof typeof waitlistActions

/** "waitlist.offered" → "offered" */
export function waitlistActionOfEvent(kind: string): WaitlistAction | undefined {
  const [noun, name = ''] = kind.split('.')
  if (noun !== waitlistLifecycle.noun) return undefined
  return Object.keys(waitlistActions).find((one): one is WaitlistAction => one === name)
}

export const waitlistLifecycle = {
  noun: 'waitlist',
  title: { vi: 'Danh sách chờ', en: 'Waitlist' },
  states: waitlistLabels,
  transitions: waitlistActions,
} as const satisfies Lifecycle
