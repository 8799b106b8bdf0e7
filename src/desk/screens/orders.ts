/** Orders of gift cards and memberships: payment and delivery. */
import { formatCardNumber } from '../../domain/cards/number.ts'
import { findNumbersOfOrders } from '../../domain/cards/rows.ts'
import { type ContactRow, loadContacts } from '../../domain/contact/states.ts'
import { formatSource } from '../../domain/messages/format.ts'
import { transferRequestText } from '../../domain/messages/message-templates.ts'
import { type OrderCommand, orderButtons } from '../../domain/orders/actions.ts'
import {
  createOrderActions,
  listOrders,
  type OrderAction,
  type OrderView,
} from '../../domain/orders/staff.ts'
import { isPaid, orderKindLabel, orderLabels } from '../../domain/orders/status.ts'
import { orderPath } from '../../domain/orders/url.ts'
import { transferFor } from '../../domain/payment/transfer.ts'
import { BookingActionError, formatActionError } from '../../kernel/action-errors.ts'
import { formatCode, normalizeCode } from '../../kernel/booking-code.ts'
import { type Locale, type LocalizedText, localPath } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import { type Html, html } from '../../ui/html.ts'
import { guestContactLinks } from '../booking-components.ts'
import { cardUrl } from '../card-parts.ts'
import {
  type ButtonTone,
  copyButton,
  disclosure,
  emptyText,
  postButton,
  problemNotice,
} from '../components.ts'
import { contactBadge } from '../contact-state.ts'
import type { DeskContext } from '../context.ts'
import { guestLink } from '../guest-badges.ts'
import { formatNationalPhone, formatTimestamp } from '../labels.ts'
import type { Notice, Screen, ScreenPage } from '../screen.ts'
import { singleConsent } from './consents.ts'
import { describeLastChange } from './history.ts'

export function orderScreens(context: DeskContext): Screen[] {
  const { store, now } = context
  const actions: Record<string, (action: OrderAction) => Promise<void>> = createOrderActions(
    store,
    now,
  )

  const renderPage = async (
    locale: Locale,
    notice?: Notice,
    status?: number,
  ): Promise<ScreenPage> => {
    const orders = await listOrders(store.read)
    const subjects = orders.map(({ id }) => `order:${id}`)
    const contacts = await loadContacts(store.read, subjects, now())
    const numbers = await findNumbersOfOrders(
      store.read,
      orders.map(({ id }) => id),
    )
    const cards = orders.map((order) =>
      orderCard(context, order, contacts.get(`order:${order.id}`)?.current, numbers, locale),
    )
    return {
      title: words.title[locale],
      tab: '/orders',
      notice,
      ...(status !== undefined && { status }),
      body: html`<h1>${words.title[locale]}</h1>
${orders.length === 0 && emptyText(words.none[locale])}
<div class="cards">${cards}</div>`,
    }
  }

  const describeLastOrderChange = async (code: string, locale: Locale): Promise<string> => {
    const order = (await listOrders(store.read)).find((one) => one.code === normalizeCode(code))
    return order ? describeLastChange(context, `order:${order.id}`, locale) : ''
  }

  return [
    { path: '/orders', show: ({ locale }) => renderPage(locale) },
    {
      path: '/orders/{code}/{action}',
      show: async () => ({ seeOther: '/orders' }),
      async submit({ pathParams: { code = '', action: name = '' }, form, member, locale }) {
        const run = Object.hasOwn(actions, name) ? actions[name] : undefined
        try {
          if (!run) throw new BookingActionError('not_found')
          await run({ code, version: Number(form.get('version')), actor: `staff:${member.id}` })
        } catch (error) {
          if (!(error instanceof BookingActionError)) throw error
          const lastChange =
            error.code === 'changed_meanwhile' ? await describeLastOrderChange(code, locale) : ''
          const reason = html`<b>${formatActionError(error, locale)}</b>`
          return renderPage(locale, problemNotice([reason, ` ${lastChange}`]), 409)
        }
        return { seeOther: `/orders#o-${normalizeCode(code)}` }
      },
    },
  ]
}

function orderCard(
  context: DeskContext,
  order: OrderView,
  contact: ContactRow | undefined,
  numbers: ReadonlyMap<string, string>,
  locale: Locale,
): Html {
  const phone = html`<span class="number">${formatNationalPhone(order.phone)}</span>`
  const number = numbers.get(order.id)
  const receiver = [order.recipient, order.deliver_to].filter((part) => part !== null)
  const recipient = receiver.length > 0 && ` → ${receiver.join(', ')}`
  return html`<article class="card ${order.status}" id="o-${order.code}">
<header>
<h2>${formatMoney(order.total, locale)}</h2>
<p class="status-badge ${order.status}">${orderLabels[order.status][locale]}</p>
</header>
<p class="guest-line"><b>${order.name}</b> ${phone}${recipient} ${contactBadge(context, contact, order, locale)}</p>
<p class="muted">${orderSummary(context, order, locale)}</p>
${
  isPaid(order.status) &&
  number !== undefined &&
  html`<p>
${words.number[locale]} <a href="${cardUrl({ number })}">${formatCardNumber(number)}</a></p>`
}
${order.message !== null && html`<p class="note">“${order.message}”</p>`}
<div class="actions">
${nextOrderButtons(order, locale)}
${guestContactLinks(order, locale)}
${guestLink(order, locale)}
</div>
${order.status === 'pending_payment' && transferText(context, order, locale)}
${singleConsent(context, order, locale)}
</article>`
}

function orderSummary({ shop, now }: DeskContext, order: OrderView, locale: Locale): string {
  return [
    formatCode(order.code),
    orderKindLabel(order.kind)[locale],
    shop.orders?.describeItem(order.item, locale),
    formatSource(order.source, locale),
    formatTimestamp(order.created_at, now(), locale),
  ].join(' · ')
}

function nextOrderButtons(order: OrderView, locale: Locale): Html[] {
  const button = (command: OrderCommand, tone?: ButtonTone) =>
    postButton(`/orders/${formatCode(order.code)}/${command}`, orderButtons[command][locale], {
      tone,
      fields: { version: order.version },
    })
  switch (order.status) {
    case 'pending_payment':
      return [button('pay', 'main'), button('cancel')]
    case 'paid':
      return [button('send', 'main'), button('undo', 'undo')]
    default:
      return [button('undo', 'undo')]
  }
}

/** The transfer details in the buyer's language, for staff to copy and send. */
function transferText(
  { shop, base }: DeskContext,
  order: OrderView,
  locale: Locale,
): Html | undefined {
  const transfer = transferFor(shop.business, order.code, order.total)
  if (!transfer || order.phone === '') return undefined
  const code = formatCode(order.code)
  const link = `${base}${localPath(`${orderPath}/${code}`, order.locale, shop.languages)}`
  const kind = orderKindLabel(order.kind)
  const purpose = {
    vi: `cho ${kind.vi} (mã ${code})`,
    en: `for your order, ${kind.en} (code ${code})`,
  }
  const text = transferRequestText({ ...order, business: shop.business }, purpose, {
    transfer,
    link,
  })
  const id = `text-${order.code}`
  const box = html`<div class="copy">
<p id="${id}" lang="${order.locale}">${text[order.locale]}</p>
${copyButton(id, locale)}
</div>`
  return disclosure(words.messageTemplate[locale], box)
}

const words = {
  messageTemplate: {
    vi: 'Tin nhắn có thông tin chuyển khoản',
    en: 'Message with the transfer details',
  },
  number: { vi: 'Số thẻ:', en: 'Card number:' },
  title: { vi: 'Thẻ đã đặt', en: 'Card orders' },
  none: { vi: 'Chưa có đơn nào.', en: 'No orders yet.' },
} satisfies Record<string, LocalizedText>
