/** How an offer stands on a page: as a card in a list, and as a page of its own. */
import { type Block, type Card, heading, type Page, paragraph } from '../../content/document.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import { type Named, type Offer, offerBookingPath } from '../catalogue/offer.ts'
import { type FindPicture, withPicture } from './pictures.ts'

const free: LocalizedText = { vi: 'Miễn phí', en: 'Free' }

function priceTag(offer: Offer, locale: Locale): string {
  const price = offer.price === 0 ? (offer.priceLabel ?? free)[locale] : formatMoney(offer.price)
  if (offer.minutes === undefined) return price
  const minutes = { vi: `${offer.minutes} phút`, en: `${offer.minutes} minutes` }
  return `${price} · ${minutes[locale]}`
}

/** Offers with the drawings they have of their own. */
export function offerCards(offers: readonly Offer[], find: FindPicture, locale: Locale): Block {
  return {
    kind: 'cards',
    cards: offers.map((offer) => {
      const picture = find(offer.id)
      return { ...offerCard(offer, locale), ...(picture && { picture }) }
    }),
  }
}

function offerCard(offer: Offer, locale: Locale): Card {
  return {
    title: offer.name[locale],
    href: offer.path,
    text: offer.description[locale],
    note: priceTag(offer, locale),
  }
}

/** The offers of some categories, each under the name of its category; empty ones are left out. */
export function offerSections(
  offers: readonly Offer[],
  categories: readonly Named[],
  find: FindPicture,
  locale: Locale,
): Block[] {
  return categories.flatMap(({ id, name }) => {
    const here = offers.filter((offer) => offer.category === id)
    if (here.length === 0) return []
    // A page of one category has its name and its drawing at the top already.
    const isOnlyCategory = categories.length === 1
    const picture = isOnlyCategory ? undefined : find(id)
    const cards: Block = {
      kind: 'cards',
      cards: here.map((offer) => offerCard(offer, locale)),
      ...(picture && { picture }),
    }
    return isOnlyCategory ? [cards] : [heading(name[locale], id), cards]
  })
}

/** The page of one offer; `more` is what only its trade can tell of it. */
export function offerPage(
  offer: Offer,
  find: FindPicture,
  more: (locale: Locale) => readonly Block[],
): Page {
  const action = offerAction(offer)
  return {
    path: offer.path,
    kind: 'offer',
    document: (locale) => ({
      title: offer.name[locale],
      description: offer.description[locale],
      ...withPicture(find(offer.id, offer.category)),
      blocks: [
        paragraph(offer.description[locale]),
        {
          kind: 'facts',
          rows: [[labels.price[locale], [priceTag(offer, locale)]]],
        },
        ...(offer.priceNote ? [paragraph(offer.priceNote[locale])] : []),
        ...(action
          ? [
              {
                kind: 'actions' as const,
                links: [{ text: action.text[locale], href: action.href, main: true }],
              },
            ]
          : []),
        paragraph(offer.story[locale]),
        ...more(locale),
      ],
      data: [offerData(offer, locale)],
    }),
  }
}

/** Where a guest goes on from an offer, if he can: to a booking, or to an order. */
function offerAction({
  id,
  bookable,
  minutes,
  orderPath,
}: Offer): { text: LocalizedText; href: string } | undefined {
  // What takes its time is an appointment; a table is a place.
  const bookLabel = minutes === undefined ? labels.reservation : labels.appointment
  if (bookable) return { text: bookLabel, href: offerBookingPath(id) }
  return orderPath === undefined ? undefined : { text: labels.order, href: orderPath }
}

/** schema.org's words for what it is. */
const types: Partial<Record<Offer['kind'], string>> = {
  dish: 'MenuItem',
  set_meal: 'MenuItem',
  treatment: 'Service',
  package: 'Service',
}

function offerData({ name, description, price, kind }: Offer, locale: Locale): object {
  return {
    '@context': 'https://schema.org',
    '@type': types[kind] ?? 'Product',
    name: name[locale],
    description: description[locale],
    ...(price > 0 && { offers: { '@type': 'Offer', price, priceCurrency: 'VND' } }),
  }
}

const labels = {
  price: { vi: 'Giá', en: 'Price' },
  reservation: { vi: 'Đặt chỗ', en: 'Book' },
  appointment: { vi: 'Đặt lịch', en: 'Book' },
  order: { vi: 'Đặt mua', en: 'Order' },
} satisfies Record<string, LocalizedText>
