/** All cards: find one by its number, sell a new one at the desk, and the screens of each card. */
import { parseContact } from '../../domain/booking/correct-contact.ts'
import { findCard, listCards } from '../../domain/cards/rows.ts'
import { createCardActions, type Issue } from '../../domain/cards/staff.ts'
import { cardKindLabels, maxBalances } from '../../domain/cards/status.ts'
import { BookingActionError, formatActionError } from '../../kernel/action-errors.ts'
import { newId } from '../../kernel/id.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { truncate } from '../../kernel/truncate.ts'
import { type Html, html } from '../../ui/html.ts'
import { cardLine, cardsPath, cardUrl, numberForm, parseUnits } from '../card-parts.ts'
import {
  emptyText,
  hiddenInputs,
  itemList,
  option,
  problemNotice,
  submitButton,
} from '../components.ts'
import type { DeskContext } from '../context.ts'
import type { Notice, Screen, ScreenPage } from '../screen.ts'
import { cardScreens } from './card.ts'
import { cardReportPath, cardReportScreens } from './card-report.ts'

const newCardPath = `${cardsPath}/new`

/** The fixed paths come before the path of a card, whose number can be any text. */
export function allCardScreens(context: DeskContext): Screen[] {
  return [
    listScreen(context),
    issueScreen(context),
    ...cardReportScreens(context),
    ...cardScreens(context),
  ]
}

function listScreen(context: DeskContext): Screen {
  const { store } = context
  return {
    path: cardsPath,
    async show({ locale, query }) {
      const typed = truncate((query.get('number') ?? '').trim(), 200)
      const booking = query.get('booking') ?? ''
      const found = typed === '' ? undefined : await findCard(store.read, typed)
      if (found) {
        const suffix = booking === '' ? '' : `?booking=${encodeURIComponent(booking)}`
        return { seeOther: `${cardUrl(found)}${suffix}` }
      }
      const notice = typed === '' ? undefined : problemNotice(words.unknown[locale])
      const cards = await listCards(store.read)
      return {
        title: words.title[locale],
        tab: cardsPath,
        notice,
        body: html`<h1>${words.title[locale]}</h1>
${numberForm(booking === '' ? undefined : booking, locale)}
<div class="actions"><a class="button" href="${newCardPath}">${words.sell[locale]}</a>
<a class="button" href="${cardReportPath}">${words.report[locale]}</a></div>
<h2>${words.last[locale]}</h2>
${cards.length === 0 ? emptyText(words.none[locale]) : itemList(cards.map((card) => cardLine(context, card, locale)))}`,
      }
    },
  }
}

function issueScreen(context: DeskContext): Screen {
  const actions = createCardActions(context.store, context.now)
  const render = (locale: Locale, form: URLSearchParams, notice?: Notice): ScreenPage => ({
    title: words.sell[locale],
    tab: cardsPath,
    notice,
    disableAutoRefresh: true,
    body: html`<h1>${words.sell[locale]}</h1>${issueForm(context, form, locale)}`,
  })
  return {
    path: newCardPath,
    show: async ({ locale }) => render(locale, new URLSearchParams()),
    async submit({ form, locale, member }) {
      try {
        const issue = parseIssue(context, form, locale, `staff:${member.id}`)
        return { seeOther: cardUrl(await actions.issue(issue)) }
      } catch (error) {
        if (!(error instanceof BookingActionError)) throw error
        const notice = problemNotice(html`<b>${formatActionError(error, locale)}</b>`)
        return { ...render(locale, form, notice), status: 422 }
      }
    },
  }
}

const maxMonths = 60

function parseIssue(
  context: DeskContext,
  form: URLSearchParams,
  locale: Locale,
  actor: string,
): Issue {
  const text = (name: string) => (form.get(name) ?? '').trim()
  const isMembership = form.get('kind') === 'membership' && hasMemberships(context)
  const unit = isMembership ? 'visits' : 'vnd'
  const amount = parseUnits(text('amount'), unit)
  const price = isMembership ? parseUnits(text('price'), 'vnd') : amount
  const months = Number(text('months'))
  const isInRange = (value: number, max: number) =>
    Number.isSafeInteger(value) && value >= 1 && value <= max
  const isValid =
    isInRange(amount, maxBalances[unit]) &&
    isInRange(price, maxBalances.vnd) &&
    isInRange(months, maxMonths)
  if (!isValid || text('key') === '')
    throw new BookingActionError('not_possible', { reason: words.wrongAmount })
  const holder = parseContact({
    ...{ name: text('name'), phone: text('phone'), email: text('email') },
  })
  if (holder.phone === '') throw new BookingActionError('contact_wrong')
  const offerId = isMembership && text('offer') !== '' ? text('offer') : null
  return {
    kind: isMembership ? 'membership' : 'gift_card',
    ...{ unit, amount, price, offerId, validMonths: months, locale, holder, actor },
    requestKey: truncate(text('key'), 60),
  }
}

/** Visits are counted where guests come for one service; a table has no such price. */
function hasMemberships(context: DeskContext): boolean {
  return !context.asksPartySize
}

function issueForm(context: DeskContext, form: URLSearchParams, locale: Locale): Html {
  const value = (name: string, otherwise = '') => form.get(name) ?? otherwise
  const input = (name: string, label: LocalizedText, attributes: Html) => html`<div>
<label for="card-${name}">${label[locale]}</label>
<input id="card-${name}" name="${name}" ${attributes}></div>`
  const key = value('key', newId(context.now()))
  return html`<form method="post" action="${newCardPath}" class="row">
${hiddenInputs({ key })}
${hasMemberships(context) && kindFields(context, form, locale)}
${input(
  'amount',
  hasMemberships(context) ? words.amountOrVisits : words.amount,
  html`type="text" inputmode="numeric"
value="${value('amount')}" maxlength="20" required`,
)}
${
  hasMemberships(context) &&
  input(
    'price',
    words.price,
    html`type="text" inputmode="numeric" value="${value('price')}"
maxlength="20"`,
  )
}
${input(
  'months',
  words.months,
  html`type="number" min="1" max="${maxMonths}" value="${value('months', '12')}"
required`,
)}
${input('name', words.name, html`type="text" value="${value('name')}" maxlength="80" autocomplete="off" required`)}
${input('phone', words.phone, html`type="tel" value="${value('phone')}" maxlength="20" autocomplete="off" required`)}
${input('email', words.email, html`type="email" value="${value('email')}" maxlength="254" autocomplete="off"`)}
<div class="wide-field"><p class="hint">${words.hint[locale]}</p>${submitButton(words.issue[locale], 'main')}</div>
</form>`
}

function kindFields({ shop }: DeskContext, form: URLSearchParams, locale: Locale): Html {
  const chosen = form.get('kind') ?? 'gift_card'
  const kinds = (['gift_card', 'membership'] as const).map((kind) =>
    option(kind, cardKindLabels[kind][locale], kind === chosen),
  )
  const offers = shop.assortment.offers
    .filter(({ minutes }) => minutes !== undefined)
    .map(({ id, name }) => option(id, name[locale], id === form.get('offer')))
  return html`<div><label for="card-kind">${words.kind[locale]}</label>
<select id="card-kind" name="kind">${kinds}</select></div>
<div><label for="card-offer">${words.offer[locale]}</label>
<select id="card-offer" name="offer">${option('', words.anyOffer[locale])}${offers}</select></div>`
}

const words = {
  title: { vi: 'Thẻ', en: 'Cards' },
  sell: { vi: 'Bán thẻ tại quầy', en: 'Sell a card' },
  report: { vi: 'Thẻ theo tháng', en: 'Cards by month' },
  last: { vi: 'Thẻ vừa có thay đổi', en: 'Changed last' },
  none: { vi: 'Chưa có thẻ nào.', en: 'No cards yet.' },
  unknown: {
    vi: 'Không có thẻ mang số này. Xin xem lại từng ký tự.',
    en: 'No card has this number. Check each character.',
  },
  kind: { vi: 'Loại thẻ', en: 'Kind' },
  offer: { vi: 'Dịch vụ (thẻ thành viên)', en: 'Service (membership)' },
  anyOffer: { vi: 'Không ghi', en: 'Any' },
  amount: { vi: 'Trị giá (đồng)', en: 'Value (dong)' },
  amountOrVisits: {
    vi: 'Trị giá (đồng) hoặc số lần',
    en: 'Value (dong) or number of visits',
  },
  price: { vi: 'Giá bán thẻ thành viên (đồng)', en: 'Price of the membership (dong)' },
  months: { vi: 'Dùng được mấy tháng', en: 'Valid for (months)' },
  name: { vi: 'Tên người giữ thẻ', en: 'Name of the holder' },
  phone: { vi: 'Điện thoại', en: 'Phone' },
  email: { vi: 'Email (nếu có)', en: 'Email (optional)' },
  hint: {
    vi: 'Phát hành sau khi đã nhận tiền. Trang sau có số thẻ và mã QR để in hoặc gửi cho khách.',
    en: 'Issue the card after the payment. The next page has its number and QR code, to print or send.',
  },
  issue: { vi: 'Phát hành thẻ', en: 'Issue the card' },
  wrongAmount: {
    vi: 'Xin ghi trị giá đến 500.000.000 ₫ hoặc số lần đến 100, giá bán, và thời hạn từ 1 đến 60 tháng.',
    en: 'Enter a value up to 500,000,000 ₫ or up to 100 visits, the price, and a validity of 1 to 60 months.',
  },
} satisfies Record<string, LocalizedText>
