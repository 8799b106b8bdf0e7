/** How an offer stands on a page: as a card in a list, and as a page of its own. */
import { type Block, type Card, heading, type Page, paragraph } from '../../content/document.ts'
import type { Locale, Words } from '../../kernel/locale.ts'
import { displayDong } from '../../kernel/money.ts'
import type { Assortment, Named, Offer } from '../catalogue/offer.ts'

const free: Words = { vi: 'Miễn phí', en: 'Free' }

function priceTag(offer: Offer, locale: Locale): string {
  const price = offer.price === 0 ? free[locale] : displayDong(offer.price)
  if (offer.minutes === undefined) return price
  const minutes = { vi: `${offer.minutes} phút`, en: `${offer.minutes} minutes` }
  return `${price} · ${minutes[locale]}`
}

function offerCards(offers: readonly Offer[], locale: Locale): Block {
  return { kind: 'cards', cards: offers.map((offer) => offerCard(offer, locale)) }
}

function offerCard(offer: Offer, locale: Locale): Card {
  return {
    title: offer.name[locale],
    href: offer.path,
    text: offer.description[locale],
    note: priceTag(offer, locale),
  }
}

/** The offers of some categories, each under the name of its category. */
export function offerSections(
  assortment: Assortment,
  categories: readonly Named[],
  locale: Locale,
): Block[] {
  return categories.flatMap(({ id, name }) => [
    heading(name[locale], id),
    offerCards(
      assortment.offers.filter((offer) => offer.category === id),
      locale,
    ),
  ])
}

/** The page of one offer; `more` is what only its trade can tell of it. */
export function offerPage(offer: Offer, more: (locale: Locale) => readonly Block[]): Page {
  return {
    path: offer.path,
    kind: 'offer',
    document: (locale) => ({
      title: offer.name[locale],
      description: offer.description[locale],
      blocks: [
        paragraph(offer.description[locale]),
        paragraph(priceTag(offer, locale)),
        ...(offer.priceNote ? [paragraph(offer.priceNote[locale])] : []),
        paragraph(offer.story[locale]),
        ...more(locale),
      ],
    }),
  }
}
