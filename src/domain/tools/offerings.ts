/** Tool that lists all offers with prices. */

import { z } from 'zod'
import { pricesInVnd } from '../../content/shop.ts'
import { joinParts } from '../../kernel/format-date.ts'
import { nameWithPrice } from '../../kernel/money.ts'
import { readTool, type Tool } from '../../kernel/tool.ts'
import { namedOption } from '../catalogue/named-option.ts'
import { type Named, offerKinds } from '../catalogue/offer.ts'
import type { ToolContext } from '../trade/tool-context.ts'
import { cursorArgument, describeField, limitArgument, queryArgument } from './arguments.ts'
import { describeFound, foundFields, joinSentences, toFoundFields } from './found.ts'
import { availabilityField, toAvailabilityField } from './sold-out.ts'

export function listOfferings({ assortment, catalogue, pageIndex, business }: ToolContext): Tool {
  const { categories, tags } = assortment
  return readTool({
    name: 'list_offerings',
    title: 'Offers with prices',
    description:
      `Finds offers of any kind by category${tags.length > 0 ? ', tag' : ''} or words: only this returns the kind and ` +
      `link of each, with its price ${pricesInVnd(business)}.`,
    changesWith: 'content',
    input: z.strictObject({
      category: describeField(
        categoryArgument(categories),
        `A category’s id or name: ${categories.map(({ id }) => id).join(', ')}.`,
      ),
      ...tagArgument('A tag', tags, { maxNamed: maxNamedTags }),
      query: queryArgument.optional().meta({ description: 'Words to search for.' }),
      limit: limitArgument(8, 20),
      cursor: cursorArgument,
    }),
    output: z.object({
      offers: z.array(
        z.object({
          id: z.string(),
          kind: z.enum(offerKinds),
          name: z.string(),
          category: z.string(),
          price_vnd: z.int(),
          duration_minutes: z.int().optional(),
          price_note: z.string().optional(),
          ...availabilityField,
          url: z.string(),
        }),
      ),
      next_cursor: z.string().nullable(),
      total: z.int(),
      ...foundFields,
    }),
    run({ category, tag, query, limit, cursor }, { locale }) {
      const page = catalogue.list({ category, tag, q: query, byName: true, limit, cursor })
      return {
        offers: page.offers.map((offer) => ({
          id: offer.id,
          kind: offer.kind,
          name: offer.name[locale],
          category: offer.category,
          price_vnd: offer.price,
          ...(offer.minutes !== undefined && { duration_minutes: offer.minutes }),
          ...(offer.priceNote && { price_note: offer.priceNote[locale] }),
          ...toAvailabilityField(offer, locale),
          url: pageIndex.addresses(offer.path, locale).html,
        })),
        next_cursor: page.nextCursor,
        total: page.total,
        ...toFoundFields(page, query, locale),
      }
    },
    summarize({ offers, total, nearest, note }, locale) {
      const some = offers
        .slice(0, 3)
        .map(({ name, price_vnd, availability }) =>
          joinParts([nameWithPrice(name, price_vnd, locale), availability]),
        )
      const nouns = { vi: 'mục', en: { one: 'offer', other: 'offers' } }
      return joinSentences(describeFound({ total, nouns, some, nearest }, locale), note)
    },
  })
}

/** The others are in the errors, and in the tool that lists what the shop does. */
const maxNamedTags = 4

/** Only in shops with tags. `listedIn` is the tool whose definition has all ids. */
export function tagArgument(
  what: string,
  tags: readonly Named[],
  { maxNamed = tags.length, listedIn }: { maxNamed?: number; listedIn?: string | undefined } = {},
) {
  const ids = tags.slice(0, maxNamed).map(({ id }) => id)
  const such = maxNamed < tags.length ? ', such as' : ':'
  const list = listedIn === undefined ? `${such} ${ids.join(', ')}` : `. The ids are in ${listedIn}`
  const tag = describeField(namedOption(tags).optional(), `${what}’s id or name${list}.`, {
    maxLength: 100,
  })
  return (tags.length > 0 ? { tag } : {}) as { tag: typeof tag }
}

export function categoryArgument(
  categories: readonly { id: string; name: { vi: string; en: string } }[],
) {
  return describeField(
    namedOption(categories).optional(),
    `A category’s id or name: ${categories.map(({ id, name }) => `${id} (${name.vi})`).join(', ')}.`,
    { maxLength: 100 },
  )
}
