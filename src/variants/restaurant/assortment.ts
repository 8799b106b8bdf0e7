/** The offers of a restaurant: dishes, set meals and tables. */
import type { Assortment, Offer } from '../../domain/catalogue/offer.ts'
import { formatMoney } from '../../kernel/money.ts'
import type { Dish, RestaurantFiles, SetMeal } from './files.ts'
import { reservingCost } from './policy.ts'

export function assortment(files: RestaurantFiles): Assortment {
  const { menus, setMeals, tables, tags } = files
  return {
    categories: [
      ...menus.map(({ category }) => category),
      ...(setMeals.sets.length > 0 ? [setMeals.category] : []),
      tables.category,
    ],
    tags: tags.tags,
    offers: [...dishes(files), ...sets(files), ...reservations(files)],
  }
}

export function allDishes({ menus }: RestaurantFiles): Dish[] {
  return menus.flatMap((menu) => menu.dishes)
}

const dishesOfMenus = new WeakMap<RestaurantFiles['menus'], ReadonlyMap<string, Dish>>()

/** In the order of the menu. One map for all that need it: a large menu has thousands of dishes. */
export function dishesById(files: RestaurantFiles): ReadonlyMap<string, Dish> {
  const { menus } = files
  const dishes =
    dishesOfMenus.get(menus) ?? new Map(allDishes(files).map((dish) => [dish.id, dish]))
  dishesOfMenus.set(menus, dishes)
  return dishes
}

/** The price of a set meal: its dishes ordered separately (`apart`), together, and per guest. */
export function setMealPrice(files: RestaurantFiles, set: SetMeal) {
  const dishes = dishesById(files)
  const apart = set.dishes.reduce(
    (sum, { dish, quantity }) => sum + (dishes.get(dish)?.price ?? 0) * quantity,
    0,
  )
  const together = Math.round((apart * (100 - files.setMeals.discount_percent)) / 100)
  return { apart, together, perHead: Math.round(together / set.guests) }
}

export function setMealDishes(files: RestaurantFiles, set: SetMeal): Dish[] {
  const ids = new Set(set.dishes.map(({ dish }) => dish))
  return [...dishesById(files).values()].filter(({ id }) => ids.has(id))
}

/** Finds the dishes of which an offer consists, by the id of the offer. */
export function dishesOfOffers(
  files: RestaurantFiles,
): (offerId: string) => readonly Dish[] | undefined {
  const dishes = dishesById(files)
  const sets = new Map(files.setMeals.sets.map((set) => [set.id, setMealDishes(files, set)]))
  return (offerId) => {
    const dish = dishes.get(offerId)
    return dish ? [dish] : sets.get(offerId)
  }
}

/** The tracked allergens of all dishes of a set, in the order of kitchen.yaml; those that are stated. */
export function setMealAllergens(files: RestaurantFiles, set: SetMeal): string[] {
  const inSet = setMealDishes(files, set)
  return files.kitchen.allergens
    .map(({ id }) => id)
    .filter((id) => inSet.some(({ allergens }) => allergens?.includes(id)))
}

/** The dishes of a set whose allergens are not stated. */
export function unstatedDishes(files: RestaurantFiles, set: SetMeal): Dish[] {
  return setMealDishes(files, set).filter(({ allergens }) => allergens === undefined)
}

/** Whether the menu states anything about allergens, diets and spice: without it, there is nothing to filter by. */
export function statedFacts(files: RestaurantFiles) {
  const dishes = allDishes(files)
  return {
    allergens: dishes.some(({ allergens }) => allergens !== undefined),
    diets: dishes.some(({ diet }) => diet.length > 0),
    spice: dishes.some(({ spice }) => spice !== undefined),
  }
}

/** The diets that all dishes of a set suit. */
export function setMealDiets(files: RestaurantFiles, set: SetMeal): string[] {
  const inSet = setMealDishes(files, set)
  return files.kitchen.diets
    .map(({ id }) => id)
    .filter((id) => inSet.every(({ diet }) => diet.includes(id)))
}

function dishes({ menus }: RestaurantFiles): Offer[] {
  return menus.flatMap(({ category, dishes }) =>
    dishes.map(({ id, name, description, story, price, tags, diet, signature }) => ({
      id,
      kind: 'dish' as const,
      name,
      description,
      story,
      category: category.id,
      tags,
      price,
      diets: diet,
      bookable: false,
      ...(signature && { isSignature: true }),
      path: `/menu/${id}`,
    })),
  )
}

function sets(files: RestaurantFiles): Offer[] {
  const { category, discount_percent, sets } = files.setMeals
  return sets.map((set) => {
    const { together, perHead } = setMealPrice(files, set)
    const saving = {
      vi: discount_percent === 0 ? '' : `; rẻ hơn gọi lẻ ${discount_percent}%`,
      en: discount_percent === 0 ? '' : `; ${discount_percent}% below the menu's prices`,
    }
    return {
      id: set.id,
      kind: 'set_meal' as const,
      name: set.name,
      description: set.description,
      story: set.story,
      category: category.id,
      tags: set.tags,
      price: together,
      priceNote: {
        vi: `Mâm cho ${set.guests} người, ${formatMoney(perHead, 'vi')} một người${saving.vi}.`,
        en: `For ${set.guests} guests, ${formatMoney(perHead, 'en')} each${saving.en}.`,
      },
      diets: setMealDiets(files, set),
      contains: set.dishes.map(({ dish }) => dish),
      bookable: true,
      path: `/set-meals/${set.id}`,
    }
  })
}

function reservations(files: RestaurantFiles): Offer[] {
  const { tables } = files
  return tables.offers.map(({ id, name, description, story, table_types, tags }) => {
    const types = tables.types.filter((type) => table_types.includes(type.id))
    const minimumSpend = Math.max(0, ...types.map(({ minimum_spend }) => minimum_spend ?? 0))
    return {
      id,
      kind: 'table' as const,
      name,
      description,
      story,
      category: tables.category.id,
      tags,
      price: 0,
      ...(minimumSpend > 0 && {
        priceLabel: {
          vi: `Chi tối thiểu ${formatMoney(minimumSpend, 'vi')}`,
          en: `Minimum spend ${formatMoney(minimumSpend, 'en')}`,
        },
      }),
      priceNote: reservingCost(files, table_types, minimumSpend),
      bookable: true,
      path: `/reservations/${id}`,
    }
  })
}
