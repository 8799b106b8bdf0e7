/** Other times, places or services for the guest of a booking: what is offered, and the forms that offer more. */
import { bookingCommands, isActionPossible } from '../../domain/booking/action-rules.ts'
import {
  describePlaceOffer,
  toOfferedPlace,
} from '../../domain/booking/place-offer/offered-fields.ts'
import { maxOpenOffers } from '../../domain/booking/place-offer/place-offers.ts'
import { findPlaceOffer, type PlaceOffer } from '../../domain/booking/place-offer/rows.ts'
import { findBookingById } from '../../domain/booking/queries.ts'
import { toQuoteResponse } from '../../domain/booking/quote-fields.ts'
import type { BookingView } from '../../domain/booking/rows.ts'
import { erasedName } from '../../domain/guest/fields.ts'
import { formatShortDate, formatShortTimestamp } from '../../domain/messages/format.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { toIsoString } from '../../kernel/time.ts'
import { type Html, html } from '../../ui/html.ts'
import { actionButton, actionFields, bookingUrl } from '../booking-components.ts'
import {
  disclosure,
  hiddenInput,
  inputField,
  option,
  selectField,
  submitButton,
} from '../components.ts'
import type { DeskContext } from '../context.ts'
import { isOfferRequired } from '../line-reader.ts'
import { noStates, placeChoice } from '../place-choice.ts'
import type { Screen } from '../screen.ts'

export type Times = readonly { date: string; time: string }[]

/** Marks the form that offers one place, whose input must not open the form of a move. */
export const offeringField = 'offering'

type OfferSection = {
  /** The nearest free times. */
  times: Times
  /** Those that the guest can accept. */
  offers: readonly PlaceOffer[]
  /** The input of a rejected form. */
  typed: URLSearchParams
}

export function offerSection(
  context: DeskContext,
  booking: BookingView,
  { times, offers, typed }: OfferSection,
  locale: Locale,
): Html | undefined {
  const isPossible =
    isActionPossible('offered', booking, context.now()) && booking.name !== erasedName
  if (!isPossible) return undefined
  const hasRoom = offers.length < maxOpenOffers
  return html`<section id="other-times">
${offers.length > 0 && openOffers(context, booking, offers, locale)}
${times.length > 0 && alternativeTimes(booking, times, offers, locale)}
${hasRoom && otherPlaceForm(context, booking, typed, locale)}
</section>`
}

function openOffers(
  context: DeskContext,
  booking: BookingView,
  offers: readonly PlaceOffer[],
  locale: Locale,
): Html {
  const until = formatShortTimestamp(offers[0]?.expires_at ?? 0, locale)
  const rows = offers.map(
    (offer) => html`<li>${formatOffer(context, booking, offer, locale)}
${actionButton(booking, 'accept_offer', bookingCommands.accept_offer.button[locale], {
  fields: { offer: offer.id },
})}</li>`,
  )
  return html`<h2>${words.offered[locale]}</h2>
<p class="hint">${words.until[locale]} ${until}. ${words.offeredHint[locale]}</p>
<ul class="offered">${rows}</ul>
${actionButton(booking, 'withdraw_offer', bookingCommands.withdraw_offer.button[locale])}`
}

/** The time, and what differs from the booking. */
function formatOffer(
  { shop, offerName }: DeskContext,
  booking: BookingView,
  offer: PlaceOffer,
  locale: Locale,
): string {
  const parts = { rules: shop.booking, offerName }
  const current = {
    ...shop.booking.toResponseFields(booking.details, booking.assignment, false, locale),
    starts_at: toIsoString(booking.starts_at),
    ends_at: toIsoString(booking.ends_at),
    offer: { id: booking.offer_id, name: offerName(booking.offer_id)[locale] },
    ...toQuoteResponse(booking.quote, booking.party_size, locale),
  }
  const offered = toOfferedPlace(parts, booking, offer, locale)
  return describePlaceOffer(
    { rules: shop.booking, form: shop.bookingForm },
    current,
    offered,
    locale,
  )
}

function alternativeTimes(
  booking: BookingView,
  times: Times,
  offers: readonly PlaceOffer[],
  locale: Locale,
): Html {
  const isFirst = offers.length === 0
  const nameOf = ({ date, time }: Times[number]) => `${formatShortDate(date, locale)} ${time}`
  const buttons = times.map(({ date, time }) =>
    actionButton(booking, 'move', nameOf({ date, time }), {
      fields: { date, time, party: String(booking.party_size), agreed: '1' },
    }),
  )
  const boxes = times.map(
    ({ date, time }) => html`<label class="place">
<input type="checkbox" name="times" value="${date} ${time}"${isFirst && html` checked`}>
<span>${nameOf({ date, time })}</span></label>`,
  )
  return html`<h2>${words.alternatives[locale]}</h2>
<p class="hint">${words.moveHint[locale]}</p>
<div class="times">${buttons}</div>
${
  offers.length < maxOpenOffers &&
  html`<form method="post" action="${bookingUrl(booking)}/offer">
${actionFields(booking)}
<p class="hint">${words.offerHint[locale]}</p>
<div class="place-choice"><div role="group" aria-label="${words.offerTimes[locale]}">${boxes}</div></div>
${submitButton(words.offerTimes[locale])}
</form>`
}`
}

/** Another day, person, area or service. */
function otherPlaceForm(
  context: DeskContext,
  booking: BookingView,
  typed: URLSearchParams,
  locale: Locale,
): Html {
  const own = typed.has(offeringField) ? typed : new URLSearchParams()
  const date = html`type="date" name="date" value="${own.get('date') ?? booking.date}" required`
  const time = html`type="time" name="time" step="900" value="${own.get('time') ?? booking.time}" required`
  const form = html`<form method="post" action="${bookingUrl(booking)}/offer" class="row">
${actionFields(booking)}${hiddenInput(offeringField, '1')}
${inputField('offer-date', words.date[locale], date)}
${inputField('offer-time', words.time[locale], time)}
${serviceField(context, booking, own.get('offerId') ?? booking.offer_id, locale)}
${placeChoice(context, noStates, own.getAll('resource'), locale)}
${submitButton(bookingCommands.offer.button[locale])}
</form>`
  return disclosure(words.other[locale], form, {
    id: 'offer-other',
    isOpen: typed.has(offeringField),
  })
}

function serviceField(
  { shop }: DeskContext,
  booking: BookingView,
  chosen: string,
  locale: Locale,
): Html | undefined {
  if (!isOfferRequired(shop)) return undefined
  const options = shop.assortment.offers
    .filter(({ id, bookable }) => bookable || id === booking.offer_id)
    .map(({ id, name }) => option(id, name[locale], id === chosen))
  return selectField('offer-service', 'offerId', words.service[locale], options)
}

/** Leads from a bar of the timeline to the booking or the waitlist. */
export function placeOfferScreen({ store, now }: DeskContext): Screen {
  return {
    path: '/place-offers/{id}',
    async show({ pathParams: { id = '' } }) {
      const offer = await findPlaceOffer(store.read, id)
      const [noun, owner = ''] = offer?.owner.split(':') ?? []
      const booking =
        noun === 'booking' ? await findBookingById(store.read, owner, now()) : undefined
      return { seeOther: booking ? `${bookingUrl(booking)}#other-times` : '/waitlist' }
    },
  }
}

const words = {
  offered: { vi: 'Đã mời khách', en: 'Offered to the guest' },
  until: { vi: 'Giữ đến', en: 'Held until' },
  offeredHint: {
    vi: 'Khách nhận trên trang của lượt đặt. Xác nhận, dời hoặc từ chối ở đây thì lời mời kết thúc.',
    en: 'The guest accepts on the page of the booking. Confirming, moving or declining here ends the offers.',
  },
  alternatives: { vi: 'Giờ gần nhất còn trống', en: 'Nearest free times' },
  moveHint: {
    vi: 'Khách đồng ý qua điện thoại: chạm vào giờ để dời và xác nhận luôn.',
    en: 'If the guest agreed by phone, tap a time to move and confirm the booking.',
  },
  offerHint: {
    vi:
      'Chưa gọi được: mời khách chọn. Chỗ được giữ tới hạn; khách có email nhận thư, khách khác nằm trong danh sách ' +
      'chưa báo.',
    en:
      'If you have not reached the guest, offer them. The places are held until the deadline; guests with an email ' +
      'address get an email, the others are listed as not notified.',
  },
  offerTimes: { vi: 'Mời khách chọn các giờ này', en: 'Offer these times' },
  other: {
    vi: 'Mời giờ, người, khu hoặc dịch vụ khác…',
    en: 'Offer another time, person, area or service…',
  },
  date: { vi: 'Ngày', en: 'Date' },
  time: { vi: 'Giờ', en: 'Time' },
  service: { vi: 'Dịch vụ', en: 'Service' },
} satisfies Record<string, LocalizedText>
