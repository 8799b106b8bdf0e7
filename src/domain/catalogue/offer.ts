/** An offer: anything with a price that a guest can order, book or give as a gift. */
import { z } from 'zod'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { localPath } from '../../kernel/locale.ts'
import { money, toMoney } from '../../kernel/money.ts'

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
  description: LocalizedText
  story: LocalizedText
  /** A category id. */
  category: string
  tags: readonly string[]
  /** In dong, VAT included. */
  price: number
  priceNote?: LocalizedText
  /** Shown instead of the price when the offer itself is free. */
  priceLabel?: LocalizedText
  minutes?: number
  /** Ids of the diets that it suits, for food. */
  diets?: readonly string[]
  bookable: boolean
  /** Path of its page. */
  path: string
  /** Path of the order form. */
  orderPath?: string
}

export function offerBookingPath(id: string): string {
  return `/booking?offerId=${id}`
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

export const offerRecord = z
  .object({
    id: z
      .string()
      .describe('Stable, the same in every language. Also the last segment of its page URL.'),
    kind: z.enum(offerKinds).describe('What it is.'),
    name: z.string().describe('Its name in the language of the response.'),
    description: z.string().describe('One or two sentences.'),
    category: z
      .object({
        id: z.string().describe('Id that the parameter `category` accepts.'),
        name: z.string().describe('Its name in the language of the response.'),
      })
      .describe('The part of the list that the offer belongs to.'),
    tags: z.array(z.string()).describe('Ids that the parameter `tag` accepts.'),
    price: money,
    price_note: z.string().optional().describe('Explains the price where it needs an explanation.'),
    duration_minutes: z.int().optional().describe('Length of an appointment, in minutes.'),
    bookable: z.boolean().describe('Whether a booking request may name this offer.'),
    links: z
      .object({
        html: z.url().describe('The web page.'),
        markdown: z.url().describe('The same page as Markdown.'),
        booking: z.url().optional().describe('The page where it can be booked or ordered.'),
      })
      .describe('Pages of the site about the offer.'),
  })
  .meta({ id: 'Offer', description: 'A dish, table, treatment or card, with its price.' })

type OfferRecord = z.infer<typeof offerRecord>

export function describeOffer(
  offer: Offer,
  categoryName: string,
  locale: Locale,
  base: string,
): OfferRecord {
  const page = `${base}${localPath(offer.path, locale)}`
  const action = offer.bookable ? offerBookingPath(offer.id) : offer.orderPath
  return {
    id: offer.id,
    kind: offer.kind,
    name: offer.name[locale],
    description: offer.description[locale],
    category: { id: offer.category, name: categoryName },
    tags: [...offer.tags],
    price: toMoney(offer.price, locale),
    ...(offer.priceNote && { price_note: offer.priceNote[locale] }),
    ...(offer.minutes !== undefined && { duration_minutes: offer.minutes }),
    bookable: offer.bookable,
    links: {
      html: page,
      markdown: `${page}.md`,
      ...(action !== undefined && { booking: `${base}${localPath(action, locale)}` }),
    },
  }
}
