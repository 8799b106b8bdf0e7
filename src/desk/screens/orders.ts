/** Gift cards and memberships: who owes, who paid, what was sent. */

import { saySource } from '../../domain/messages/format.ts'
import { askTransfer } from '../../domain/messages/message-templates.ts'
import { orderKind } from '../../domain/messages/order.ts'
import { type Order, orderLabels } from '../../domain/orders/operations.ts'
import {
  createOrderDesk,
  listOrders,
  type OrderAct,
  type OrderView,
} from '../../domain/orders/staff.ts'
import { orderPath } from '../../domain/pages/orders.ts'
import { transferFor } from '../../domain/payment/transfer.ts'
import { obstacleWords, StaffObstacle } from '../../kernel/action-errors.ts'
import { plainCode, showCode } from '../../kernel/booking-code.ts'
import { type Locale, localPath, type Words } from '../../kernel/locale.ts'
import { displayDong } from '../../kernel/money.ts'
import { type Html, html } from '../../ui/html.ts'
import { contactLinks } from '../components.ts'
import type { DeskParts } from '../context.ts'
import { sayMoment, sayPhone } from '../labels.ts'
import type { Notice, Page, Screen } from '../screen.ts'
import { agreedOnce } from './consents.ts'
import { whoWasFirst } from './history.ts'

export function orderScreens(parts: DeskParts): Screen[] {
  const { store, now } = parts
  const desk = createOrderDesk(store, now)
  const acts: Record<string, (act: OrderAct) => Promise<void>> = desk

  const page = async (locale: Locale, notice?: Notice, status?: number): Promise<Page> => {
    const orders = await listOrders(store.read)
    return {
      title: words.title[locale],
      tab: '/orders',
      notice,
      ...(status !== undefined && { status }),
      body: html`<h1>${words.title[locale]}</h1>
${orders.length === 0 && html`<p class="empty">${words.none[locale]}</p>`}
<div class="cards">${orders.map((order) => card(parts, order, locale))}</div>`,
    }
  }

  const firstOf = async (code: string, locale: Locale): Promise<string> => {
    const order = (await listOrders(store.read)).find((one) => one.code === plainCode(code))
    return order ? whoWasFirst(parts, `order:${order.id}`, locale) : ''
  }

  return [
    { path: '/orders', show: ({ locale }) => page(locale) },
    {
      path: '/orders/{code}/{act}',
      show: async () => ({ seeOther: '/orders' }),
      async act({ at: { code = '', act = '' }, form, member, locale }) {
        const chosen = Object.hasOwn(acts, act) ? acts[act] : undefined
        try {
          if (!chosen) throw new StaffObstacle('not_found')
          await chosen({ code, version: Number(form.get('version')), actor: `staff:${member.id}` })
        } catch (error) {
          if (!(error instanceof StaffObstacle)) throw error
          const first = error.obstacle === 'changed_meanwhile' ? await firstOf(code, locale) : ''
          const body = html`<p><b>${obstacleWords[error.obstacle][locale]}</b> ${first}</p>`
          return page(locale, { tone: 'problem', body }, 409)
        }
        return { seeOther: `/orders#o-${plainCode(code)}` }
      },
    },
  ]
}

function card(parts: DeskParts, order: OrderView, locale: Locale): Html {
  const { shop, now } = parts
  const item = shop.orders?.say(JSON.parse(order.item) as Order['item'], locale)
  const button = (act: 'pay' | 'send' | 'cancel' | 'undo', tone = '') =>
    html`<form method="post" action="/orders/${showCode(order.code)}/${act}"><input type="hidden" name="version" value="${order.version}"><button type="submit" class="${tone}">${words[act][locale]}</button></form>`
  return html`<article class="card ${order.status}" id="o-${order.code}">
<header><h2>${displayDong(order.total)}</h2><p class="state ${order.status}">${orderLabels[order.status][locale]}</p></header>
<p class="who"><b>${order.name}</b> <span class="number">${sayPhone(order.phone)}</span>${order.recipient !== null && ` → ${order.recipient}`}</p>
<p class="what">${showCode(order.code)} · ${orderKind(order.kind)[locale]} · ${item} · ${saySource(order.source, locale)} · ${sayMoment(order.created_at, now(), locale)}</p>
${order.message !== null && html`<p class="note">“${order.message}”</p>`}
<div class="acts">
${order.status === 'pending_payment' && html`${button('pay', 'main')}${button('cancel')}`}
${order.status === 'paid' && html`${button('send', 'main')}${button('undo', 'undo')}`}
${(order.status === 'sent' || order.status === 'cancelled') && button('undo', 'undo')}
${contactLinks(order, locale)}</div>
${order.status === 'pending_payment' && transferText(parts, order, locale)}
${agreedOnce(parts, order, locale)}</article>`
}

/** How to pay, to be copied and sent to the buyer in his language. */
function transferText(
  { shop, base }: DeskParts,
  order: OrderView,
  locale: Locale,
): Html | undefined {
  const transfer = transferFor(shop.business, order.code, order.total)
  if (!transfer || order.phone === '') return undefined
  const code = showCode(order.code)
  const link = `${base}${localPath(`${orderPath}/${code}`, order.locale)}`
  const kind = orderKind(order.kind)
  const what = {
    vi: `cho ${kind.vi} (mã ${code})`,
    en: `for your order, ${kind.en} (code ${code})`,
  }
  const text = askTransfer({ ...order, business: shop.business }, what, { transfer, link })
  const id = `text-${order.code}`
  return html`<details class="drop ready"><summary>${words.ready[locale]}</summary>
<div class="copy"><p id="${id}" lang="${order.locale}">${text[order.locale]}</p><button type="button" data-copy="${id}" hidden>${words.copy[locale]}</button></div></details>`
}

const words = {
  ready: { vi: 'Tin nhắn gửi thông tin chuyển khoản', en: 'Message with the transfer details' },
  copy: { vi: 'Chép', en: 'Copy' },
  title: { vi: 'Thẻ đã đặt', en: 'Card orders' },
  none: { vi: 'Chưa có đơn nào.', en: 'No orders yet.' },
  pay: { vi: 'Đã nhận tiền', en: 'Mark as paid' },
  send: { vi: 'Đã gửi thẻ', en: 'Mark as sent' },
  cancel: { vi: 'Hủy đơn', en: 'Cancel the order' },
  undo: { vi: 'Hoàn tác', en: 'Undo' },
} satisfies Record<string, Words>
