/** Something with a price that a guest can order, book or give away. */
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

export type OfferKind = (typeof offerKinds)[number]

export type Named = { id: string; name: LocalizedText }

export type Offer = {
  id: string
  kind: OfferKind
  name: LocalizedText
  description: LocalizedText
  story: LocalizedText
  /** The id of its category. */
  category: string
  tags: readonly string[]
  /** A whole number of dong, VAT included. */
  price: number
  priceNote?: LocalizedText
  /** What stands where the price would, where there is none to pay for the thing itself. */
  priceLabel?: LocalizedText
  minutes?: number
  bookable: boolean
  /** The page that shows it. */
  path: string
  /** The page on which it can be ordered. */
  orderPath?: string
}

/** The page on which an offer can be booked. */
export function offerBookingPath(id: string): string {
  return `/booking?offerId=${id}`
}

/** What a trade sells, in the order in which it is shown. */
export type Assortment = {
  categories: readonly Named[]
  tags: readonly Named[]
  offers: readonly Offer[]
}

export const offerRecord = z
  .object({
    id: z.string().describe('Never changes, in no language. Also the last part of its page.'),
    kind: z.enum(offerKinds),
    name: z.string(),
    description: z.string().describe('One or two sentences.'),
    category: z.object({ id: z.string(), name: z.string() }),
    tags: z.array(z.string()).describe('Ids that the parameter `tag` takes.'),
    price: money,
    price_note: z.string().optional().describe('What the price means, where it is not plain.'),
    duration_minutes: z.int().optional().describe('Minutes in the room, for a treatment.'),
    bookable: z.boolean().describe('Whether a booking request may name this offer.'),
    links: z.object({
      html: z.url().describe('The page for people.'),
      markdown: z.url().describe('The same page as Markdown.'),
      booking: z.url().optional().describe('Where it can be booked or ordered, for people.'),
    }),
  })
  .meta({ id: 'Offer', description: 'A dish, a table, a treatment, a card: with its price.' })

export type OfferRecord = z.infer<typeof offerRecord>

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
    price: toMoney(offer.price),
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
