/**
 * What a menu says about a dish beside its price: diet, spice and allergens, in words that cannot be read as their
 * opposite.
 */
import type { Mark } from '../../content/offer-list.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { setMealAllergens, setMealDiets, setMealDishes, unstatedDishes } from './assortment.ts'
import type { Dish, RestaurantFiles, SetMeal } from './files.ts'
import { readyMadeAllergens } from './ready-made-allergens.ts'

export function dishMarks(files: RestaurantFiles, dish: Dish, locale: Locale): Mark[] {
  return [
    ...dietMarks(files, dish.diet, locale),
    ...spiceMarks(files, dish.spice, locale),
    allergenMark(files, dish.allergens, locale),
  ]
}

/** A set meal is as hot as its hottest dish, and contains what any of its dishes contains. */
export function setMealMarks(files: RestaurantFiles, set: SetMeal, locale: Locale): Mark[] {
  const spice = setMealDishes(files, set).map((dish) => dish.spice ?? 0)
  const stated = setMealAllergens(files, set)
  const unstated = unstatedDishes(files, set).map(({ name }) => name[locale])
  return [
    ...dietMarks(files, setMealDiets(files, set), locale),
    ...spiceMarks(files, Math.max(0, ...spice), locale),
    ...(unstated.length === 0 || stated.length > 0 ? [allergenMark(files, stated, locale)] : []),
    ...(unstated.length > 0
      ? [{ kind: 'unstated' as const, text: `${unstated.join(' · ')}: ${notStated[locale]}` }]
      : []),
  ]
}

/** The diets that follow from another one are not repeated. */
const narrower: Readonly<Record<string, readonly string[]>> = {
  vegetarian: ['vegan'],
  pescatarian: ['vegan', 'vegetarian'],
  no_pork: ['vegan', 'vegetarian', 'pescatarian'],
}

function dietMarks({ kitchen }: RestaurantFiles, diets: readonly string[], locale: Locale): Mark[] {
  return kitchen.diets
    .filter(({ id }) => diets.includes(id) && !narrower[id]?.some((one) => diets.includes(one)))
    .map(({ name }) => ({ kind: 'diet', text: name[locale] }))
}

/** Nothing for a mild dish: the symbol of a chili beside "not spicy" could be misread. */
function spiceMarks(
  { kitchen }: RestaurantFiles,
  level: number | undefined,
  locale: Locale,
): Mark[] {
  const name = level ? kitchen.spice_levels[level] : undefined
  return name ? [{ kind: 'spice', text: spiceText(name, locale) }] : []
}

/** "Hot" alone could be the temperature. */
function spiceText({ vi, en }: LocalizedText, locale: Locale): string {
  return { vi, en: `Spice: ${lowerFirst(en)}` }[locale]
}

/** A dish without a statement is not a dish without allergens. */
export function allergenMark(
  files: RestaurantFiles,
  allergens: readonly string[] | undefined,
  locale: Locale,
): Mark {
  if (allergens === undefined) return { kind: 'unstated', text: capitalize(notStated[locale]) }
  const names = allergenNames(files, allergens, locale)
  if (names.length === 0) return { kind: 'none', text: noneText(files)[locale] }
  return { kind: 'contains', text: `${containsLabel[locale]}: ${names.join(', ')}` }
}

const containsLabel: LocalizedText = { vi: 'Có', en: 'Contains' }

export const notStated: LocalizedText = {
  vi: 'chưa ghi chất gây dị ứng, xin hỏi nhân viên',
  en: 'allergens not stated; please ask us',
}

/** In the order of kitchen.yaml, within a sentence. */
export function allergenNames(
  { kitchen }: RestaurantFiles,
  ids: readonly string[],
  locale: Locale,
): string[] {
  return kitchen.allergens
    .filter(({ id }) => ids.includes(id))
    .map(({ name }) => lowerFirst(name[locale]))
}

function noneText({ kitchen }: RestaurantFiles): LocalizedText {
  const count = countWords[kitchen.allergens.length - countWordsFrom]
  const number = kitchen.allergens.length
  return {
    vi: `Công thức không có nhóm nào trong ${count?.vi ?? number} nhóm chúng tôi theo dõi`,
    en: `None of the ${count?.en ?? number} groups we track is in the recipe`,
  }
}

/** Every kitchen tracks nine groups. */
const countWordsFrom = 9
const countWords: readonly LocalizedText[] = [
  { vi: 'chín', en: 'nine' },
  { vi: 'mười', en: 'ten' },
  { vi: 'mười một', en: 'eleven' },
  { vi: 'mười hai', en: 'twelve' },
]

/** What guests may expect to be tracked, and is not. */
export function untrackedText({ kitchen }: RestaurantFiles): LocalizedText | undefined {
  const missing = readyMadeAllergens.filter(
    ({ id }) => !kitchen.allergens.some((tracked) => tracked.id === id),
  )
  if (missing.length === 0) return undefined
  const list = (locale: Locale) => missing.map(({ name }) => lowerFirst(name[locale])).join(', ')
  return {
    vi: `Chúng tôi không theo dõi ${list('vi')}; xin hỏi quán.`,
    en: `We do not track ${list('en')}; please ask us.`,
  }
}

/** "Gluten" → "gluten"; an abbreviation stays as it is. */
export function lowerFirst(text: string): string {
  const [first = '', second = ''] = text
  const isAbbreviation = second !== second.toLowerCase()
  return isAbbreviation ? text : first.toLocaleLowerCase('vi') + text.slice(first.length)
}

function capitalize(text: string): string {
  return text.charAt(0).toLocaleUpperCase('vi') + text.slice(1)
}
