/** Tools that list dishes and return one dish. No text may call a dish safe for an allergy. */

import { z } from 'zod'
import { filterArguments } from '../../../domain/catalogue/filters.ts'
import { paginate } from '../../../domain/catalogue/paginate.ts'
import { cursorArgument, limitArgument, queryArgument } from '../../../domain/tools/arguments.ts'
import {
  describeFound,
  foundFields,
  joinSentences,
  toFoundFields,
} from '../../../domain/tools/found.ts'
import { categoryArgument } from '../../../domain/tools/offerings.ts'
import { listOrTable, priceRange, tableField } from '../../../domain/tools/table.ts'
import type { ToolContext } from '../../../domain/trade/tool-context.ts'
import { argumentReaders } from '../../../kernel/argument-reader.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import { money, nameWithPrice, toMoney } from '../../../kernel/money.ts'
import { readName } from '../../../kernel/name-reader.ts'
import { Problem } from '../../../kernel/problem.ts'
import { caution, describeTool, readTool, type Tool } from '../../../kernel/tool.ts'
import { allDishes } from '../assortment.ts'
import type { Dish, RestaurantFiles } from '../files.ts'
import { offerFilters } from '../filters.ts'

const briefDish = z.object({
  id: z.string(),
  name: z.string(),
  category: z.string(),
  price_vnd: z.int(),
  spice: z.int(),
  diet: z.array(z.string()),
  allergens: z.array(z.string()),
})

export function getMenu(files: RestaurantFiles, { catalogue }: ToolContext): Tool {
  const { menus, kitchen } = files
  const filters = offerFilters(files)
  const categories = menus.map(({ category }) => category)
  const dishes = new Map(
    menus.flatMap(({ category, dishes: group }) =>
      group.map((dish) => [dish.id, { ...dish, category: category.id }]),
    ),
  )

  return readTool({
    name: 'get_menu',
    title: 'Menu',
    ...describeTool(
      `Lists ${allDishes(files).length} dishes with price in VND (VAT included), spice 0 to ` +
        '3, diet and allergens (nine tracked groups only). Filters narrow the list.',
      caution(sharedKitchenCaution),
    ),
    changesWith: 'content',
    input: z.strictObject({
      category: categoryArgument(categories),
      ...filterArguments(filters),
      query: queryArgument.optional().meta({ description: 'Words to search for.' }),
      limit: limitArgument(100, 100),
      cursor: cursorArgument,
    }),
    output: z.object({
      dishes: z.array(briefDish).optional(),
      table: tableField,
      next_cursor: z.string().nullable(),
      total: z.int(),
      ...foundFields,
      disclaimer: z.string(),
    }),
    run({ limit, cursor, ...input }, { locale }) {
      const { category, query, ...filterValues } = input
      const selection = catalogue.select({
        category,
        q: query,
        byName: true,
        filters: filterValues,
      })
      const matching = selection.offers.flatMap(({ id }) => dishes.get(id) ?? [])
      const { items, nextCursor } = paginate(matching, JSON.stringify(input), { limit, cursor })
      return {
        ...listOrTable(
          'dishes',
          items,
          (dish) => ({ ...dishFacts(dish, locale), category: dish.category }),
          (dish) => dishFacts(dish, locale),
        ),
        next_cursor: nextCursor,
        total: matching.length,
        ...toFoundFields(selection, query, locale),
        disclaimer: kitchen.disclaimer[locale],
      }
    },
    summarize({ dishes: listed = [], table, total, nearest, note }, locale) {
      const prices = priceRange(table, locale)
      const some = listed.map(({ name, price_vnd }) => nameWithPrice(name, price_vnd, locale))
      const nouns = { vi: 'món', en: { one: 'dish', other: 'dishes' } }
      return joinSentences(describeFound({ total, nouns, some, nearest, prices }, locale), note)
    },
  })
}

export function getDish(files: RestaurantFiles, { pageIndex }: ToolContext): Tool {
  const { kitchen } = files
  const dishes = new Map(allDishes(files).map((dish) => [dish.id, dish]))
  return readTool({
    name: 'get_dish',
    title: 'One dish',
    ...describeTool(
      'Returns one dish by its id from get_menu: price, spice, diet, tracked allergens, its story; ' +
        'for a signature dish also its journey in six stages and the dishes that complete the meal.',
      caution(sharedKitchenCaution),
    ),
    changesWith: 'content',
    input: z.strictObject({
      dish_id: z
        .string()
        .min(1)
        .max(100)
        .meta({ description: 'The dish’s id from get_menu.' })
        .register(argumentReaders, {
          aliases: ['dish', 'id', 'name', 'dish_name'],
          read: readName(allDishes(files)),
        }),
    }),
    output: z.object({
      dish: z.object({
        id: z.string(),
        name: z.string(),
        description: z.string(),
        story: z.string(),
        price: money,
        spice: z.int(),
        spice_label: z.string(),
        diet: z.array(z.string()),
        allergens: z.array(z.string()),
        url: z.string(),
      }),
      journey: z.array(z.object({ name: z.string(), text: z.string() })).optional(),
      completes_with: z
        .array(z.object({ id: z.string(), name: z.string(), price_vnd: z.int() }))
        .optional(),
      disclaimer: z.string(),
    }),
    run({ dish_id }, { locale }) {
      const dish = dishes.get(dish_id)
      if (!dish) throw dishNotFound()
      const { signature } = dish
      return {
        dish: {
          id: dish.id,
          name: dish.name[locale],
          description: dish.description[locale],
          story: dish.story[locale],
          price: toMoney(dish.price, locale),
          spice: dish.spice,
          spice_label: kitchen.spice_levels[dish.spice]?.[locale] ?? '',
          diet: [...dish.diet],
          allergens: [...dish.allergens],
          url: pageIndex.addresses(`/menu/${dish.id}`, locale).html,
        },
        ...(signature && {
          journey: signature.journey.map(({ name, text }) => ({
            name: name[locale],
            text: text[locale],
          })),
          completes_with: signature.completes_with.flatMap((id) => {
            const other = dishes.get(id)
            return other ? [{ id, name: other.name[locale], price_vnd: other.price }] : []
          }),
        }),
        disclaimer: kitchen.disclaimer[locale],
      }
    },
    summarize: ({ dish }, locale) =>
      `${dish.name}: ${dish.description} ${dish.price.display}. ${sharedKitchen[locale]}`,
  })
}

export const sharedKitchenCaution =
  'The kitchen is shared: no dish is guaranteed to be safe for an allergy.'

const sharedKitchen: LocalizedText = {
  vi: 'Bếp dùng chung, nên không món nào chắc chắn an toàn khi dị ứng.',
  en: 'The kitchen is shared, so no dish is guaranteed to be safe for an allergy.',
}

function dishFacts({ id, name, price, spice, diet, allergens }: Dish, locale: Locale) {
  return {
    id,
    name: name[locale],
    price_vnd: price,
    spice,
    diet: [...diet],
    allergens: [...allergens],
  }
}

function dishNotFound(): Problem {
  return new Problem('not-found', {
    who: 'model',
    detail: {
      vi: 'Không có món nào mang mã này. Dùng get_menu để xem các mã.',
      en: 'No dish has this id. Use get_menu to see the ids.',
    },
  })
}
