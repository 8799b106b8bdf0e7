/** Tool that lists services with minutes and prices, and what else the trade sells. */
import { z } from 'zod'
import { createMatcher, filterArguments } from '../../domain/catalogue/filters.ts'
import { namedOption } from '../../domain/catalogue/named-option.ts'
import type { Offer } from '../../domain/catalogue/offer.ts'
import { paginate } from '../../domain/catalogue/paginate.ts'
import { cursorArgument, describeField, limitArgument } from '../../domain/tools/arguments.ts'
import { describeFound } from '../../domain/tools/found.ts'
import { categoryArgument } from '../../domain/tools/offerings.ts'
import { listOrTable, priceRange, tableField } from '../../domain/tools/table.ts'
import type { ToolContext } from '../../domain/trade/tool-context.ts'
import type { Locale } from '../../kernel/locale.ts'
import { nameWithPrice } from '../../kernel/money.ts'
import { describeTool, readTool, type Tool } from '../../kernel/tool.ts'
import type { AppointmentTrade } from './declaration.ts'
import { offerFilters } from './filters.ts'
import { canDo, servicesById } from './services.ts'
import type { AppointmentValues, Service } from './values.ts'
import { capitalize, namesOf, withArticle } from './words.ts'

export function listServicesTool(
  trade: AppointmentTrade,
  values: AppointmentValues,
  { assortment, pageIndex }: ToolContext,
): Tool {
  const { words, toolTexts } = trade
  const { mark } = trade.attention
  const names = namesOf(words)
  const services = servicesById(values)
  const filters = offerFilters(trade, values)
  const hasOthers = trade.otherOffers !== undefined
  const serviceFields = z.object({
    duration_minutes: z.int(),
    [names.people]: z.array(z.string()),
    [names.tags]: z.array(z.string()),
    includes: z.array(z.string()),
    ...(mark && { [mark.name]: z.boolean() }),
  })
  /** Other offers have no minutes and no people. */
  const { shape: itemFields }: { shape: z.ZodRawShape } = hasOthers
    ? serviceFields.partial()
    : serviceFields

  const describeService = (service: Service, locale: Locale) => ({
    duration_minutes: service.minutes,
    [names.people]: values.people.filter((one) => canDo(one, service)).map(({ id }) => id),
    [names.tags]: [...service.listed.tags],
    includes: service.listed.includes.map((one) => one[locale]),
    ...(mark && { [mark.name]: mark.of(service.listed) }),
  })
  const toItem = (offer: Offer, locale: Locale) => {
    const service = services.get(offer.id)
    return {
      id: offer.id,
      name: offer.name[locale],
      category: offer.category,
      ...(words.variant && service?.variant && { [words.variant.noun]: service.variant.id }),
      price_vnd: offer.price,
      ...(hasOthers && offer.priceNote && { price_note: offer.priceNote[locale] }),
      ...(service && describeService(service, locale)),
      url: pageIndex.addresses(offer.path, locale).html,
    }
  }

  return readTool({
    name: 'list_services',
    title: toolTexts.services.title,
    ...describeTool(...toolTexts.services.description(values)),
    changesWith: 'content',
    input: z.strictObject({
      category: categoryArgument(assortment.categories),
      tag: describeField(
        namedOption(values.tags).optional(),
        `${capitalize(withArticle(words.tag.en))}’s id or name: ${values.tags.map(({ id }) => id).join(', ')}.`,
        { maxLength: 100 },
      ),
      ...filterArguments(filters),
      limit: limitArgument(100, 100),
      cursor: cursorArgument,
    }),
    output: z.object({
      services: z
        .array(
          z.object({
            id: z.string(),
            name: z.string(),
            category: z.string(),
            ...(words.variant && { [words.variant.noun]: z.string().optional() }),
            price_vnd: z.int(),
            ...(hasOthers && { price_note: z.string().optional() }),
            ...itemFields,
            url: z.string(),
          }),
        )
        .optional(),
      table: tableField,
      next_cursor: z.string().nullable(),
      total: z.int(),
    }),
    run({ limit, cursor, ...query }, { locale }) {
      const { category, tag } = query
      const matches = createMatcher(filters, query)
      const matching = assortment.offers.filter(
        (offer) =>
          (category === undefined ? services.has(offer.id) : offer.category === category) &&
          (tag === undefined || offer.tags.includes(tag)) &&
          matches(offer),
      )
      const { items, nextCursor } = paginate(matching, JSON.stringify(query), { limit, cursor })
      return {
        ...listOrTable(
          'services',
          items,
          (offer) => toItem(offer, locale),
          ({ id, name, price, minutes }) => ({
            id,
            name: name[locale],
            price_vnd: price,
            duration_minutes: minutes ?? '',
          }),
        ),
        next_cursor: nextCursor,
        total: matching.length,
      }
    },
    summarize({ services: listed = [], table, total }, locale) {
      const some = listed.map(({ name, price_vnd }) => nameWithPrice(name, price_vnd, locale))
      const nouns = {
        vi: hasOthers ? 'mục' : words.service.vi,
        en: { one: 'service', other: 'services' },
      }
      return describeFound({ total, nouns, some, prices: priceRange(table, locale) }, locale)
    },
  })
}
