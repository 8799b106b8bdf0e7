/** The filters of the menu and of the set meals on the site, and what the pages say about them. */
import type { Offer } from '../../domain/catalogue/offer.ts'
import type { ChosenFilter, ListFilter } from '../../domain/pages/filters.ts'
import type { ListTexts, ResultLink } from '../../domain/pages/offer-list.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { dishesOfOffers, statedFacts } from './assortment.ts'
import type { Dish, RestaurantFiles } from './files.ts'
import { lowerFirst, untrackedText } from './marks.ts'

/** The parameter of the allergens, which also fills in the booking form. */
export const withoutName = 'without'
export const dietName = 'diet'
export const spiceName = 'spice'

/** By what the menu states. A set meal passes if all its dishes do. */
export function listFilters(files: RestaurantFiles): ListFilter[] {
  const { kitchen } = files
  const stated = statedFacts(files)
  const dishesOf = dishesOfOffers(files)
  const allDishesMatch = ({ id }: Offer, matches: (dish: Dish) => boolean) =>
    dishesOf(id)?.every(matches) ?? false
  const untracked = untrackedText(files)
  const levels = kitchen.spice_levels.map((name, level) => ({ id: String(level), name }))
  const filters: Readonly<Record<keyof typeof stated, ListFilter>> = {
    allergens: {
      name: withoutName,
      legend: { vi: 'Bỏ những món có', en: 'Leave out dishes with' },
      ...(untracked && { hint: untracked }),
      options: kitchen.allergens,
      noun: { vi: 'nhóm gây dị ứng mà bếp theo dõi', en: 'an allergen we know' },
      describe: ({ name }, locale) =>
        ({ vi: `Không có ${lowerFirst(name.vi)}`, en: `No ${lowerFirst(name.en)}` })[locale],
      matches: (offer, excluded) =>
        allDishesMatch(
          offer,
          // A dish whose allergens are not stated may contain any of them.
          ({ allergens }) =>
            allergens !== undefined && !allergens.some((one) => excluded.includes(one)),
        ),
    },
    diets: {
      name: dietName,
      legend: { vi: 'Chỉ những món', en: 'Only dishes that are' },
      options: kitchen.diets,
      noun: { vi: 'chế độ ăn mà quán ghi', en: 'a diet we know' },
      describe: ({ name }, locale) => name[locale],
      matches: (offer, wanted) =>
        allDishesMatch(offer, ({ diet }) => wanted.every((one) => diet.includes(one))),
    },
    spice: {
      name: spiceName,
      legend: { vi: 'Cay tối đa', en: 'Spice, at most' },
      options: levels,
      // Every dish is at most as hot as the last level.
      offered: levels.slice(0, -1),
      anyLabel: { vi: 'Mức nào cũng được', en: 'Any' },
      noun: { vi: 'mức cay', en: 'a level of spice' },
      describe: ({ id, name }, locale) => (id === '0' ? name[locale] : atMost(name, locale)),
      matches: (offer, [max]) =>
        allDishesMatch(offer, ({ spice }) => spice !== undefined && spice <= Number(max)),
    },
  }
  const { allergens, diets, spice } = filters
  return [
    ...(stated.allergens ? [allergens] : []),
    ...(stated.diets ? [diets] : []),
    ...(stated.spice ? [spice] : []),
  ]
}

function atMost(name: LocalizedText, locale: Locale): string {
  return {
    vi: `${name.vi} trở xuống`,
    en: `At most ${lowerFirst(name.en)}`,
  }[locale]
}

/** `links` of the trade's own lists: what else can be filtered in the same way. */
export function listTexts(links: ListTexts['links']): ListTexts {
  return {
    title(title, chosen, locale) {
      const without = namesOf(chosen, locale)
      const others = otherTexts(chosen, locale)
      const start = without.length > 0 ? `${title} ${withoutText(without, locale)}` : title
      return others.length > 0 ? `${start}: ${others.join(' · ')}` : start
    },
    summary(chosen, locale) {
      const without = namesOf(chosen, locale)
      const others = otherTexts(chosen, locale)
      const recipe = without.length > 0 ? [recipeText(without, locale)] : []
      const [first = '', ...rest] = [...recipe, ...others]
      return [first.charAt(0).toLocaleUpperCase('vi') + first.slice(1), ...rest].join(' · ')
    },
    caution: (chosen, locale) => (namesOf(chosen, locale).length > 0 ? traces[locale] : undefined),
    links: (chosen, locale) => [...bookLinks(chosen, locale), ...links(chosen, locale)],
    bookingQuery: carriedQuery,
  }
}

const traces: LocalizedText = {
  vi: 'Bếp dùng chung nên có thể lẫn vết. Xin nói với chúng tôi khi đặt bàn và khi gọi món.',
  en: 'The kitchen is shared; traces are possible. Please tell us when you book and when you order.',
}

/** The allergens that are filtered, within a sentence. */
function namesOf(chosen: readonly ChosenFilter[], locale: Locale): string[] {
  return excludedOptions(chosen).map(({ name }) => lowerFirst(name[locale]))
}

function excludedOptions(chosen: readonly ChosenFilter[]) {
  return chosen.find(({ filter }) => filter.name === withoutName)?.options ?? []
}

function otherTexts(chosen: readonly ChosenFilter[], locale: Locale): string[] {
  return chosen
    .filter(({ filter }) => filter.name !== withoutName)
    .flatMap(({ filter, options }) =>
      options.map((option) => lowerFirst(filter.describe(option, locale))),
    )
}

/** Every name has its own negation, because "not a and b" could mean "not both". */
function withoutText(names: readonly string[], locale: Locale): string {
  return {
    vi: names.map((name) => `không có ${name}`).join(', '),
    en: `without ${orList(names)}`,
  }[locale]
}

function recipeText(names: readonly string[], locale: Locale): string {
  return {
    vi: `công thức ${withoutText(names, 'vi')}`,
    en: `no ${orList(names)} in the recipe`,
  }[locale]
}

/** "eggs, fish or soy" */
function orList(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}

/** The allergens go with the guest into the booking. */
function carriedQuery(chosen: readonly ChosenFilter[]): string {
  const ids = excludedOptions(chosen).map(({ id }) => id)
  return ids.length > 0 ? `?${withoutName}=${ids.join(',')}` : ''
}

function bookLinks(chosen: readonly ChosenFilter[], locale: Locale): ResultLink[] {
  const query = carriedQuery(chosen)
  if (query === '') return []
  return [
    {
      text: { vi: 'Đặt bàn và báo dị ứng này', en: 'Book and tell us about it' }[locale],
      href: `/booking${query}`,
    },
  ]
}
