/** Offers on the site: cards in a list, and the page of a single offer. */
import { type Block, type Card, heading, type Page, paragraph } from '../../content/document.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import { bookingPath } from '../booking/url.ts'
import {
  type Named,
  nextPriceText,
  type Offer,
  offerActionPath,
  pictureNamesOf,
} from '../catalogue/offer.ts'
import { availabilityText } from '../catalogue/sold-out.ts'
import { type FindPicture, withPicture } from './pictures.ts'
import { suitableDiets } from './structured-data.ts'

const free: LocalizedText = { vi: 'Miễn phí', en: 'Free' }

export function priceTag(offer: Offer, locale: Locale): string {
  const price =
    offer.price === 0 ? (offer.priceLabel ?? free)[locale] : formatMoney(offer.price, locale)
  if (offer.minutes === undefined) return price
  const minutes = { vi: `${offer.minutes} phút`, en: `${offer.minutes} minutes` }
  return `${price} · ${minutes[locale]}`
}

/** Cards with the picture of each offer. */
export function offerCards(offers: readonly Offer[], find: FindPicture, locale: Locale): Block {
  return {
    kind: 'cards',
    cards: offers.map((offer) => {
      const picture = find(...pictureNamesOf(offer))
      return { ...offerCard(offer, locale), ...(picture && { picture }) }
    }),
  }
}

function offerCard(offer: Offer, locale: Locale): Card {
  const availability = availabilityText(offer)
  return {
    title: offer.name[locale],
    href: offer.path,
    ...(offer.description && { text: offer.description[locale] }),
    note: priceTag(offer, locale),
    ...(availability && { badge: availability[locale] }),
  }
}

/** Offers grouped by category; empty categories are omitted. */
export function offerSections(
  offers: readonly Offer[],
  categories: readonly Named[],
  find: FindPicture,
  locale: Locale,
): Block[] {
  return categories.flatMap(({ id, name }) => {
    const inCategory = offers.filter((offer) => offer.category === id)
    if (inCategory.length === 0) return []
    // The page of a single category already has its name and picture at the top.
    const isOnlyCategory = categories.length === 1
    const picture = isOnlyCategory ? undefined : find(id)
    const cards: Block = {
      kind: 'cards',
      cards: inCategory.map((offer) => ({
        ...offerCard(offer, locale),
        ...(offer.photo && { picture: offer.photo.name }),
      })),
      isList: true,
      ...(picture && { picture }),
    }
    return isOnlyCategory ? [cards] : [heading(name[locale], id), cards]
  })
}

/** The page of one offer; `more` adds content of the trade. */
export function offerPage(
  offer: Offer,
  find: FindPicture,
  more: (locale: Locale) => readonly Block[],
): Page {
  const action = offerAction(offer)
  const availability = availabilityText(offer)
  const nextPrice = nextPriceText(offer)
  return {
    path: offer.path,
    kind: 'offer',
    document: (locale) => ({
      title: offer.name[locale],
      description:
        offer.description?.[locale] ?? `${offer.name[locale]}: ${priceTag(offer, locale)}`,
      ...withPicture(find(...pictureNamesOf(offer), offer.category)),
      blocks: [
        ...(offer.description ? [paragraph(offer.description[locale])] : []),
        {
          kind: 'facts',
          rows: [[labels.price[locale], [priceTag(offer, locale)]]],
        },
        ...(offer.priceNote ? [paragraph(offer.priceNote[locale])] : []),
        ...(nextPrice ? [paragraph(`${nextPrice[locale]}.`)] : []),
        ...(availability
          ? [
              {
                kind: 'notice' as const,
                tone: 'note' as const,
                text: [`${availability[locale]}.`],
              },
            ]
          : []),
        ...(action
          ? [
              {
                kind: 'actions' as const,
                links: [{ text: action.text[locale], href: action.href, main: true }],
              },
            ]
          : []),
        ...(offer.story ? [paragraph(offer.story[locale])] : []),
        ...more(locale),
      ],
      data: [offerData(offer, locale)],
    }),
  }
}

/** Link to the booking or order form. */
function offerAction(offer: Offer): { text: LocalizedText; href: string } | undefined {
  if (offer.kind === 'dish') return { text: labels.table, href: bookingPath }
  const href = offerActionPath(offer)
  if (href === undefined) return undefined
  // Only appointments have a duration.
  const bookLabel = offer.minutes === undefined ? labels.reservation : labels.appointment
  return { text: offer.bookable ? bookLabel : labels.order, href }
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
  price: { vi: 'Giá', en: 'Price' },
  reservation: { vi: 'Đặt chỗ', en: 'Book' },
  appointment: { vi: 'Đặt lịch', en: 'Book' },
  table: { vi: 'Đặt bàn', en: 'Book a table' },
  order: { vi: 'Đặt mua', en: 'Order' },
} satisfies Record<string, LocalizedText>
