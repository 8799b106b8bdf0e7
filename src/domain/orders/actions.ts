/** Everything that can happen to an order: who does it, in which status, and the status afterwards. */
import type { Lifecycle, LifecycleTransition } from '../../kernel/lifecycle.ts'
import { type OrderStatus, orderLabels } from './operations.ts'

const allStatuses: readonly OrderStatus[] = ['pending_payment', 'paid', 'sent', 'cancelled']

const orderActions = {
  requested: {
    title: { vi: 'Đơn mới', en: 'New order' },
    by: 'guest',
    from: [],
    to: 'pending_payment',
    guestEmail: 'immediate',
  },
  paid: {
    title: { vi: 'Đơn đã nhận tiền', en: 'Order paid' },
    by: 'staff',
    from: ['pending_payment'],
    to: 'paid',
    guestEmail: 'delayed',
    note: {
      vi: 'Nhân viên đã thấy tiền trong tài khoản.',
      en: 'Staff have seen the transfer in their bank account.',
    },
  },
  sent: {
    title: { vi: 'Đơn đã gửi', en: 'Order sent' },
    by: 'staff',
    from: ['paid'],
    to: 'sent',
    guestEmail: 'delayed',
  },
  cancelled: {
    title: { vi: 'Đơn đã huỷ', en: 'Order cancelled' },
    by: 'staff',
    from: ['pending_payment', 'paid'],
    to: 'cancelled',
    guestEmail: 'delayed',
  },
  reopened: {
    title: { vi: 'Đã hoàn tác', en: 'Undone' },
    by: 'staff',
    from: ['paid', 'sent', 'cancelled'],
    to: 'previous',
    note: {
      vi: 'Một bước lùi: từ đã gửi về đã nhận tiền; từ đã nhận tiền hoặc đã huỷ về chờ chuyển khoản.',
      en: 'One step back: from sent to paid; from paid or cancelled to awaiting payment.',
    },
  },
  erased: {
    title: { vi: 'Đã xoá dữ liệu của khách', en: 'Guest data erased' },
    by: 'staff',
    from: allStatuses,
    to: 'unchanged',
  },
} satisfies Record<string, LifecycleTransition<OrderStatus>>

export type OrderActionName = keyof typeof orderActions

const previousStatus: Partial<Record<OrderStatus, OrderStatus>> = {
  sent: 'paid',
  paid: 'pending_payment',
  cancelled: 'pending_payment',
}

/** Undefined if the action is not possible in this status. */
export function orderStatusAfter(
  action: OrderActionName,
  status: OrderStatus,
): OrderStatus | undefined {
  const { from, to }: LifecycleTransition<OrderStatus> = orderActions[action]
  if (!from.includes(status)) return undefined
  if (to === 'previous') return previousStatus[status]
  return to === 'unchanged' ? status : to
}

export const orderLifecycle: Lifecycle = {
  noun: 'order',
  title: { vi: 'Đơn đặt', en: 'Order' },
  states: orderLabels,
  transitions: orderActions,
}
