/** Tool that lists services with minutes and prices, and what else the trade sells. */
import { z } from 'zod'
import { pricesInVnd } from '../../content/shop.ts'
import { vatPercentOn } from '../../content/vat.ts'
import { filterArguments } from '../../domain/catalogue/filters.ts'
import type { Offer } from '../../domain/catalogue/offer.ts'
import { paginate } from '../../domain/catalogue/paginate.ts'
import {
  cursorArgument,
  describeField,
  limitArgument,
  queryArgument,
} from '../../domain/tools/arguments.ts'
import {
  cheapestNote,
  describeFound,
  foundFields,
  joinSentences,
  toFoundFields,
} from '../../domain/tools/found.ts'
import { categoryArgument, tagArgument } from '../../domain/tools/offerings.ts'
import {
  availabilityField,
  toAvailabilityCell,
  toAvailabilityField,
} from '../../domain/tools/sold-out.ts'
import { listOrTable, maxLongItems, priceRange, tableField } from '../../domain/tools/table.ts'
import type { ToolContext } from '../../domain/trade/tool-context.ts'
import type { Locale } from '../../kernel/locale.ts'
import { nameWithPrice } from '../../kernel/money.ts'
import { dateAt } from '../../kernel/time.ts'
import { describeTool, readTool, type Tool } from '../../kernel/tool.ts'
import type { AppointmentTrade } from './declaration.ts'
import { offerFilters } from './filters.ts'
import { canDo, servicesById } from './services.ts'
import type { AppointmentValues, Service } from './values.ts'
import { capitalize, namesOf, withArticle } from './words.ts'

export function listServicesTool(
  trade: AppointmentTrade,
  values: AppointmentValues,
  context: ToolContext,
): Tool {
  const { assortment, catalogue, pageIndex } = context
  const { words, toolTexts } = trade
  const { attention } = trade
  const names = namesOf(words)
  const services = servicesById(values)
  const isMarked = [...services.values()].some(({ listed }) => attention.mark?.of(listed))
  const mark = isMarked ? attention.mark : undefined
  const asksHealth = values.health.boxes.length > 0
  const filters = offerFilters(trade, values)
  const hasOthers = trade.otherOffers !== undefined
  const healthFields: z.ZodRawShape = asksHealth
    ? {
        ask_first: z
          .array(z.string())
          .describe('Health conditions that the shop asks about before a booking.'),
        not_with: z
          .array(z.string())
          .optional()
          .describe('Health conditions with which it is not offered.'),
      }
    : {}
  const serviceFields = z.object({
    duration_minutes: z.int(),
    [names.people]: z.array(z.string()),
    ...(values.tags.length > 0 && { [names.tags]: z.array(z.string()) }),
    includes: z.array(z.string()),
    ...(mark && { [mark.name]: z.boolean() }),
    ...healthFields,
  })
  /** Other offers have no minutes and no people. */
  const { shape: itemFields }: { shape: z.ZodRawShape } = hasOthers
    ? serviceFields.partial()
    : serviceFields

  const describeService = (service: Service, locale: Locale) => ({
    duration_minutes: service.minutes,
    [names.people]: values.people.filter((one) => canDo(one, service)).map(({ id }) => id),
    ...(values.tags.length > 0 && { [names.tags]: [...service.listed.tags] }),
    includes: service.listed.includes.map((one) => one[locale]),
    ...(mark && { [mark.name]: mark.of(service.listed) }),
    ...(asksHealth && { ask_first: [...service.listed.ask_first] }),
    ...(service.listed.not_with.length > 0 && { not_with: [...service.listed.not_with] }),
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
      ...toAvailabilityField(offer, locale),
      url: pageIndex.addresses(offer.path, locale).html,
    }
  }

  return readTool({
    name: 'list_services',
    title: toolTexts.services.title,
    ...describeTool(...toolTexts.services.description(values, statePrices(values, context))),
    changesWith: 'content',
    input: z.strictObject({
      category: describeField(
        categoryArgument(assortment.categories),
        'A category’s id or name. The ids are in list_offerings.',
      ),
      ...tagArgument(capitalize(withArticle(words.tag.en)), values.tags, {
        listedIn: toolTexts.tagsListedIn,
      }),
      ...filterArguments(filters),
      query: queryArgument.optional().meta({ description: 'Words to search for.' }),
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
            ...availabilityField,
            url: z.string(),
          }),
        )
        .optional(),
      table: tableField(maxLongItems),
      next_cursor: z.string().nullable(),
      total: z.int(),
      ...foundFields,
    }),
    run({ limit, cursor, ...input }, { locale }) {
      const { category, tag, query, ...filterValues } = input
      const selected = {
        ...{ category, tag, q: query, byName: true, filters: filterValues },
        // Without a category, gift cards and the like are not listed.
        ...(category === undefined && { among: (offer: Offer) => services.has(offer.id) }),
      }
      const selection = catalogue.select(selected)
      const cheapest = cheapestNote(catalogue, selected, locale)
      const matching = selection.offers
      const { items, nextCursor } = paginate(matching, JSON.stringify(input), { limit, cursor })
      return {
        ...listOrTable(
          'services',
          items,
          (offer) => toItem(offer, locale),
          (offer) => ({
            id: offer.id,
            name: offer.name[locale],
            price_vnd: offer.price,
            duration_minutes: offer.minutes ?? '',
            ...(asksHealth && { ask_first: services.get(offer.id)?.listed.ask_first ?? [] }),
            ...toAvailabilityCell(offer, matching, locale),
          }),
          maxLongItems,
        ),
        next_cursor: nextCursor,
        total: matching.length,
        ...toFoundFields(selection, query, locale),
        ...(cheapest && { note: cheapest }),
      }
    },
    summarize({ services: listed = [], table, total, nearest, note }, locale) {
      const some = listed.map(({ name, price_vnd }) => nameWithPrice(name, price_vnd, locale))
      const ids = table ? table.rows.map(([id]) => String(id)) : listed.map(({ id }) => id)
      const isOther = ids.length > 0 && !ids.some((id) => services.has(id))
      const nouns = {
        vi: hasOthers ? 'mục' : words.service.vi,
        en: isOther ? { one: 'offer', other: 'offers' } : { one: 'service', other: 'services' },
      }
      const prices = priceRange(table, locale)
      return joinSentences(describeFound({ total, nouns, some, nearest, prices }, locale), note)
    },
  })
}

/** The rate is named only if it is in force and all services have it. */
function statePrices({ services }: AppointmentValues, { business, now }: ToolContext): string {
  const isUsual = services.every((group) => group.services.every(({ vat }) => vat === undefined))
  const percent = isUsual ? vatPercentOn(business, dateAt(now())) : undefined
  return pricesInVnd(business, percent, 'no tip')
}
