/** An offer as the API describes it. */
import { z } from 'zod'
import { dateFormat, idFormat, instantFormat } from '../../kernel/field-formats.ts'
import { type Languages, type Locale, localPath } from '../../kernel/locale.ts'
import { money, toMoney } from '../../kernel/money.ts'
import { toIsoString } from '../../kernel/time.ts'
import { type Offer, offerActionPath, offerKinds } from './offer.ts'
import { availabilityText } from './sold-out.ts'

export const offerRecord = z
  .object({
    id: z
      .string()
      .describe('Stable, the same in every language. Also the last segment of its page URL.')
      .meta(idFormat),
    kind: z.enum(offerKinds).describe('What it is.'),
    name: z.string().describe('Its name in the language of the response.'),
    description: z.string().describe('One or two sentences; empty if the shop wrote none.'),
    category: z
      .object({
        id: z.string().describe('Id that the parameter `category` accepts.').meta(idFormat),
        name: z.string().describe('Its name in the language of the response.'),
      })
      .describe('The part of the list that the offer belongs to.'),
    tags: z.array(z.string().meta(idFormat)).describe('Ids that the parameter `tag` accepts.'),
    price: money,
    next_price: z
      .object({
        from: z.string().describe('The first day of the new price.').meta(dateFormat),
        price: money,
      })
      .optional()
      .describe('Present if the price changes within the days that can be booked.'),
    price_note: z.string().optional().describe('Explains the price where it needs an explanation.'),
    duration_minutes: z.int().min(1).optional().describe('Length of an appointment, in minutes.'),
    bookable: z.boolean().describe('Whether a booking request may name this offer.'),
    available: z
      .boolean()
      .describe('False while it is sold out. An appointment can still be booked for later days.'),
    unavailable_until: z
      .string()
      .optional()
      .describe('When it is available again, with the UTC offset (ISO 8601), if that is known.')
      .meta(instantFormat),
    availability_note: z
      .string()
      .optional()
      .describe('What is sold out: the offer, or dishes of a set meal that is still available.'),
    links: z
      .object({
        html: z.url().describe('The web page.'),
        markdown: z.url().describe('The same page as Markdown.'),
        booking: z.url().optional().describe('The page where it can be booked or ordered.'),
      })
      .describe('Pages of the site about the offer.'),
    photos: z
      .array(
        z.object({
          url: z.url().describe('A JPEG. Its content never changes.'),
          width: z.int().min(1).describe('In pixels.'),
          height: z.int().min(1).describe('In pixels.'),
          alt: z.string().describe('What it shows, in the language of the response.'),
        }),
      )
      .optional()
      .describe('Photos of the offer. Absent if the shop has none.'),
  })
  .meta({ id: 'Offer', description: 'A dish, table, treatment or card, with its price.' })

type OfferRecord = z.infer<typeof offerRecord>

export function describeOffer(
  offer: Offer,
  categoryName: string,
  locale: Locale,
  base: string,
  languages: Languages,
): OfferRecord {
  const page = `${base}${localPath(offer.path, locale, languages)}`
  const action = offerActionPath(offer)
  const until = offer.soldOut?.until
  const note = availabilityText(offer)
  return {
    id: offer.id,
    kind: offer.kind,
    name: offer.name[locale],
    description: offer.description?.[locale] ?? '',
    category: { id: offer.category, name: categoryName },
    tags: [...offer.tags],
    price: toMoney(offer.price, locale),
    ...(offer.nextPrice && {
      next_price: {
        from: offer.nextPrice.from,
        price: toMoney(offer.nextPrice.price, locale),
      },
    }),
    ...(offer.priceNote && { price_note: offer.priceNote[locale] }),
    ...(offer.minutes !== undefined && { duration_minutes: offer.minutes }),
    bookable: offer.bookable,
    available: offer.soldOut === undefined,
    ...(until && { unavailable_until: toIsoString(until) }),
    ...(note && { availability_note: note[locale] }),
    links: {
      html: page,
      markdown: `${page}.md`,
      ...(action !== undefined && { booking: `${base}${localPath(action, locale, languages)}` }),
    },
    ...(offer.photo && { photos: [describePhoto(offer.photo, locale, base)] }),
  }
}

function describePhoto(
  { path, width, height, alt }: NonNullable<Offer['photo']>,
  locale: Locale,
  base: string,
) {
  return { url: `${base}${path}`, width, height, alt: alt[locale] }
}
