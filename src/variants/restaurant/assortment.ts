/** The offers of a restaurant: dishes, set meals and tables. */
import type { Assortment, Offer } from '../../domain/catalogue/offer.ts'
import { formatMoney } from '../../kernel/money.ts'
import type { Dish, RestaurantFiles, SetMeal } from './files.ts'

export function assortment(files: RestaurantFiles): Assortment {
  const { menus, setMeals, tables, tags } = files
  return {
    categories: [...menus.map(({ category }) => category), setMeals.category, tables.category],
    tags: tags.tags,
    offers: [...dishes(files), ...sets(files), ...reservations(files)],
  }
}

export function allDishes({ menus }: RestaurantFiles): Dish[] {
  return menus.flatMap((menu) => menu.dishes)
}

/** The price of a set meal: its dishes ordered separately (`apart`), together, and per guest. */
export function setMealPrice(files: RestaurantFiles, set: SetMeal) {
  const price = new Map(allDishes(files).map((dish) => [dish.id, dish.price]))
  const apart = set.dishes.reduce(
    (sum, { dish, quantity }) => sum + (price.get(dish) ?? 0) * quantity,
    0,
  )
  const together = Math.round((apart * (100 - files.setMeals.discount_percent)) / 100)
  return { apart, together, perHead: Math.round(together / set.guests) }
}

export function setMealDishes(files: RestaurantFiles, set: SetMeal): Dish[] {
  return allDishes(files).filter(({ id }) => set.dishes.some(({ dish }) => dish === id))
}

/** The tracked allergens of all dishes of a set, in the order of kitchen.yaml. */
export function setMealAllergens(files: RestaurantFiles, set: SetMeal): string[] {
  const inSet = setMealDishes(files, set)
  return files.kitchen.allergens
    .map(({ id }) => id)
    .filter((id) => inSet.some(({ allergens }) => allergens.includes(id)))
}

/** The diets that all dishes of a set suit. */
function setMealDiets(files: RestaurantFiles, set: SetMeal): string[] {
  const inSet = setMealDishes(files, set)
  return files.kitchen.diets
    .map(({ id }) => id)
    .filter((id) => inSet.every(({ diet }) => diet.includes(id)))
}

function dishes({ menus }: RestaurantFiles): Offer[] {
  return menus.flatMap(({ category, dishes }) =>
    dishes.map(({ id, name, description, story, price, tags, diet }) => ({
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
      path: `/menu/${id}`,
    })),
  )
}

function sets(files: RestaurantFiles): Offer[] {
  const { category, discount_percent, sets } = files.setMeals
  return sets.map((set) => {
    const { together, perHead } = setMealPrice(files, set)
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
        vi: `Mâm cho ${set.guests} người, ${formatMoney(perHead, 'vi')} một người; rẻ hơn gọi lẻ ${discount_percent}%.`,
        en:
          `For ${set.guests} guests, ${formatMoney(perHead, 'en')} each; ${discount_percent}% below the menu's ` +
          'prices.',
      },
      diets: setMealDiets(files, set),
      bookable: true,
      path: `/set-meals/${set.id}`,
    }
  })
}

function reservations({ tables }: RestaurantFiles): Offer[] {
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
      priceNote:
        minimumSpend === 0
          ? { vi: 'Đặt bàn không mất phí.', en: 'Reserving is free.' }
          : {
              vi: `Đặt phòng không mất phí; mức chi tối thiểu cả phòng là ${formatMoney(minimumSpend, 'vi')}.`,
              en: `Reserving is free; the room's minimum spend is ${formatMoney(minimumSpend, 'en')}.`,
            },
      bookable: true,
      path: `/reservations/${id}`,
    }
  })
}
