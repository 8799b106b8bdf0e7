/** Tools that list dishes and return one dish. No text may call a dish safe for an allergy. */

import { z } from 'zod'
import { createMatcher, filterArguments } from '../../../domain/catalogue/filters.ts'
import { paginate } from '../../../domain/catalogue/paginate.ts'
import { cursorArgument, limitArgument, queryArgument } from '../../../domain/tools/arguments.ts'
import { categoryArgument } from '../../../domain/tools/offerings.ts'
import type { ToolContext } from '../../../domain/trade/tool-context.ts'
import { argumentReaders } from '../../../kernel/argument-reader.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import { formatMoney, money, toMoney } from '../../../kernel/money.ts'
import { readName } from '../../../kernel/name-reader.ts'
import { plural } from '../../../kernel/plural.ts'
import { Problem } from '../../../kernel/problem.ts'
import { describeTool, forbid, readTool, type Tool } from '../../../kernel/tool.ts'
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

export function getMenu(files: RestaurantFiles, { search }: ToolContext): Tool {
  const { menus, kitchen } = files
  const filters = offerFilters(files)
  const categories = menus.map(({ category }) => category)
  const categoryOf = new Map(
    menus.flatMap(({ category, dishes }) => dishes.map(({ id }) => [id, category.id])),
  )

  return readTool({
    name: 'get_menu',
    title: 'Menu',
    ...describeTool(
      `Use for what there is to eat: ${allDishes(files).length} dishes with price in VND (VAT included), spice 0 to ` +
        '3, diet and allergens (nine tracked groups only). Filters narrow the list.',
      forbid(
        'Never say that a dish is safe for an allergy: the kitchen is shared; pass on the disclaimer and let staff ' +
          'answer.',
      ),
    ),
    changesWith: 'content',
    input: z.strictObject({
      category: categoryArgument(categories),
      ...filterArguments(filters),
      query: queryArgument.optional().meta({ description: 'Words to search for.' }),
      limit: limitArgument(20, 25),
      cursor: cursorArgument,
    }),
    output: z.object({
      dishes: z.array(briefDish),
      next_cursor: z.string().nullable(),
      total: z.int(),
      disclaimer: z.string(),
    }),
    run(input, { locale }) {
      const matches = createMatcher(filters, input)
      const matchingIds =
        input.query && new Set(search.find(input.query, 'offer').map(({ entry }) => entry.id))
      const matching = allDishes(files).filter(
        (dish) =>
          (!matchingIds || matchingIds.has(dish.id)) &&
          (input.category === undefined || categoryOf.get(dish.id) === input.category) &&
          matches(dish),
      )
      const { limit, cursor, ...query } = input
      const { items, nextCursor } = paginate(matching, JSON.stringify(query), { limit, cursor })
      return {
        dishes: items.map((dish) => ({
          ...dishFacts(dish, locale),
          category: categoryOf.get(dish.id) ?? '',
        })),
        next_cursor: nextCursor,
        total: matching.length,
        disclaimer: kitchen.disclaimer[locale],
      }
    },
    summarize({ dishes, total }, locale) {
      const some = dishes
        .slice(0, 4)
        .map(({ name, price_vnd }) => `${name} (${formatMoney(price_vnd, locale)})`)
        .join(', ')
      const summary = {
        vi: total === 0 ? 'Không có món nào như vậy.' : `${total} món, như ${some}.`,
        en:
          total === 0
            ? 'No dish matches.'
            : `${total} ${plural(total, { one: 'dish', other: 'dishes' })}, such as ${some}.`,
      }[locale]
      return `${summary} ${sharedKitchen[locale]}`
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
      'Use for questions about one dish, by its id from get_menu: price, spice, diet, tracked allergens, its story; ' +
        'for a signature dish also its journey in six stages and the dishes that complete the meal.',
      forbid('Never say it is safe for an allergy: the kitchen is shared.'),
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
