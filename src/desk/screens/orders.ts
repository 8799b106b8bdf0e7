/** Gift cards and memberships: who owes, who paid, what was sent. */

import { formatSource } from '../../domain/messages/format.ts'
import { transferRequestText } from '../../domain/messages/message-templates.ts'
import { orderKindLabel } from '../../domain/messages/order.ts'
import { type Order, orderLabels } from '../../domain/orders/operations.ts'
import {
  createOrderActions,
  listOrders,
  type OrderAction,
  type OrderView,
} from '../../domain/orders/staff.ts'
import { orderPath } from '../../domain/pages/orders.ts'
import { transferFor } from '../../domain/payment/transfer.ts'
import { BookingActionError, bookingActionTexts } from '../../kernel/action-errors.ts'
import { formatCode, normalizeCode } from '../../kernel/booking-code.ts'
import { type Locale, type LocalizedText, localPath } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import { type Html, html } from '../../ui/html.ts'
import { guestContactLinks } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { formatPhone, formatTimestamp } from '../labels.ts'
import type { Notice, Screen, ScreenPage } from '../screen.ts'
import { singleConsent } from './consents.ts'
import { describeLastChange } from './history.ts'

export function orderScreens(context: DeskContext): Screen[] {
  const { store, now } = context
  const desk = createOrderActions(store, now)
  const actions: Record<string, (action: OrderAction) => Promise<void>> = desk

  const page = async (locale: Locale, notice?: Notice, status?: number): Promise<ScreenPage> => {
    const orders = await listOrders(store.read)
    return {
      title: words.title[locale],
      tab: '/orders',
      notice,
      ...(status !== undefined && { status }),
      body: html`<h1>${words.title[locale]}</h1>
${orders.length === 0 && html`<p class="empty">${words.none[locale]}</p>`}
<div class="cards">${orders.map((order) => card(context, order, locale))}</div>`,
    }
  }

  const describeLastOrderChange = async (code: string, locale: Locale): Promise<string> => {
    const order = (await listOrders(store.read)).find((one) => one.code === normalizeCode(code))
    return order ? describeLastChange(context, `order:${order.id}`, locale) : ''
  }

  return [
    { path: '/orders', show: ({ locale }) => page(locale) },
    {
      path: '/orders/{code}/{act}',
      show: async () => ({ seeOther: '/orders' }),
      async submit({ pathParams: { code = '', act = '' }, form, member, locale }) {
        const chosen = Object.hasOwn(actions, act) ? actions[act] : undefined
        try {
          if (!chosen) throw new BookingActionError('not_found')
          await chosen({ code, version: Number(form.get('version')), actor: `staff:${member.id}` })
        } catch (error) {
          if (!(error instanceof BookingActionError)) throw error
          const first =
            error.code === 'changed_meanwhile' ? await describeLastOrderChange(code, locale) : ''
          const body = html`<p><b>${bookingActionTexts[error.code][locale]}</b> ${first}</p>`
          return page(locale, { tone: 'problem', body }, 409)
        }
        return { seeOther: `/orders#o-${normalizeCode(code)}` }
      },
    },
  ]
}

function card(context: DeskContext, order: OrderView, locale: Locale): Html {
  const { shop, now } = context
  const item = shop.orders?.describeItem(JSON.parse(order.item) as Order['item'], locale)
  const button = (action: 'pay' | 'send' | 'cancel' | 'undo', tone = '') =>
    html`<form method="post" action="/orders/${formatCode(order.code)}/${action}"><input type="hidden" name="version" value="${order.version}"><button type="submit" class="${tone}">${words[action][locale]}</button></form>`
  return html`<article class="card ${order.status}" id="o-${order.code}">
<header><h2>${formatMoney(order.total)}</h2><p class="state ${order.status}">${orderLabels[order.status][locale]}</p></header>
<p class="who"><b>${order.name}</b> <span class="number">${formatPhone(order.phone)}</span>${order.recipient !== null && ` → ${order.recipient}`}</p>
<p class="what">${formatCode(order.code)} · ${orderKindLabel(order.kind)[locale]} · ${item} · ${formatSource(order.source, locale)} · ${formatTimestamp(order.created_at, now(), locale)}</p>
${order.message !== null && html`<p class="note">“${order.message}”</p>`}
<div class="acts">
${order.status === 'pending_payment' && html`${button('pay', 'main')}${button('cancel')}`}
${order.status === 'paid' && html`${button('send', 'main')}${button('undo', 'undo')}`}
${(order.status === 'sent' || order.status === 'cancelled') && button('undo', 'undo')}
${guestContactLinks(order, locale)}</div>
${order.status === 'pending_payment' && transferText(context, order, locale)}
${singleConsent(context, order, locale)}</article>`
}

/** How to pay, to be copied and sent to the buyer in his language. */
function transferText(
  { shop, base }: DeskContext,
  order: OrderView,
  locale: Locale,
): Html | undefined {
  const transfer = transferFor(shop.business, order.code, order.total)
  if (!transfer || order.phone === '') return undefined
  const code = formatCode(order.code)
  const link = `${base}${localPath(`${orderPath}/${code}`, order.locale)}`
  const kind = orderKindLabel(order.kind)
  const what = {
    vi: `cho ${kind.vi} (mã ${code})`,
    en: `for your order, ${kind.en} (code ${code})`,
  }
  const text = transferRequestText({ ...order, business: shop.business }, what, { transfer, link })
  const id = `text-${order.code}`
  return html`<details class="drop ready"><summary>${words.messageTemplate[locale]}</summary>
<div class="copy"><p id="${id}" lang="${order.locale}">${text[order.locale]}</p><button type="button" data-copy="${id}" hidden>${words.copy[locale]}</button></div></details>`
}

const words = {
  messageTemplate: {
    vi: 'Tin nhắn gửi thông tin chuyển khoản',
    en: 'Message with the transfer details',
  },
  copy: { vi: 'Chép', en: 'Copy' },
  title: { vi: 'Thẻ đã đặt', en: 'Card orders' },
  none: { vi: 'Chưa có đơn nào.', en: 'No orders yet.' },
  pay: { vi: 'Đã nhận tiền', en: 'Mark as paid' },
  send: { vi: 'Đã gửi thẻ', en: 'Mark as sent' },
  cancel: { vi: 'Hủy đơn', en: 'Cancel the order' },
  undo: { vi: 'Hoàn tác', en: 'Undo' },
} satisfies Record<string, LocalizedText>
