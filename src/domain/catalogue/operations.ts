/** API operations that list and read offers. */
import { z } from 'zod'
import type { Languages, Locale } from '../../kernel/locale.ts'
import { readOperation } from '../../kernel/operation.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Catalogue, OfferQuery } from './catalogue.ts'
import { filterDisclaimers, filterParameters, type OfferFilters } from './filters.ts'
import { namedOption } from './named-option.ts'
import type { Assortment, Offer } from './offer.ts'
import { describeOffer, offerRecord } from './offer-record.ts'

const group = {
  name: 'Catalogue',
  description: 'What the business offers, with prices.',
}

export function catalogueOperations(
  assortment: Assortment,
  filters: OfferFilters,
  catalogue: Catalogue,
  base: string,
  languages: Languages,
) {
  const record = (offer: Offer, locale: Locale) =>
    describeOffer(offer, catalogue.category(offer.category).name[locale], locale, base, languages)
  const first = catalogue.list({ limit: 1 }).offers[0]

  const showPage = (query: OfferQuery, locale: Locale) => {
    const { offers, nextCursor, total, values } = catalogue.list(query)
    const disclaimers = filterDisclaimers(filters, values)
    return {
      offers: offers.map((offer) => record(offer, locale)),
      next_cursor: nextCursor,
      total,
      ...(disclaimers.length > 0 && {
        disclaimer: disclaimers.map((text) => text[locale]).join(' '),
      }),
    }
  }

  const listOffers = readOperation({
    name: 'listOffers',
    group,
    summary: { vi: 'Các mục và giá', en: 'Offers with prices' },
    description:
      'All offers in the order of the shop, or the best matches first when `q` is given. ' +
      'Follow `next_cursor` for more pages; each offer appears once.',
    http: { method: 'GET', path: '/api/offers' },
    input: z.strictObject({
      limit: z.int().min(1).max(100).default(20).meta({
        description: 'Number of offers per page.',
        example: 20,
      }),
      cursor: text(200)
        .optional()
        .meta({
          description:
            'The `next_cursor` of the previous page; keep the other parameters unchanged.',
          example: catalogue.list({ limit: 20 }).nextCursor,
        }),
      category: namedOption(assortment.categories)
        .optional()
        .meta({
          description:
            'Only this category: its id, or its name in either language, with or without diacritics. ' +
            `Ids: ${ids(assortment.categories)}.`,
          example: assortment.categories[0]?.name.vi,
        }),
      ...tagParameter(assortment.tags),
      q: text(100)
        .optional()
        .meta({
          description:
            'Only offers that contain these words. `mam com` finds `Mâm cơm`. A negation is read as a filter where ' +
            `there is one${'max_spice' in filters ? ': `không cay` is `max_spice=0`' : ''}.`,
          example: 'mam com',
        }),
      ...filterParameters(filters),
    }),
    output: z
      .object({
        offers: z.array(offerRecord).max(100).describe('The offers of this page.'),
        next_cursor: z
          .string()
          .max(200)
          .nullable()
          .describe('Pass it as `cursor`; null on the last page.'),
        total: z.int().min(0).describe('Number of matching offers on all pages.'),
        ...disclaimerField(filters),
      })
      .meta({ id: 'OfferPage' }),
    problems: ['invalid-parameter'],
    changesWith: 'content',
    example: showPage({ limit: 2 }, 'vi'),
    run: ({ limit, cursor, category, tag, q, ...filters }, { locale }) =>
      showPage({ limit, cursor, category, tag, q, filters }, locale),
  })

  const getOffer = readOperation({
    name: 'getOffer',
    group,
    summary: { vi: 'Một mục', en: 'One offer' },
    description: 'The offer with this id.',
    http: { method: 'GET', path: '/api/offers/{id}' },
    input: z.strictObject({
      id: text(100).meta({ description: 'Id of the offer, as listed.', example: first?.id }),
    }),
    output: offerRecord,
    problems: ['invalid-parameter', 'not-found'],
    changesWith: 'content',
    example: first ? record(first, 'vi') : {},
    run({ id }, { locale }) {
      const offer = catalogue.find(id)
      if (offer) return record(offer, locale)
      throw new Problem('not-found', {
        detail: {
          vi: 'Không có mục nào mang mã này. Xem các mã tại /api/offers.',
          en: 'No offer has this id. See the ids at /api/offers.',
        },
      })
    },
  })

  return { listOffers, getOffer }
}

/** Only in shops with tags. */
function tagParameter(tags: Assortment['tags']) {
  const tag = namedOption(tags)
    .optional()
    .meta({
      description: `Only offers with this tag: its id or its name. Ids: ${ids(tags)}.`,
      example: tags[0]?.id,
    })
  return (tags.length > 0 ? { tag } : {}) as { tag: typeof tag }
}

/** Only in shops with a filter that needs one. */
function disclaimerField(filters: OfferFilters) {
  const names = Object.entries(filters).flatMap(([name, one]) => (one.disclaimer ? [name] : []))
  return names.length === 0
    ? {}
    : {
        disclaimer: z
          .string()
          .optional()
          .describe(
            `Only with ${names.map((name) => `\`${name}\``).join(', ')}. Show it with the offers.`,
          ),
      }
}

function text(maxLength: number) {
  return z.string().trim().min(1).max(maxLength)
}

function ids(named: readonly { id: string }[]): string {
  return named.map(({ id }) => `\`${id}\``).join(', ')
}
