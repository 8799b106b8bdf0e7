/** Which set meals the allergen filter left out, and which of their dishes is the reason. */
import type { Block, Inline } from '../../content/document.ts'
import type { Offer } from '../../domain/catalogue/offer.ts'
import type { ChosenFilter } from '../../domain/pages/filters.ts'
import type { Locale } from '../../kernel/locale.ts'
import { setMealDishes } from './assortment.ts'
import type { RestaurantFiles, SetMeal } from './files.ts'
import { withoutName } from './list-filters.ts'
import { allergenNames, notStated } from './marks.ts'

export function leftOutBlocks(
  files: RestaurantFiles,
  matching: readonly Offer[],
  chosen: readonly ChosenFilter[],
  locale: Locale,
): Block[] {
  const excluded =
    chosen.find(({ filter }) => filter.name === withoutName)?.options.map(({ id }) => id) ?? []
  if (excluded.length === 0) return []
  const shown = new Set(matching.map(({ id }) => id))
  const items = files.setMeals.sets
    .filter(({ id }) => !shown.has(id))
    .flatMap((set): Inline[][] => {
      const reasons = reasonsOf(files, set, excluded, locale)
      const name = { text: set.name[locale], href: `/set-meals/${set.id}` }
      return reasons.length > 0 ? [[name, `: ${reasons.join('; ')}.`]] : []
    })
  if (items.length === 0) return []
  const title = {
    vi: `Vì sao ${items.length} mâm không có ở đây`,
    en: `Why ${items.length} ${items.length === 1 ? 'set meal is' : 'set meals are'} not here`,
  }[locale]
  const isOpen = matching.length === 0
  return [{ kind: 'disclosure', title, isOpen, blocks: [{ kind: 'list', items }] }]
}

function reasonsOf(
  files: RestaurantFiles,
  set: SetMeal,
  excluded: readonly string[],
  locale: Locale,
): string[] {
  return setMealDishes(files, set).flatMap(({ name, allergens }) => {
    if (allergens === undefined) return [`${name[locale]}: ${notStated[locale]}`]
    const found = allergenNames(
      files,
      allergens.filter((id) => excluded.includes(id)),
      locale,
    ).join(', ')
    if (found === '') return []
    return [{ vi: `${name.vi} có ${found}`, en: `${name.en} contains ${found}` }[locale]]
  })
}
