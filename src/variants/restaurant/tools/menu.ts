/** Tools that list dishes and return one dish. No text may call a dish safe for an allergy. */

import { z } from 'zod'
import { pricesInVnd } from '../../../content/shop.ts'
import { filterArguments } from '../../../domain/catalogue/filters.ts'
import type { Offer } from '../../../domain/catalogue/offer.ts'
import { paginate } from '../../../domain/catalogue/paginate.ts'
import { cursorArgument, limitArgument, queryArgument } from '../../../domain/tools/arguments.ts'
import {
  cheapestNote,
  describeFound,
  foundFields,
  joinSentences,
  toFoundFields,
} from '../../../domain/tools/found.ts'
import { categoryArgument } from '../../../domain/tools/offerings.ts'
import {
  availabilityField,
  toAvailabilityCell,
  toAvailabilityField,
} from '../../../domain/tools/sold-out.ts'
import { statedField } from '../../../domain/tools/stated-field.ts'
import { listOrTable, priceRange, tableField } from '../../../domain/tools/table.ts'
import type { ToolContext } from '../../../domain/trade/tool-context.ts'
import { type ArgumentReading, argumentReaders } from '../../../kernel/argument-reader.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import { money, nameWithPrice, toMoney } from '../../../kernel/money.ts'
import { readName } from '../../../kernel/name-reader.ts'
import { Problem } from '../../../kernel/problem.ts'
import { caution, describeTool, readTool, type Tool } from '../../../kernel/tool.ts'
import { allDishes, dishesById } from '../assortment.ts'
import type { Dish, RestaurantFiles } from '../files.ts'
import { offerFilters } from '../filters.ts'

/** Not stated is not the same as none. */
const allergenList = z.array(z.string()).nullable().describe('null: not stated; ask staff.')

function dishFields(files: RestaurantFiles) {
  const dishes = allDishes(files)
  const isSpiceStated = dishes.every(({ spice }) => spice !== undefined)
  return {
    spice: statedField(isSpiceStated, z.int()),
    spice_label: statedField(isSpiceStated, z.string()),
    description: statedField(
      dishes.every(({ description }) => description !== undefined),
      z.string(),
    ),
    story: statedField(
      dishes.every(({ story }) => story !== undefined),
      z.string(),
    ),
  }
}

export function getMenu(files: RestaurantFiles, { catalogue, business }: ToolContext): Tool {
  const { menus, kitchen } = files
  const filters = offerFilters(files)
  const categories = menus.map(({ category }) => category)
  const dishes = dishesById(files)

  return readTool({
    name: 'get_menu',
    title: 'Menu',
    ...describeTool(
      `Lists ${allDishes(files).length} dishes with price ${pricesInVnd(business)}, spice 0 to ` +
        `3, diet and allergens (${kitchen.allergens.length} tracked groups only). Filters narrow the list.`,
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
      dishes: z
        .array(
          z.object({
            id: z.string(),
            name: z.string(),
            category: z.string(),
            price_vnd: z.int(),
            spice: dishFields(files).spice,
            diet: z.array(z.string()),
            allergens: allergenList,
            ...availabilityField,
          }),
        )
        .optional(),
      table: tableField(),
      next_cursor: z.string().nullable(),
      total: z.int(),
      ...foundFields,
      disclaimer: z.string(),
    }),
    run({ limit, cursor, ...input }, { locale }) {
      const { category, query, ...filterValues } = input
      const selected = {
        ...{ category, q: query, byName: true, filters: filterValues },
        among: ({ id }: Offer) => dishes.has(id),
      }
      const selection = catalogue.select(selected)
      const cheapest = cheapestNote(catalogue, selected, locale)
      const matching = selection.offers.flatMap(({ id, category }) => {
        const dish = dishes.get(id)
        return dish ? { ...dish, category } : []
      })
      const { items, nextCursor } = paginate(matching, JSON.stringify(input), { limit, cursor })
      return {
        ...listOrTable(
          'dishes',
          items,
          (dish) => ({
            ...dishFacts(dish, locale),
            category: dish.category,
            ...toAvailabilityField(catalogue.find(dish.id), locale),
          }),
          (dish) => ({
            ...dishFacts(dish, locale),
            spice: dish.spice ?? '',
            allergens: dish.allergens ?? 'not stated',
            ...toAvailabilityCell(catalogue.find(dish.id), selection.offers, locale),
          }),
        ),
        next_cursor: nextCursor,
        total: matching.length,
        ...toFoundFields(selection, query, locale),
        ...(cheapest && { note: cheapest }),
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

export function getDish(files: RestaurantFiles, { catalogue, pageIndex }: ToolContext): Tool {
  const { kitchen } = files
  const dishes = dishesById(files)
  const fields = dishFields(files)
  return readTool({
    name: 'get_dish',
    title: 'One dish',
    ...describeTool(
      'Returns one dish by its id from get_menu: price, spice, diet, tracked allergens, its story; ' +
        'for a signature dish also the six stages of its journey and the dishes that complete the meal.',
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
          read: readDishOrSet(files),
        }),
      journey: z
        .boolean()
        .default(false)
        .meta({ description: 'Whether to tell each stage of the journey of a signature dish.' }),
    }),
    output: z.object({
      dish: z.object({
        id: z.string(),
        name: z.string(),
        description: fields.description,
        story: fields.story,
        price: money,
        spice: fields.spice,
        spice_label: fields.spice_label,
        diet: z.array(z.string()),
        allergens: allergenList,
        ...availabilityField,
        url: z.string(),
      }),
      journey: z
        .array(z.object({ name: z.string(), text: z.string().optional() }))
        .optional()
        .describe('The stages; their texts with the argument journey.'),
      completes_with: z
        .array(z.object({ id: z.string(), name: z.string(), price_vnd: z.int() }))
        .optional(),
      disclaimer: z.string(),
    }),
    run({ dish_id, journey: withTexts }, { locale }) {
      const dish = dishes.get(dish_id)
      if (!dish) throw dishNotFound()
      const { signature } = dish
      return {
        dish: {
          id: dish.id,
          name: dish.name[locale],
          ...(dish.description && { description: dish.description[locale] }),
          ...(dish.story && { story: dish.story[locale] }),
          price: toMoney(dish.price, locale),
          ...(dish.spice !== undefined && {
            spice: dish.spice,
            spice_label: kitchen.spice_levels[dish.spice]?.[locale] ?? '',
          }),
          diet: [...dish.diet],
          allergens: dish.allergens ? [...dish.allergens] : null,
          ...toAvailabilityField(catalogue.find(dish.id), locale),
          url: pageIndex.addresses(`/menu/${dish.id}`, locale).html,
        },
        ...(signature && {
          journey: signature.journey.map(({ name, text }) => ({
            name: name[locale],
            ...(withTexts && { text: text[locale] }),
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
      joinSentences(
        [`${dish.name}:`, dish.description, `${dish.price.display}.`].filter(Boolean).join(' '),
        dish.availability !== undefined && `${dish.availability}.`,
        dish.allergens === null && notStated[locale],
        sharedKitchen[locale],
      ),
  })
}

/** A set meal is no dish, but has a tool of its own. */
function readDishOrSet(files: RestaurantFiles) {
  const readDish = readName(allDishes(files), { unknownHint: whereDishesAre })
  const readSet = readName(files.setMeals.sets)
  return (value: unknown): ArgumentReading => {
    const reading = readDish(value)
    if (!('error' in reading) || reading.error.who === 'guest') return reading
    const set = readSet(value)
    if ('error' in set || set.value === undefined) return reading
    return { error: { ...reading.error, message: isSetMeal(String(set.value)) } }
  }
}

const whereDishesAre: LocalizedText = {
  vi: 'get_menu có các mã.',
  en: 'get_menu has the ids.',
}

function isSetMeal(id: string): LocalizedText {
  return {
    vi: `Đây là một mâm, không phải một món: get_set_menus với set_id ${id}.`,
    en: `This is a set meal, not a dish: get_set_menus with set_id ${id}.`,
  }
}

export const sharedKitchenCaution =
  'The kitchen is shared: no dish is guaranteed to be safe for an allergy.'

export const sharedKitchen: LocalizedText = {
  vi: 'Bếp dùng chung, nên không món nào chắc chắn an toàn cho người dị ứng.',
  en: 'The kitchen is shared, so no dish is guaranteed to be safe for an allergy.',
}

const notStated: LocalizedText = {
  vi: 'Quán chưa ghi chất gây dị ứng của món này, xin hỏi nhân viên.',
  en: 'The allergens of this dish are not stated; please ask the restaurant.',
}

function dishFacts({ id, name, price, spice, diet, allergens }: Dish, locale: Locale) {
  return {
    id,
    name: name[locale],
    price_vnd: price,
    ...(spice !== undefined && { spice }),
    diet: [...diet],
    allergens: allergens ? [...allergens] : null,
  }
}

function dishNotFound(): Problem {
  return new Problem('not-found', {
    who: 'model',
    detail: {
      vi: 'Không có món nào mang mã này; get_menu có các mã.',
      en: 'No dish has this id; get_menu has the ids.',
    },
  })
}
