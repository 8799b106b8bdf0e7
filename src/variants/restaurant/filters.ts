/** Filters of the menu: diet, spice, allergens and price. */
import { z } from 'zod'
import {
  type Filterable,
  type FilterPhrase,
  maxPriceFilter,
  type OfferFilter,
  type OfferFilters,
  offerFilter,
} from '../../domain/catalogue/filters.ts'
import { type ArgumentReading, argumentReaders } from '../../kernel/argument-reader.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { readName, readNames } from '../../kernel/name-reader.ts'
import { filterSynonyms, unambiguousWords } from './allergen-words.ts'
import { dishesOfOffers, statedFacts } from './assortment.ts'
import { dietReader } from './diet-words.ts'
import type { Dish, RestaurantFiles } from './files.ts'
import { dietName, spiceName, withoutName } from './list-filters.ts'

export function offerFilters(files: RestaurantFiles): OfferFilters {
  const { kitchen } = files
  const dietIds = kitchen.diets.map(({ id }) => id)
  const dishesOf = dishesOfOffers(files)

  /** A set meal matches if all its dishes do; a table is no food and never does. */
  const allDishesMatch = ({ id }: Filterable, matches: (dish: Dish) => boolean) =>
    dishesOf(id)?.every(matches) ?? false

  const stated = statedFacts(files)
  const readAllergens = stated.allergens ? allergenReader(kitchen).read : undefined
  const diet = offerFilter({
    field: z.enum(dietIds).register(argumentReaders, { read: dietReader(kitchen, readAllergens) }),
    description: 'Only dishes of this diet.',
    example: dietIds[0],
    phrases: kitchen.diets.flatMap(({ id, name }) => textsOf(name, id)),
    negated: Object.entries(excludedByDiet).flatMap(([id, words]) =>
      dietIds.includes(id) ? words.map((text) => ({ text, value: id })) : [],
    ),
    listParameter: dietName,
    matches: (offer, wanted) => allDishesMatch(offer, (dish) => dish.diet.includes(wanted)),
  })
  const max_spice = offerFilter({
    field: z
      .int()
      .min(0)
      .max(3)
      .register(argumentReaders, {
        read: spiceReader(kitchen.spice_levels),
      }),
    description: 'Maximum spice, 0 to 3.',
    example: 1,
    phrases: mildPhrases(kitchen.spice_levels),
    negated: ['cay', 'ớt', 'spicy', 'spice', 'hot', 'chili', 'chilli'].map((text) => ({
      text,
      value: 0,
    })),
    listParameter: spiceName,
    matches: (offer, max) =>
      allDishesMatch(offer, ({ spice }) => spice !== undefined && spice <= max),
  })
  const exclude_allergens = excludeAllergens(files, (offer, excluded) =>
    allDishesMatch(
      offer,
      // A dish whose allergens are not stated may contain any of them.
      ({ allergens }) =>
        allergens !== undefined && !allergens.some((one) => excluded.includes(one)),
    ),
  )

  return {
    ...(stated.diets && { diet }),
    ...(stated.spice && { max_spice }),
    ...(stated.allergens && { exclude_allergens }),
    max_price: maxPriceFilter('Maximum price of a dish in dong.'),
  }
}

function excludeAllergens(
  { kitchen }: RestaurantFiles,
  matches: (offer: Filterable, excluded: readonly string[]) => boolean,
): OfferFilter<ReturnType<typeof allergenIds>> {
  const words = unambiguousWords(kitchen.allergens)
  return offerFilter({
    field: allergenIds({ kitchen }),
    description: 'Omit dishes with these tracked groups.',
    example: kitchen.allergens.slice(0, 2).map(({ id }) => id),
    matches,
    phrases: kitchen.allergens.flatMap(({ id, name }) =>
      [name.en, ...(words[id] ?? [])].flatMap((text) => [
        { text: `${text} free`, value: [id] },
        { text: `free of ${text}`, value: [id] },
      ]),
    ),
    negated: kitchen.allergens.flatMap(({ id, name, covers }) => [
      ...textsOf(name, [id]),
      ...[...namesIn(covers), ...(words[id] ?? [])].map((text) => ({ text, value: [id] })),
    ]),
    listParameter: withoutName,
    disclaimer: kitchen.disclaimer,
  })
}

/** What no dish of these diets contains, if the kitchen declares them. */
const excludedByDiet = {
  no_pork: ['pork', 'thịt lợn', 'thịt heo', 'lợn', 'heo'],
  vegetarian: ['meat'],
}

/** "mild" as a maximum is the level of that name. */
function spiceReader(levels: readonly LocalizedText[]) {
  const read = readName(levels.map((name, level) => ({ id: String(level), name })))
  return (value: unknown): ArgumentReading => {
    if (typeof value !== 'string') return { value }
    const reading = read(value)
    if ('error' in reading || reading.value === undefined) return { value }
    return { ...reading, value: Number(reading.value) }
  }
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
function namesIn(covers: LocalizedText | undefined): string[] {
  return [covers?.vi ?? '', covers?.en ?? '']
    .flatMap((text) => text.split(/[,;()]|\bvà\b|\band\b/u))
    .map((text) => text.trim())
    .filter((text) => text !== '' && text.split(' ').length <= 2)
}

function allergenIds({ kitchen }: Pick<RestaurantFiles, 'kitchen'>) {
  const { allergens } = kitchen
  return z
    .array(z.enum(allergens.map(({ id }) => id)))
    .max(allergens.length)
    .register(argumentReaders, allergenReader(kitchen))
}

function allergenReader({ allergens }: RestaurantFiles['kitchen']) {
  return {
    aliases: ['allergens', 'allergies', 'without'],
    read: readNames(allergens, { synonyms: filterSynonyms(allergens) }),
  }
}
