/** Filters of the menu: diet, spice, allergens and price. */
import { z } from 'zod'
import {
  type Filterable,
  maxPriceFilter,
  type OfferFilter,
  offerFilter,
} from '../../domain/catalogue/filters.ts'
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
      field: z.enum(dietIds),
      description: 'Only dishes of this diet.',
      example: dietIds[0],
      matches: (offer, diet) => allDishesMatch(offer, (dish) => dish.diet.includes(diet)),
    }),
    max_spice: offerFilter({
      field: z.int().min(0).max(3),
      description: 'Maximum spice, 0 to 3.',
      example: 1,
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
    disclaimer: kitchen.disclaimer,
  })
}

function allergenIds({ kitchen }: Pick<RestaurantFiles, 'kitchen'>) {
  return z.array(z.enum(kitchen.allergens.map(({ id }) => id))).max(9)
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
