/** Filters of the menu: diet, spice, allergens and price. */
import { z } from 'zod'
import {
  type Filterable,
  type FilterPhrase,
  maxPriceFilter,
  type OfferFilter,
  offerFilter,
} from '../../domain/catalogue/filters.ts'
import { argumentReaders } from '../../kernel/argument-reader.ts'
import { forEachLocale, type LocalizedText } from '../../kernel/locale.ts'
import { readName, readNames, type Synonym } from '../../kernel/name-reader.ts'
import { allergenSynonyms, nutsNotTracked } from './allergen-words.ts'
import { allDishes } from './assortment.ts'
import type { Dish, RestaurantFiles } from './files.ts'

export function offerFilters(files: RestaurantFiles) {
  const { kitchen } = files
  const dietIds = kitchen.diets.map(({ id }) => id)
  const dishesOf = dishesByOffer(files)

  /** A set meal matches if all its dishes do; a table is no food and never does. */
  const allDishesMatch = ({ id }: Filterable, matches: (dish: Dish) => boolean) =>
    dishesOf.get(id)?.every(matches) ?? false

  return {
    diet: offerFilter({
      field: z.enum(dietIds).register(argumentReaders, {
        read: readName(kitchen.diets, { synonyms: dietSynonyms(kitchen.diets) }),
      }),
      description: 'Only dishes of this diet.',
      example: dietIds[0],
      phrases: kitchen.diets.flatMap(({ id, name }) => textsOf(name, id)),
      matches: (offer, diet) => allDishesMatch(offer, (dish) => dish.diet.includes(diet)),
    }),
    max_spice: offerFilter({
      field: z.int().min(0).max(3),
      description: 'Maximum spice, 0 to 3.',
      example: 1,
      phrases: mildPhrases(kitchen.spice_levels),
      negated: ['cay', 'ớt', 'spicy', 'spice', 'hot', 'chili', 'chilli'].map((text) => ({
        text,
        value: 0,
      })),
      matches: (offer, max) => allDishesMatch(offer, ({ spice }) => spice <= max),
    }),
    exclude_allergens: excludeAllergens(files, (offer, excluded) =>
      allDishesMatch(offer, ({ allergens }) => !allergens.some((one) => excluded.includes(one))),
    ),
    max_price: maxPriceFilter('Maximum price of a dish in dong.'),
  }
}

function excludeAllergens(
  { kitchen }: RestaurantFiles,
  matches: (offer: Filterable, excluded: readonly string[]) => boolean,
): OfferFilter<ReturnType<typeof allergenIds>> {
  return offerFilter({
    field: allergenIds({ kitchen }),
    description: 'Omit dishes with these tracked groups.',
    example: kitchen.allergens.slice(0, 2).map(({ id }) => id),
    matches,
    negated: kitchen.allergens.flatMap(({ id, name, covers }) => [
      ...textsOf(name, [id]),
      ...namesIn(covers).map((text) => ({ text, value: [id] })),
    ]),
    disclaimer: kitchen.disclaimer,
  })
}

function textsOf({ vi, en }: LocalizedText, value: unknown): FilterPhrase[] {
  return [vi, en].map((text) => ({ text, value }))
}

/** The levels below "hot", by their names and by what guests usually say. */
function mildPhrases(levels: readonly LocalizedText[]): FilterPhrase[] {
  const [none, mild] = levels
  return [
    ...(none ? textsOf(none, 0) : []),
    ...(mild ? textsOf(mild, 1) : []),
    ...['không quá cay', 'không cay lắm', 'ít cay', 'not too spicy', 'not very spicy'].map(
      (text) => ({ text, value: 1 }),
    ),
    ...['non spicy', 'no heat'].map((text) => ({ text, value: 0 })),
  ]
}

/** "Tôm, tép, cua bể và mắm tôm" → each of them. Longer texts are explanations, not names. */
function namesIn({ vi, en }: LocalizedText): string[] {
  return [vi, en]
    .flatMap((text) => text.split(/[,;()]|\bvà\b|\band\b/u))
    .map((text) => text.trim())
    .filter((text) => text !== '' && text.split(' ').length <= 2)
}

function allergenIds({ kitchen }: Pick<RestaurantFiles, 'kitchen'>) {
  const { allergens } = kitchen
  return z
    .array(z.enum(allergens.map(({ id }) => id)))
    .max(9)
    .register(argumentReaders, {
      aliases: ['allergens', 'allergies', 'without'],
      read: readNames(allergens, { synonyms: allergenSynonyms(nutsNotTracked(allergens)) }),
    })
}

/** The dishes of which an offer consists. */
function dishesByOffer(files: RestaurantFiles): ReadonlyMap<string, readonly Dish[]> {
  const dishes = allDishes(files)
  return new Map([
    ...dishes.map((dish): [string, Dish[]] => [dish.id, [dish]]),
    ...files.setMeals.sets.map((set): [string, Dish[]] => {
      const ids = set.dishes.map(({ dish }) => dish)
      return [set.id, dishes.filter(({ id }) => ids.includes(id))]
    }),
  ])
}

/** No diet of a kitchen is halal; what comes nearest is offered with what it means. */
function dietSynonyms(diets: RestaurantFiles['kitchen']['diets']): Synonym[] {
  const noPork = diets.find(({ id }) => id === 'no_pork')
  return [
    {
      words: ['halal', 'muslim', 'hồi giáo'],
      error: {
        who: 'guest',
        code: 'not_one_of',
        message: forEachLocale((locale) => {
          const nearest = noPork && `${noPork.name[locale]}: ${noPork.meaning[locale]}.`
          return {
            vi: `Không món nào được khai là halal.${nearest ? ` ${nearest} Như vậy chưa phải halal; có được không?` : ''}`,
            en: `No dish is declared halal.${nearest ? ` ${nearest} That is not halal; is it acceptable?` : ''}`,
          }[locale]
        }),
        ...(noPork && { choices: [noPork.id] }),
      },
    },
    { words: ['veg', 'veggie', 'chay', 'ăn chay', 'meatless'], ids: ['vegetarian'] },
    { words: ['plant based', 'chay trường', 'ăn chay trường'], ids: ['vegan'] },
    { words: ['pork free', 'without pork', 'không lợn', 'không heo'], ids: ['no_pork'] },
  ]
}
