/** The actions on the deposit of a booking: one row for each state that staff can set. */
import { emailAfterUndoTime } from '../../../kernel/lifecycle.ts'
import { allStatuses, anyVisit, type BookingAction, expected, openStatuses } from '../action-row.ts'
import { type DepositState, depositStates } from './state.ts'

type DepositActionName = `deposit_${DepositState}`

/** A transfer can arrive late or unrequested, and can be refunded in every booking status. */
export const depositActions = {
  deposit_asked: {
    title: { vi: 'Đã yêu cầu đặt cọc', en: 'Deposit requested' },
    label: { vi: 'yêu cầu đặt cọc', en: 'requested a deposit' },
    by: 'staff',
    from: openStatuses,
    // A seated party pays at the table.
    visits: expected,
    to: 'unchanged',
    undo: 'restore',
    keepsOffers: true,
    notifies: emailAfterUndoTime,
    mustKnow: true,
    desk: {
      command: 'deposit_asked',
      button: { vi: 'Yêu cầu cọc', en: 'Request deposit' },
    },
  },
  deposit_paid: {
    title: { vi: 'Đã nhận cọc', en: 'Deposit received' },
    label: { vi: 'báo đã nhận cọc', en: 'marked the deposit as received' },
    by: 'staff',
    from: allStatuses,
    visits: anyVisit,
    to: 'unchanged',
    undo: 'restore',
    keepsOffers: true,
    notifies: emailAfterUndoTime,
    mustKnow: true,
    desk: {
      command: 'deposit_paid',
      button: { vi: 'Đã nhận cọc', en: 'Deposit received' },
    },
    note: {
      vi: 'Nhận cọc không phải là xác nhận.',
      en: 'A deposit does not confirm the booking.',
    },
  },
  deposit_waived: {
    title: { vi: 'Đã miễn cọc', en: 'Deposit waived' },
    label: { vi: 'miễn cọc', en: 'waived the deposit' },
    by: 'staff',
    from: openStatuses,
    visits: anyVisit,
    to: 'unchanged',
    undo: 'restore',
    keepsOffers: true,
    notifies: emailAfterUndoTime,
    mustKnow: true,
    desk: {
      command: 'deposit_waived',
      button: { vi: 'Miễn cọc', en: 'Waive deposit' },
    },
  },
  deposit_returned: {
    title: { vi: 'Đã hoàn cọc', en: 'Deposit refunded' },
    label: { vi: 'báo đã hoàn cọc', en: 'marked the deposit as refunded' },
    by: 'staff',
    from: allStatuses,
    visits: anyVisit,
    to: 'unchanged',
    undo: 'restore',
    keepsOffers: true,
    notifies: emailAfterUndoTime,
    mustKnow: true,
    desk: {
      command: 'deposit_returned',
      button: { vi: 'Đã hoàn cọc', en: 'Deposit refunded' },
    },
  },
} as const satisfies Record<DepositActionName, BookingAction>

/** The action that sets a deposit to this state. */
export function depositActionTo<State extends DepositState>(state: State): `deposit_${State}` {
  return `deposit_${state}`
}

export function isDepositAction(action: unknown): boolean {
  return depositStates.some((state) => depositActionTo(state) === action)
}
