/** Tool that lists set meals. */
import { z } from 'zod'
import { partySizeReader } from '../../../domain/tools/arguments.ts'
import type { ToolContext } from '../../../domain/trade/tool-context.ts'
import { argumentReaders } from '../../../kernel/argument-reader.ts'
import type { Locale } from '../../../kernel/locale.ts'
import { money, toMoney } from '../../../kernel/money.ts'
import { caution, describeTool, readTool, type Tool } from '../../../kernel/tool.ts'
import { allDishes, setMealAllergens, setMealDishes, setMealPrice } from '../assortment.ts'
import type { RestaurantFiles, SetMeal } from '../files.ts'
import { sharedKitchenCaution } from './menu.ts'

export function getSetMenus(files: RestaurantFiles, { pageIndex }: ToolContext): Tool {
  const { sets, discount_percent } = files.setMeals
  const dishes = new Map(allDishes(files).map((dish) => [dish.id, dish]))

  const toSetMenuItem = (set: SetMeal, locale: Locale) => {
    const { apart, together, perHead } = setMealPrice(files, set)
    return {
      id: set.id,
      name: set.name[locale],
      guests: set.guests,
      dishes: set.dishes.map(({ dish, quantity }) => {
        const name = dishes.get(dish)?.name[locale] ?? dish
        return quantity === 1 ? name : `${quantity} × ${name}`
      }),
      price: toMoney(together, locale),
      price_per_head: toMoney(perHead, locale),
      saving: toMoney(apart - together, locale),
      allergens: setMealAllergens(files, set),
      dish_allergens: Object.fromEntries(
        setMealDishes(files, set)
          .filter(({ allergens }) => allergens.length > 0)
          .map(({ name, allergens }) => [name[locale], allergens.join(', ')]),
      ),
      url: pageIndex.addresses(`/set-meals/${set.id}`, locale).html,
    }
  }

  return readTool({
    name: 'get_set_menus',
    title: 'Set meals',
    ...describeTool(
      `Lists the ${sets.length} set meals with their dishes, price ` +
        `(${discount_percent}% below à la carte), price per head and the tracked allergens of each dish. ` +
        'With guests, also which is closest.',
      caution(sharedKitchenCaution),
    ),
    changesWith: 'content',
    input: z.strictObject({
      guests: z
        .int()
        .min(1)
        .max(100)
        .optional()
        .meta({ description: 'Number of guests who eat.' })
        .register(argumentReaders, {
          ...partySizeReader,
          aliases: ['party_size', ...partySizeReader.aliases],
        }),
    }),
    output: z.object({
      sets: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          guests: z.int(),
          dishes: z.array(z.string()),
          price: money,
          price_per_head: money,
          saving: money,
          allergens: z.array(z.string()),
          dish_allergens: z
            .record(z.string(), z.string())
            .describe('Allergens of each dish that has any, by its name.'),
          url: z.string(),
        }),
      ),
      closest_fit: z.string().optional().describe('Id of the set for the closest party size.'),
      disclaimer: z.string(),
    }),
    run({ guests }, { locale }) {
      const closest = guests === undefined ? undefined : closestTo(sets, guests)
      return {
        sets: sets.map((set) => toSetMenuItem(set, locale)),
        ...(closest && { closest_fit: closest.id }),
        disclaimer: files.kitchen.disclaimer[locale],
      }
    },
    summarize(response, locale) {
      const fit = response.sets.find(({ id }) => id === response.closest_fit)
      if (fit) {
        return {
          vi: `Gần nhất là ${fit.name}, ${fit.price.display}, ${fit.price_per_head.display} một người.`,
          en: `The closest is “${fit.name}”, ${fit.price.display}, ${fit.price_per_head.display} each.`,
        }[locale]
      }
      const all = response.sets.map(({ name, price }) => `${name} (${price.display})`)
      return { vi: `Các mâm: ${all.join(', ')}.`, en: `The sets: ${all.join(', ')}.` }[locale]
    },
  })
}

/** The set for the closest party size; of two equally close ones the larger. */
function closestTo(sets: readonly SetMeal[], guests: number): SetMeal | undefined {
  return sets.toSorted(
    (one, other) =>
      Math.abs(one.guests - guests) - Math.abs(other.guests - guests) || other.guests - one.guests,
  )[0]
}
