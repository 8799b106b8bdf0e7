/** An offer: anything with a price that a guest can order, book or give as a gift. */
import { formatCalendarDay } from '../../kernel/format-date.ts'
import { forEachLocale, type LocalizedText } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'

export const offerKinds = [
  'dish',
  'set_meal',
  'table',
  'treatment',
  'package',
  'membership',
  'gift_card',
] as const

type OfferKind = (typeof offerKinds)[number]

export type Named = { id: string; name: LocalizedText }

export type Offer = {
  id: string
  kind: OfferKind
  name: LocalizedText
  description?: LocalizedText | undefined
  story?: LocalizedText | undefined
  /** A category id. */
  category: string
  tags: readonly string[]
  /** In dong, VAT included. */
  price: number
  /** A price that takes effect while guests can already book for that day. */
  nextPrice?: { from: string; price: number }
  priceNote?: LocalizedText
  /** Shown instead of the price when the offer itself is free. */
  priceLabel?: LocalizedText
  minutes?: number
  /** Ids of the diets that it suits, for food. */
  diets?: readonly string[]
  bookable: boolean
  /** What the shop is known for; the home page shows it first. */
  isSignature?: boolean
  /** The id that all variants of a service share. */
  variantOf?: string
  /** Path of its page. */
  path: string
  /** Path of the order form. */
  orderPath?: string
  /** Ids of the offers that it consists of. */
  contains?: readonly string[]
  /** Set while staff have marked it as unavailable; without an end, until they remove the mark. */
  soldOut?: { until: number | null }
  /** Those of `contains` that are marked. */
  soldOutParts?: readonly Offer[]
  /** Its own photo: the name of the picture, and its path on the site. */
  photo?: { name: string; path: string; width: number; height: number; alt: LocalizedText }
}

function offerBookingPath(id: string): string {
  return `/booking?offerId=${id}`
}

/** Where it can be booked or ordered. An offer that is sold out today can be booked for later days. */
export function offerActionPath({ id, bookable, orderPath, soldOut }: Offer): string | undefined {
  if (!bookable) return soldOut ? undefined : orderPath
  return soldOut?.until === null ? undefined : offerBookingPath(id)
}

/** "From 1 January 2027: 155,000 ₫" */
export function nextPriceText({ nextPrice }: Offer): LocalizedText | undefined {
  if (!nextPrice) return undefined
  const { from, price } = nextPrice
  const word = { vi: 'Từ', en: 'From' }
  return forEachLocale(
    (locale) => `${word[locale]} ${formatCalendarDay(from, locale)}: ${formatMoney(price, locale)}`,
  )
}

/** Names of pictures of the offer itself, the most specific first. */
export function pictureNamesOf({ id, variantOf }: Offer): readonly string[] {
  return variantOf === undefined ? [id] : [id, variantOf]
}

/** Paid before the visit, and not a visit itself. */
export function isPrepaid({ kind }: Pick<Offer, 'kind'>): boolean {
  return kind === 'membership' || kind === 'gift_card'
}

/** Everything that a trade sells, in display order. */
export type Assortment = {
  categories: readonly Named[]
  tags: readonly Named[]
  offers: readonly Offer[]
}
