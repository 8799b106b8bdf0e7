/** Offers on the site: their prices in words, and cards in a list. */
import { type Block, type Card, heading } from '../../content/document.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import type { Named, Offer } from '../catalogue/offer.ts'
import { availabilityText } from '../catalogue/sold-out.ts'
import type { FindPicture } from './pictures.ts'

const free: LocalizedText = { vi: 'Miễn phí', en: 'Free' }

export function priceText({ price, priceLabel = free }: Offer, locale: Locale): string {
  return price === 0 ? priceLabel[locale] : formatMoney(price, locale)
}

export function offerDurationText({ minutes }: Offer): LocalizedText | undefined {
  return minutes === undefined ? undefined : { vi: `${minutes} phút`, en: `${minutes} minutes` }
}

export function priceTag(offer: Offer, locale: Locale): string {
  const duration = offerDurationText(offer)
  return [priceText(offer, locale), ...(duration ? [duration[locale]] : [])].join(' · ')
}

/** A few offers in one row of cards. */
export function offerCards(
  offers: readonly Offer[],
  pictureOf: (offer: Offer) => string | undefined,
  locale: Locale,
): Block {
  const cards = offers.map((offer) => {
    const picture = pictureOf(offer)
    return { ...offerCard(offer, locale), ...(picture && { picture }) }
  })
  return { kind: 'cards', cards, isRow: true }
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
