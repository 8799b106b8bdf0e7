/** The screen of one card: balance, ledger, redeeming, the holder, and adjustments by an owner. */
import { parseContact } from '../../domain/booking/correct-contact.ts'
import { findBookingByCode, findBookingsIn } from '../../domain/booking/queries.ts'
import type { BookingView } from '../../domain/booking/rows.ts'
import { wasVisit } from '../../domain/booking/visit.ts'
import { loadExtensions } from '../../domain/cards/extension.ts'
import { formatCardNumber } from '../../domain/cards/number.ts'
import { lastDayOf } from '../../domain/cards/operations.ts'
import {
  availableOn,
  type CardView,
  findCard,
  findVisit,
  loadBookingEntries,
  loadEntries,
} from '../../domain/cards/rows.ts'
import { type CardActions, createCardActions, extendFirstText } from '../../domain/cards/staff.ts'
import { cardKindLabels, cardLabels, cardStatus, formatUnits } from '../../domain/cards/status.ts'
import { cardPath } from '../../domain/cards/url.ts'
import { erasedName } from '../../domain/guest/fields.ts'
import { BookingActionError, formatActionError } from '../../kernel/action-errors.ts'
import { formatCode } from '../../kernel/booking-code.ts'
import { formatDate } from '../../kernel/format-date.ts'
import { newId } from '../../kernel/id.ts'
import { type Locale, type LocalizedText, localPath } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import { addDays, addMonths, dateAt } from '../../kernel/time.ts'
import { truncate } from '../../kernel/truncate.ts'
import { type Html, html } from '../../ui/html.ts'
import { renderQrSvg } from '../../ui/qr.ts'
import { remainingBill } from '../booking-cards.ts'
import {
  cardsPath,
  cardUrl,
  ledgerList,
  parseUnits,
  redeemForm,
  remainingText,
} from '../card-parts.ts'
import {
  disclosure,
  factList,
  hiddenInputs,
  itemList,
  postButton,
  problemNotice,
  submitButton,
} from '../components.ts'
import type { DeskContext } from '../context.ts'
import { serviceDateNow } from '../day-picker.ts'
import { guestPath } from '../guest-badges.ts'
import { formatNationalPhone, formatTimestamp } from '../labels.ts'
import { safePath } from '../safe-path.ts'
import type { Notice, Screen, ScreenPage, ScreenRequest } from '../screen.ts'
import { historyDisclosure } from './history.ts'

export function cardScreens(context: DeskContext): Screen[] {
  const { store, now } = context
  const actions = createCardActions(store, now)
  return [
    {
      path: `${cardsPath}/{number}`,
      async show({ pathParams, query, locale, member }) {
        const card = await findCard(store.read, pathParams.number ?? '')
        if (!card) return unknownCard(locale)
        const booking = await findBookingToPay(context, card, query.get('booking') ?? '')
        return cardPage(context, card, { booking, isOwner: member.role === 'owner' }, locale)
      },
    },
    {
      path: `${cardsPath}/{number}/{action}`,
      show: async ({ pathParams }) => ({
        seeOther: `${cardsPath}/${encodeURIComponent(pathParams.number ?? '')}`,
      }),
      async submit(request) {
        const { pathParams, form, locale, member } = request
        const card = await findCard(store.read, pathParams.number ?? '')
        if (!card) return unknownCard(locale)
        const isOwner = member.role === 'owner'
        try {
          await runAction(context, actions, card, request)
        } catch (error) {
          if (!(error instanceof BookingActionError)) throw error
          const notice = problemNotice(html`<b>${formatActionError(error, locale)}</b>`)
          const current = (await findCard(store.read, card.number)) ?? card
          const booking = await findBookingByCode(store.read, form.get('booking') ?? '', now())
          const refused = { action: pathParams.action ?? '', form }
          const options = { booking, isOwner, notice, refused }
          return { ...(await cardPage(context, current, options, locale)), status: 409 }
        }
        return { seeOther: safePath(form.get('next') || null, cardUrl(card)) }
      },
    },
  ]
}

/** A holder who is there today probably pays for their own visit, so that the amount can be filled in. */
async function findBookingToPay(
  context: DeskContext,
  { phone, unit }: CardView,
  code: string,
): Promise<BookingView | undefined> {
  const { store, now, shop } = context
  if (code !== '') return findBookingByCode(store.read, code, now())
  if (phone === '' || unit === 'visits') return undefined
  const today = serviceDateNow(context)
  const range = shop.booking.serviceDays.rangeOf({ from: today, to: today })
  const here = (await findBookingsIn(store.read, range, now())).filter(
    (booking) => booking.phone === phone && wasVisit(booking),
  )
  return here.length === 1 ? here[0] : undefined
}

async function runAction(
  { store, now }: DeskContext,
  actions: CardActions,
  { number, unit }: CardView,
  { pathParams, form, member }: ScreenRequest,
): Promise<void> {
  const text = (name: string) => (form.get(name) ?? '').trim()
  const actor = `staff:${member.id}`
  const action = { number, actor, version: Number(form.get('version')) }
  const booking = await findBookingByCode(store.read, text('booking'), now())
  const requestKey = truncate(text('key'), 60)
  if (requestKey === '' && ['redeem', 'adjust'].includes(pathParams.action ?? ''))
    throw new BookingActionError('wrong_state')
  switch (pathParams.action) {
    case 'redeem': {
      const amount = parseUnits(text('amount'), unit)
      return actions.redeem({ ...action, amount, bookingId: booking?.id ?? null, requestKey })
    }
    case 'undo':
      return actions.undo({ entryId: text('entry'), actor })
    case 'reserve':
      if (!booking) throw new BookingActionError('wrong_state')
      return actions.reserve({ ...action, bookingId: booking.id })
    case 'release':
      return actions.release({ bookingId: text('booking_id'), actor })
    case 'holder': {
      const contact = parseContact({
        ...{ name: text('name'), phone: text('phone'), email: text('email') },
      })
      return actions.changeHolder({ ...action, holder: contact })
    }
    case 'extend': {
      const reason = truncate(text('reason'), 200)
      return actions.extend({ ...action, lastDay: text('last_day'), reason })
    }
    case 'undo-extension':
      return actions.undoExtension({ number, actor, extensionId: text('extension') })
    case 'adjust': {
      if (member.role !== 'owner') throw new BookingActionError('wrong_state')
      const typed = parseUnits(text('amount'), unit)
      const amount = form.get('direction') === 'less' ? -typed : typed
      const reason = truncate(text('reason'), 200)
      return actions.adjust({ ...action, amount, reason, requestKey })
    }
    default:
      throw new BookingActionError('not_found')
  }
}

function unknownCard(locale: Locale): ScreenPage {
  return {
    status: 404,
    title: words.unknown[locale],
    tab: cardsPath,
    body: html`<h1>${words.unknown[locale]}</h1>
<p>${words.unknownHint[locale]}</p>
<p><a href="${cardsPath}">${words.all[locale]}</a></p>`,
  }
}

/** A form that was refused: it shows what was typed again. */
type RefusedForm = { action: string; form: URLSearchParams }

type CardPageOptions = {
  booking: BookingView | undefined
  isOwner: boolean
  notice?: Notice
  refused?: RefusedForm
}

type Typed = (name: string, usual: string) => string

const nothingTyped: Typed = (_name, usual) => usual

async function cardPage(
  context: DeskContext,
  card: CardView,
  { booking, isOwner, notice, refused }: CardPageOptions,
  locale: Locale,
): Promise<ScreenPage> {
  const formFor = (action: string, summary: LocalizedText, form: (typed: Typed) => Html) => {
    const isOpen = refused?.action === action
    const typed: Typed = isOpen ? (name, usual) => refused.form.get(name) ?? usual : nothingTyped
    return disclosure(summary[locale], form(typed), { isOpen })
  }
  const { store, now } = context
  const entries = await loadEntries(store.read, card.id)
  const paid = booking ? await loadBookingEntries(store.read, booking.id) : []
  const isUsable = cardStatus(card, now()) === 'active' && availableOn(card) > 0
  const payment = {
    booking: booking && formatCode(booking.code),
    bill: booking && remainingBill(booking, paid, await findVisit(store.read, booking.id)),
    ...(booking && { next: `/bookings/${formatCode(booking.code)}#cards` }),
  }
  const isReserving = booking && card.unit === 'visits' && booking.visit !== 'finished'
  return {
    title: `${cardKindLabels[card.kind][locale]} ${formatCardNumber(card.number)}`,
    tab: cardsPath,
    notice,
    body: html`<article class="gift-card-page">
${cardHeader(context, card, locale)}
${
  booking &&
  html`<p>${words.forBooking[locale]} <a href="/bookings/${formatCode(booking.code)}">${booking.name},
${booking.time}</a></p>`
}
${isUsable && (isReserving ? reserveForm(card, booking, locale) : redeemForm(context, card, payment, locale))}
${cardFacts(context, card, locale)}
${card.phone !== '' && html`<p><a href="${guestPath(card.id)}">${words.guestPage[locale]}</a></p>`}
${await extensionList(context, card, locale)}
<section><h2>${words.ledger[locale]}</h2>${await ledgerList(context, card, entries, locale)}</section>
${disclosure(words.qr[locale], qrBlock(context, card, locale))}
${card.name !== erasedName && formFor('holder', words.changeHolder, (typed) => holderForm(card, typed, locale))}
${formFor('extend', words.extend, (typed) => extendForm(context, card, typed, locale))}
${isOwner && formFor('adjust', words.adjust, (typed) => adjustForm(context, card, typed, locale))}
${await historyDisclosure(context, `card:${card.id}`, locale)}
</article>`,
  }
}

function cardHeader({ now }: DeskContext, card: CardView, locale: Locale): Html {
  const status = cardStatus(card, now())
  return html`<header class="booking-header">
<p><span class="status-badge">${cardLabels[status][locale]}</span> <span>${cardKindLabels[card.kind][locale]}</span></p>
<h1 class="code">${formatCardNumber(card.number)}</h1>
<p class="when"><b>${remainingText(card, locale)}</b></p>
</header>`
}

function cardFacts({ offerName }: DeskContext, card: CardView, locale: Locale): Html {
  const { name, phone, recipient, offer_id, price, valid_until } = card
  return factList([
    [words.holder[locale], `${name} ${formatNationalPhone(phone)}`],
    ...(recipient === null ? [] : [[words.recipient[locale], recipient] as const]),
    ...(offer_id === null ? [] : [[words.offer[locale], offerName(offer_id)[locale]] as const]),
    [words.price[locale], formatMoney(price, locale)],
    [words.validUntil[locale], formatDate(lastDayOf(valid_until), locale)],
  ])
}

function reserveForm(card: CardView, booking: BookingView, locale: Locale): Html {
  const code = formatCode(booking.code)
  return postButton(`${cardUrl(card)}/reserve`, words.reserve[locale], {
    tone: 'main',
    fields: { version: card.version, booking: code, next: `/bookings/${code}#cards` },
  })
}

/** To print, or to send a picture of it to the holder. */
function qrBlock({ base, shop }: DeskContext, card: CardView, locale: Locale): Html {
  const number = formatCardNumber(card.number)
  const path = localPath(`${cardPath}/${number}`, card.locale, shop.languages)
  const url = `${base}${path}`
  return html`<figure class="card-qr">${renderQrSvg(url, `${words.qr[locale]} ${number}`)}
<figcaption><b class="code">${number}</b><br>
<a href="${url}" rel="noreferrer noopener" target="_blank">${words.page[locale]}</a> ·
<a href="${url}/qr">${words.save[locale]}</a></figcaption></figure>
<p class="hint">${words.qrHint[locale]}</p>`
}

function holderForm(card: CardView, typed: Typed, locale: Locale): Html {
  return html`<form method="post" action="${cardUrl(card)}/holder">
${hiddenInputs({ version: card.version })}
<label for="holder-name">${words.name[locale]}</label>
<input id="holder-name" type="text" name="name" value="${typed('name', card.name)}" maxlength="80" required>
<label for="holder-phone">${words.phone[locale]}</label>
<input id="holder-phone" type="tel" name="phone" value="${typed('phone', card.phone)}" maxlength="20" required>
<label for="holder-email">Email</label>
<input id="holder-email" type="email" name="email" value="${typed('email', card.email ?? '')}" maxlength="254">
<p class="hint">${words.holderHint[locale]}</p>
${submitButton(words.saveHolder[locale], 'main')}
</form>`
}

/** Only the last extension can be undone. */
async function extensionList(
  context: DeskContext,
  card: CardView,
  locale: Locale,
): Promise<Html | undefined> {
  const extensions = await loadExtensions(context.store.read, card.id)
  if (extensions.length === 0) return undefined
  const last = extensions.at(-1)
  const lines = extensions.map(async (extension) => {
    const { id, at, actor, from, to, reason } = extension
    const who = await context.actorName(actor, locale)
    const undoUrl = `${cardUrl(card)}/undo-extension`
    const undoOptions = { tone: 'undo', fields: { extension: id } } as const
    const undo = extension === last && postButton(undoUrl, words.undoExtension[locale], undoOptions)
    return html`<li><p><b>${words.extended[locale]} ${formatDate(from, locale)} → ${formatDate(to, locale)}</b>
<span class="muted">${formatTimestamp(at, context.now(), locale)} · ${who}${reason !== '' && ` · ${reason}`}</span></p>
${undo}</li>`
  })
  return itemList(await Promise.all(lines))
}

/** A month more is filled in. */
function extendForm({ now }: DeskContext, card: CardView, typed: Typed, locale: Locale): Html {
  const [lastDay, today] = [lastDayOf(card.valid_until), dateAt(now())]
  const [first, from] = lastDay < today ? [today, today] : [addDays(lastDay, 1), lastDay]
  return html`<form method="post" action="${cardUrl(card)}/extend">
${hiddenInputs({ version: card.version })}
<label for="extend-day">${words.validUntil[locale]}</label>
<input id="extend-day" type="date" name="last_day" min="${first}" value="${typed('last_day', addMonths(from, 1))}"
  required>
<label for="extend-reason">${words.reason[locale]}</label>
<input id="extend-reason" type="text" name="reason" value="${typed('reason', '')}" maxlength="200" required>
${lastDay < today && html`<p class="hint">${words.extendHint[locale]}</p>`}
${submitButton(words.extendNow[locale], 'main')}
</form>`
}

function adjustForm({ now }: DeskContext, card: CardView, typed: Typed, locale: Locale): Html {
  const isLess = typed('direction', 'more') === 'less'
  const unit = words[card.unit === 'visits' ? 'visits' : 'amount'][locale]
  const hasEnded = card.valid_until <= now()
  return html`<form method="post" action="${cardUrl(card)}/adjust">
${hiddenInputs({ version: card.version, key: newId(now()) })}
<fieldset><legend>${words.adjust[locale]}</legend>
<label><input type="radio" name="direction" value="more"${!isLess && html` checked`}> ${words.more[locale]}</label>
<label><input type="radio" name="direction" value="less"${isLess && html` checked`}> ${words.less[locale]}</label>
</fieldset>
<label for="adjust-amount">${unit}</label>
<input id="adjust-amount" type="text" name="amount" inputmode="numeric" value="${typed('amount', '')}" maxlength="20"
  required>
<label for="adjust-reason">${words.reason[locale]}</label>
<input id="adjust-reason" type="text" name="reason" value="${typed('reason', '')}" maxlength="200" required>
<p class="hint">${words.available[locale]} ${formatUnits(availableOn(card), card.unit, locale)}</p>
${hasEnded && html`<p class="hint">${extendFirstText[locale]}</p>`}
${submitButton(words.adjustNow[locale], 'main')}
</form>`
}

const words = {
  unknown: { vi: 'Không có thẻ này', en: 'Card not found' },
  unknownHint: {
    vi: 'Xin xem lại từng ký tự của số thẻ, hoặc quét mã QR.',
    en: 'Check each character of the number, or scan the QR code.',
  },
  all: { vi: 'Tất cả thẻ', en: 'All cards' },
  forBooking: { vi: 'Trả cho lượt của', en: 'To pay for the booking of' },
  reserve: { vi: 'Giữ một lần cho lượt này', en: 'Reserve a visit for this booking' },
  ledger: { vi: 'Sổ thẻ', en: 'Ledger' },
  qr: { vi: 'Mã QR', en: 'QR code' },
  qrHint: {
    vi: 'Mã mở trang của thẻ: khách xem số dư với bốn số cuối điện thoại của người giữ thẻ.',
    en: 'It opens the page of the card: guests see the balance with the last four digits of the holder’s phone number.',
  },
  page: { vi: 'Trang của thẻ', en: 'Page of the card' },
  save: { vi: 'Lưu ảnh', en: 'Save the picture' },
  changeHolder: { vi: 'Đổi người giữ thẻ…', en: 'Change the holder…' },
  saveHolder: { vi: 'Lưu người giữ thẻ', en: 'Save the holder' },
  holderHint: {
    vi: 'Người giữ thẻ xem số dư với bốn số cuối điện thoại này, và được nhắc trước khi thẻ hết hạn.',
    en: 'The holder sees the balance with the last four digits of this number, and is reminded before the card expires.',
  },
  extend: { vi: 'Gia hạn thẻ…', en: 'Extend the card…' },
  extendNow: { vi: 'Gia hạn', en: 'Extend' },
  extendHint: {
    vi: 'Phần đã hết hạn được hoàn lại vào thẻ.',
    en: 'What has expired is given back to the card.',
  },
  extended: { vi: 'Đã gia hạn:', en: 'Extended:' },
  undoExtension: { vi: 'Hoàn tác gia hạn', en: 'Undo the extension' },
  adjust: { vi: 'Điều chỉnh số dư…', en: 'Adjust the balance…' },
  adjustNow: { vi: 'Điều chỉnh', en: 'Adjust' },
  more: { vi: 'Thêm vào', en: 'Add' },
  less: { vi: 'Bớt đi', en: 'Take off' },
  amount: { vi: 'Số tiền (đồng)', en: 'Amount (dong)' },
  visits: { vi: 'Số lần', en: 'Visits' },
  reason: { vi: 'Lý do', en: 'Reason' },
  available: { vi: 'Còn dùng được:', en: 'Available:' },
  holder: { vi: 'Người giữ thẻ', en: 'Holder' },
  recipient: { vi: 'Tên trên thẻ', en: 'Name on the card' },
  offer: { vi: 'Dùng cho', en: 'For' },
  price: { vi: 'Đã bán với giá', en: 'Sold for' },
  validUntil: { vi: 'Dùng đến hết', en: 'Valid until' },
  guestPage: { vi: 'Trang của khách', en: 'Page of the guest' },
  name: { vi: 'Tên', en: 'Name' },
  phone: { vi: 'Điện thoại', en: 'Phone' },
} satisfies Record<string, LocalizedText>
