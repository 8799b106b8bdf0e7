/**
 * Everything that can happen to an order: who does it, in which status, the status afterwards, whether staff can
 * undo it, who is notified, and its labels. All other code reads this table.
 */
import {
  type ActionTable,
  emailAfterUndoTime,
  type Lifecycle,
  type LifecycleTransition,
  recordedOnly,
  webhookOnly,
} from '../../kernel/lifecycle.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { contactRows } from '../contact/actions.ts'
import { type OrderStatus, orderLabels, orderStatuses } from './status.ts'

const orderActions = {
  requested: {
    title: { vi: 'Đơn mới', en: 'New order' },
    label: { vi: 'gửi đơn', en: 'sent the order' },
    by: 'guest',
    from: [],
    to: 'pending_payment',
    undo: 'impossible',
    notifies: { staff: 'answer', guest: 'immediate', webhook: true },
    desk: null,
  },
  paid: {
    title: { vi: 'Đơn đã nhận tiền', en: 'Order paid' },
    label: { vi: 'báo đã nhận tiền', en: 'marked it as paid' },
    by: 'staff',
    from: ['pending_payment'],
    to: 'paid',
    undo: 'restore',
    notifies: emailAfterUndoTime,
    mustKnow: true,
    desk: { command: 'pay', button: { vi: 'Đã nhận tiền', en: 'Mark as paid' } },
    note: {
      vi: 'Nhân viên đã thấy tiền trong tài khoản.',
      en: 'Staff have seen the transfer in their bank account.',
    },
  },
  sent: {
    title: { vi: 'Đơn đã gửi', en: 'Order sent' },
    label: { vi: 'báo đã gửi', en: 'marked it as sent' },
    by: 'staff',
    from: ['paid'],
    to: 'sent',
    undo: 'restore',
    notifies: emailAfterUndoTime,
    mustKnow: true,
    desk: { command: 'send', button: { vi: 'Đã gửi thẻ', en: 'Mark as sent' } },
  },
  cancelled: {
    title: { vi: 'Đơn đã huỷ', en: 'Order cancelled' },
    label: { vi: 'huỷ', en: 'cancelled' },
    by: 'staff',
    from: ['pending_payment', 'paid'],
    to: 'cancelled',
    undo: 'restore',
    notifies: emailAfterUndoTime,
    mustKnow: true,
    desk: { command: 'cancel', button: { vi: 'Huỷ đơn', en: 'Cancel the order' } },
  },
  reopened: {
    title: { vi: 'Đã hoàn tác', en: 'Undone' },
    label: { vi: 'hoàn tác', en: 'undid the last action' },
    by: 'staff',
    from: ['paid', 'sent', 'cancelled'],
    to: 'previous',
    undo: 'impossible',
    notifies: webhookOnly,
    mustKnow: true,
    desk: { command: 'undo', button: { vi: 'Hoàn tác', en: 'Undo' } },
    note: {
      vi: 'Một bước lùi: từ đã gửi về đã nhận tiền; từ đã nhận tiền hoặc đã huỷ về chờ chuyển khoản.',
      en: 'One step back: from sent to paid; from paid or cancelled to awaiting payment.',
    },
  },
  erased: {
    title: { vi: 'Đã xoá dữ liệu của khách', en: 'Guest data erased' },
    label: { vi: 'xoá dữ liệu của khách', en: 'erased the guest’s data' },
    by: 'staff',
    from: orderStatuses,
    to: 'unchanged',
    undo: 'impossible',
    notifies: webhookOnly,
    desk: null,
  },
  ...contactRows({ from: orderStatuses }),
  sent_again: {
    title: { vi: 'Đã gửi lại một tin', en: 'Message sent again' },
    label: { vi: 'gửi lại một tin', en: 'sent a message again' },
    by: 'staff',
    from: orderStatuses,
    to: 'unchanged',
    undo: 'skip',
    notifies: recordedOnly,
    desk: null,
  },
} as const satisfies ActionTable<LifecycleTransition<OrderStatus>>

type Rows = typeof orderActions

export type OrderActionName = keyof Rows

/** The verbs of the buttons on the desk. */
export type OrderCommand = NonNullable<Rows[OrderActionName]['desk']>['command']

export function orderAction(name: OrderActionName): LifecycleTransition<OrderStatus> {
  return orderActions[name]
}

/** "order.paid" → "paid" */
export function orderActionOfEvent(kind: string): OrderActionName | undefined {
  const [noun, name = ''] = kind.split('.')
  return noun === orderLifecycle.noun ? orderActionNames.find((one) => one === name) : undefined
}

const orderActionNames = Object.keys(orderActions) as OrderActionName[]

/** One step back: the first status from which staff set this one. */
function statusBefore(status: OrderStatus): OrderStatus | undefined {
  const rows = orderActionNames.map(orderAction)
  return rows.find(({ undo, to }) => undo === 'restore' && to === status)?.from[0]
}

/** The action by which staff set this status. */
export function orderActionTo(status: OrderStatus): OrderActionName | undefined {
  return orderActionNames.find((name) => {
    const { undo, to } = orderAction(name)
    return undo === 'restore' && to === status
  })
}

/** Undefined if the action is not possible in this status. */
export function orderStatusAfter(
  action: OrderActionName,
  status: OrderStatus,
): OrderStatus | undefined {
  const { from, to } = orderAction(action)
  if (!from.includes(status)) return undefined
  if (to === 'previous') return statusBefore(status)
  return to === 'unchanged' ? status : to
}

/** The labels of the buttons on the desk. */
export const orderButtons = Object.fromEntries(
  orderActionNames.flatMap((name) => {
    const { desk } = orderAction(name)
    return desk ? [[desk.command, desk.button]] : []
  }),
) as Record<OrderCommand, LocalizedText>

export const orderLifecycle = {
  noun: 'order',
  title: { vi: 'Đơn đặt', en: 'Order' },
  states: orderLabels,
  transitions: orderActions,
} as const satisfies Lifecycle
