/** The page of one offer: picture, price and booking panel first, then its story and details. */
import {
  type ActionLink,
  type Block,
  type Page,
  type PriceRow,
  paragraph,
} from '../../content/document.ts'
import type { Mark } from '../../content/offer-list.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { bookingPath } from '../booking/url.ts'
import { nextPriceText, type Offer, offerActionPath, pictureNamesOf } from '../catalogue/offer.ts'
import { availabilityText } from '../catalogue/sold-out.ts'
import { offerCards, offerDurationText, priceTag, priceText } from './offers.ts'
import { type FindPicture, withPicture } from './pictures.ts'
import { suitableDiets } from './structured-data.ts'

/** What a trade adds to the page of an offer. */
export type OfferParts = {
  marks?: readonly Mark[]
  /** All variants of the offer, this one included. */
  variants?: readonly PriceRow[]
  /** Below the story. */
  details?: readonly Block[]
  /** Over the full width, below everything else. */
  end?: readonly Block[]
}

export function offerPage(
  offer: Offer,
  find: FindPicture,
  partsOf: (locale: Locale) => OfferParts,
): Page {
  const head = (locale: Locale) => ({
    title: offer.name[locale],
    description: offer.description?.[locale] ?? `${offer.name[locale]}: ${priceTag(offer, locale)}`,
  })
  return {
    path: offer.path,
    kind: 'offer',
    head,
    document(locale) {
      const { marks = [], variants = [], details = [], end = [] } = partsOf(locale)
      const action = offerAction(offer, locale)
      return {
        ...head(locale),
        ...withPicture(find(...pictureNamesOf(offer), offer.category)),
        opening: {
          layout: 'offer',
          words: [
            ...(offer.description ? [paragraph(offer.description[locale])] : []),
            ...priceBlocks(offer, locale),
            ...(variants.length > 1 ? [{ kind: 'prices' as const, rows: variants }] : []),
            ...(marks.length > 0 ? [{ kind: 'marks' as const, marks }] : []),
          ],
          booking: action ? [{ kind: 'actions', links: [action] }] : [],
          story: [...(offer.story ? [paragraph(offer.story[locale])] : []), ...details],
          ...(action && { bar: offerBar(offer, action, locale) }),
        },
        blocks: end,
        data: [offerData(offer, locale)],
      }
    },
  }
}

function priceBlocks(offer: Offer, locale: Locale): Block[] {
  const duration = offerDurationText(offer)
  const availability = availabilityText(offer)
  const notes = [offer.priceNote, nextPriceSentence(offer)]
  return [
    {
      kind: 'price',
      amount: priceText(offer, locale),
      ...(duration && { note: duration[locale] }),
    },
    ...notes.flatMap((note) => (note ? [paragraph(note[locale])] : [])),
    ...(availability
      ? [{ kind: 'notice' as const, tone: 'note' as const, text: [`${availability[locale]}.`] }]
      : []),
  ]
}

function nextPriceSentence(offer: Offer): LocalizedText | undefined {
  const text = nextPriceText(offer)
  return text && { vi: `${text.vi}.`, en: `${text.en}.` }
}

/** The link leads to the panel of the page, or to the form in which the offer is ordered. */
function offerBar(offer: Offer, { text, href }: ActionLink, locale: Locale) {
  const duration = offerDurationText(offer)
  const isBooked = href.startsWith(bookingPath)
  return {
    price: priceText(offer, locale),
    ...(duration && { note: duration[locale] }),
    // The button of the header has another destination, and another name.
    link: isBooked ? { text: chooseTimeText[locale], href: '#booking' } : { text, href },
  }
}

const chooseTimeText: LocalizedText = { vi: 'Chọn giờ', en: 'Choose a time' }

/** How many other offers the page of an offer shows in a row. */
export const offersInRow = 3

/** Other offers in one row of cards; their pictures only if each has another one. */
export function offerRow(
  title: string,
  id: string,
  offers: readonly Offer[],
  find: FindPicture,
  locale: Locale,
): Block[] {
  const shown = offers.slice(0, offersInRow)
  if (shown.length < 2) return []
  const pictureOf = (offer: Offer) => find(...pictureNamesOf(offer), offer.category)
  const pictures = shown.map(pictureOf)
  const areDifferent = new Set(pictures).size === shown.length && !pictures.includes(undefined)
  const cards = offerCards(shown, areDifferent ? pictureOf : () => undefined, locale)
  return [{ kind: 'section', title, id, blocks: [cards] }]
}

/** Link to the booking or order form. */
function offerAction(offer: Offer, locale: Locale): ActionLink | undefined {
  if (offer.kind === 'dish') return { text: labels.table[locale], href: bookingPath, main: true }
  const href = offerActionPath(offer)
  if (href === undefined) return undefined
  // Only appointments have a duration.
  const bookLabel = offer.minutes === undefined ? labels.reservation : labels.appointment
  return { text: (offer.bookable ? bookLabel : labels.order)[locale], href, main: true }
}

/** schema.org types. */
const types: Partial<Record<Offer['kind'], string>> = {
  dish: 'MenuItem',
  set_meal: 'MenuItem',
  table: 'Service',
  treatment: 'Service',
  package: 'Service',
}

function offerData(offer: Offer, locale: Locale): object {
  const { name, description, price, kind } = offer
  return {
    '@context': 'https://schema.org',
    '@type': types[kind] ?? 'Product',
    name: name[locale],
    ...(description && { description: description[locale] }),
    ...(price > 0 && {
      offers: {
        '@type': 'Offer',
        price,
        priceCurrency: 'VND',
        ...(offer.soldOut && { availability: 'https://schema.org/OutOfStock' }),
      },
    }),
    ...suitableDiets(offer),
  }
}

const labels = {
  reservation: { vi: 'Đặt chỗ', en: 'Book' },
  appointment: { vi: 'Đặt lịch', en: 'Book' },
  table: { vi: 'Đặt bàn', en: 'Book a table' },
  order: { vi: 'Đặt mua', en: 'Order' },
} satisfies Record<string, LocalizedText>
