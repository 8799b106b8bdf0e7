/** Tool that lists set meals, or describes one. */
import { z } from 'zod'
import { partySizeReader } from '../../../domain/tools/arguments.ts'
import { joinSentences } from '../../../domain/tools/found.ts'
import { availabilityField, toAvailabilityField } from '../../../domain/tools/sold-out.ts'
import type { ToolContext } from '../../../domain/trade/tool-context.ts'
import { argumentReaders } from '../../../kernel/argument-reader.ts'
import { joinParts } from '../../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import { formatMoney, money, toMoney } from '../../../kernel/money.ts'
import { readName } from '../../../kernel/name-reader.ts'
import { caution, describeTool, readTool, type Tool } from '../../../kernel/tool.ts'
import {
  dishesById,
  setMealAllergens,
  setMealDishes,
  setMealPrice,
  unstatedDishes,
} from '../assortment.ts'
import type { RestaurantFiles, SetMeal } from '../files.ts'
import { setSizeText } from '../set-size.ts'
import { sharedKitchen, sharedKitchenCaution } from './menu.ts'

export function getSetMenus(files: RestaurantFiles, { catalogue, pageIndex }: ToolContext): Tool {
  const { sets, discount_percent } = files.setMeals
  const dishes = dishesById(files)

  const allergensOf = (set: SetMeal) =>
    unstatedDishes(files, set).length > 0 ? null : setMealAllergens(files, set)

  const toBrief = (set: SetMeal, locale: Locale) => {
    const { together, perHead } = setMealPrice(files, set)
    return {
      id: set.id,
      name: set.name[locale],
      guests: set.guests,
      price_vnd: together,
      price_per_head_vnd: perHead,
      ...(set.description && { about: set.description[locale] }),
      allergens: allergensOf(set),
      ...toAvailabilityField(catalogue.find(set.id), locale),
    }
  }

  const toDetails = (set: SetMeal, locale: Locale) => {
    const { apart, together, perHead } = setMealPrice(files, set)
    return {
      ...toBrief(set, locale),
      dishes: set.dishes.map(({ dish, quantity }) => {
        const name = dishes.get(dish)?.name[locale] ?? dish
        return quantity === 1 ? name : `${quantity} × ${name}`
      }),
      price: toMoney(together, locale),
      price_per_head: toMoney(perHead, locale),
      saving: toMoney(apart - together, locale),
      dish_allergens: Object.fromEntries(
        setMealDishes(files, set)
          .filter(({ allergens }) => allergens?.length !== 0)
          .map(({ name, allergens }) => [name[locale], allergens?.join(', ') ?? notStated[locale]]),
      ),
      url: pageIndex.addresses(`/set-meals/${set.id}`, locale).html,
    }
  }

  return readTool({
    name: 'get_set_menus',
    title: 'Set meals',
    ...describeTool(
      `Lists the ${sets.length} set meals with price ` +
        `${discount_percent > 0 ? `(${discount_percent}% below à la carte)` : ''}, price per head and tracked allergens; ` +
        'with set_id one of them with its dishes and the allergens of each. With guests, also which is closest.',
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
      set_id: z
        .enum(sets.map(({ id }) => id))
        .optional()
        .meta({ description: 'Only this set, in detail.' })
        .register(argumentReaders, {
          aliases: ['id', 'set', 'set_menu', 'set_menu_id', 'set_meal', 'name'],
          read: readName(sets, { ignoredWords: ['set', 'meal', 'menu', 'the'] }),
        }),
    }),
    output: z.object({
      sets: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          guests: z.int(),
          price_vnd: z.int(),
          price_per_head_vnd: z.int(),
          about: z.string().optional(),
          allergens: z.array(z.string()).nullable().describe('null: not stated for every dish.'),
          ...availabilityField,
          dishes: z.array(z.string()).optional().describe('From here on only of one set.'),
          price: money.optional(),
          price_per_head: money.optional(),
          saving: money.optional(),
          dish_allergens: z
            .record(z.string(), z.string())
            .optional()
            .describe('Allergens of each dish that has any, by its name.'),
          url: z.string().optional(),
        }),
      ),
      closest_fit: z.string().optional().describe('Id of the set for the closest party size.'),
      note: z.string().optional().describe('What a party of another size orders.'),
      disclaimer: z.string().optional(),
    }),
    run({ guests, set_id }, { locale }) {
      const shown = sets.filter(({ id }) => set_id === undefined || id === set_id)
      const [only, ...others] = shown
      const closest = guests === undefined ? undefined : closestTo(shown, guests)
      const note = guests === undefined ? undefined : setSizeText(files, closest, guests)
      const isOne = only !== undefined && others.length === 0
      return {
        sets: isOne ? [toDetails(only, locale)] : shown.map((set) => toBrief(set, locale)),
        ...(closest && { closest_fit: closest.id }),
        ...(note && { note: note[locale] }),
        ...(isOne && { disclaimer: files.kitchen.disclaimer[locale] }),
      }
    },
    summarize({ sets: shown, closest_fit, note }, locale) {
      const priceOf = ({ price_vnd, availability }: (typeof shown)[number]) =>
        joinParts([formatMoney(price_vnd, locale), availability])
      const fit = shown.find(({ id }) => id === closest_fit) ?? (shown.length === 1 && shown[0])
      if (fit) {
        const perHead = formatMoney(fit.price_per_head_vnd, locale)
        const start = {
          vi: closest_fit ? `Mâm có số người gần nhất là ${fit.name}` : fit.name,
          en: closest_fit ? `The set for the closest party size is “${fit.name}”` : fit.name,
        }[locale]
        return joinSentences(
          {
            vi: `${start}: ${priceOf(fit)}, mỗi người ${perHead}.`,
            en: `${start}: ${priceOf(fit)}, ${perHead} each.`,
          }[locale],
          note,
          sharedKitchen[locale],
        )
      }
      const prices = shown.map(({ price_vnd }) => price_vnd)
      const [lowest, highest] = [Math.min(...prices), Math.max(...prices)].map((price) =>
        formatMoney(price, locale),
      )
      return joinSentences(
        {
          vi: `${shown.length} mâm, từ ${lowest} đến ${highest}; gửi set_id để xem các món của một mâm.`,
          en: `${shown.length} sets, from ${lowest} to ${highest}; set_id returns the dishes of one.`,
        }[locale],
        ...shown.map(({ name, availability }) => availability && `${name}: ${availability}.`),
        sharedKitchen[locale],
      )
    },
  })
}

const notStated: LocalizedText = { vi: 'chưa ghi', en: 'not stated' }

/** The set for the closest party size; of two equally close ones the larger. */
function closestTo(sets: readonly SetMeal[], guests: number): SetMeal | undefined {
  return sets.toSorted(
    (one, other) =>
      Math.abs(one.guests - guests) - Math.abs(other.guests - guests) || other.guests - one.guests,
  )[0]
}
