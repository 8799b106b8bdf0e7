/** The site pages of a restaurant: menu, set meals, tables and team. */
import {
  type Block,
  heading,
  type Page,
  paragraph,
  type QueryParams,
} from '../../content/document.ts'
import { type Business, type Shared, vatText } from '../../content/shop.ts'
import type { Assortment } from '../../domain/catalogue/offer.ts'
import { filterBlocks, selectKnownParams } from '../../domain/pages/filters.ts'
import { offerPage } from '../../domain/pages/offer-page.ts'
import { offerSections } from '../../domain/pages/offers.ts'
import { type FindPicture, pictureFinder, withPicture } from '../../domain/pages/pictures.ts'
import { menuData } from '../../domain/pages/structured-data.ts'
import { teamPages } from '../../domain/pages/team.ts'
import type { Locale } from '../../kernel/locale.ts'
import { allDishes, statedFacts } from './assortment.ts'
import type { Dish, RestaurantFiles } from './files.ts'
import { dishParts, setMealParts } from './offer-blocks.ts'

export function pages(files: RestaurantFiles, shared: Shared, assortment: Assortment): Page[] {
  const dishes = new Map(allDishes(files).map((dish) => [dish.id, dish]))
  const sets = new Map(files.setMeals.sets.map((set) => [set.id, set]))
  const find = pictureFinder(shared)
  return [
    menuPage(files, shared.business, assortment, find),
    ...(files.setMeals.sets.length > 0 ? [setMealsPage(files, assortment, find)] : []),
    reservationsPage(files, assortment, find),
    ...teamPages(shared.business, files.team.people.map(toPerson), find),
    ...assortment.offers.map((offer) =>
      offerPage(offer, find, (locale) => {
        const context = { files, offers: assortment.offers, find }
        const dish = dishes.get(offer.id)
        if (dish) return dishParts(context, dish, locale)
        const set = sets.get(offer.id)
        return set ? setMealParts(context, set, locale) : {}
      }),
    ),
  ]
}

function menuPage(
  files: RestaurantFiles,
  business: Business,
  assortment: Assortment,
  find: FindPicture,
): Page {
  const categories = files.menus.map(({ category }) => category)
  const dishes = new Map(allDishes(files).map((dish) => [dish.id, dish]))
  return {
    path: '/menu',
    kind: 'page',
    queryNames: ['diet', 'spice', 'without'],
    document(locale, query = new Map()) {
      const chosen = selectKnownParams(query, menuOptions(files))
      const offers = assortment.offers.filter(({ id }) => {
        const dish = dishes.get(id)
        return dish !== undefined && matchesFilters(dish, chosen)
      })
      return {
        title: { vi: 'Thực đơn', en: 'Menu' }[locale],
        description: {
          vi: `${dishes.size} món và giá${vatText(business).vi}.`,
          en: `${dishes.size} dishes with prices${vatText(business).en}.`,
        }[locale],
        ...withPicture(find('menu', categories[1]?.id ?? '')),
        data: [
          menuData(
            { vi: 'Thực đơn', en: 'Menu' }[locale],
            categories.map(({ id, name }) => ({
              name: name[locale],
              offers: offers.filter(({ category }) => category === id),
            })),
            locale,
          ),
        ],
        blocks: [
          ...menuFilters(files, chosen, locale),
          ...offerSections(offers, categories, find, locale),
          ...(offers.length === 0
            ? [paragraph({ vi: 'Không có món nào như vậy.', en: 'No dish matches.' }[locale])]
            : []),
          heading({ vi: 'Dị ứng', en: 'Allergies' }[locale], 'allergies'),
          paragraph(files.kitchen.disclaimer[locale]),
        ],
      }
    },
  }
}

function matchesFilters(dish: Dish, query: QueryParams): boolean {
  const [diet, spice, without] = ['diet', 'spice', 'without'].map((name) => query.get(name))
  return (
    (diet === undefined || dish.diet.includes(diet)) &&
    (spice === undefined || (dish.spice !== undefined && dish.spice <= Number(spice))) &&
    // A dish whose allergens are not stated may contain any of them.
    (without === undefined || dish.allergens?.includes(without) === false)
  )
}

/** Filters of the menu: by what it states. */
function menuOptions(files: RestaurantFiles) {
  const { kitchen } = files
  const spice = kitchen.spice_levels.map((name, level) => ({ id: String(level), name }))
  const stated = statedFacts(files)
  return {
    diet: stated.diets ? kitchen.diets : [],
    spice: stated.spice ? spice : [],
    without: stated.allergens ? kitchen.allergens : [],
  }
}

function menuFilters(files: RestaurantFiles, query: QueryParams, locale: Locale): Block[] {
  const { diet, spice, without } = menuOptions(files)
  return [
    ...filterBlocks('/menu', 'diet', { vi: 'Chế độ ăn', en: 'Diet' }, diet, query, locale),
    ...filterBlocks(
      '/menu',
      'spice',
      { vi: 'Cay tối đa', en: 'Spice up to' },
      spice,
      query,
      locale,
    ),
    ...filterBlocks(
      '/menu',
      'without',
      { vi: 'Không chứa', en: 'Without' },
      without,
      query,
      locale,
    ),
  ]
}

function setMealsPage(
  { setMeals }: RestaurantFiles,
  { offers }: Assortment,
  find: FindPicture,
): Page {
  const { category, discount_percent } = setMeals
  const intro =
    discount_percent === 0
      ? { vi: 'Trọn bữa cho cả nhóm.', en: 'A whole meal for the party.' }
      : {
          vi: `Trọn bữa cho cả nhóm, rẻ hơn gọi lẻ ${discount_percent}%.`,
          en: `A whole meal for the party, ${discount_percent}% below the menu's prices.`,
        }
  return {
    path: '/set-meals',
    kind: 'page',
    document: (locale) => ({
      title: category.name[locale],
      description: intro[locale],
      ...withPicture(find(category.id)),
      blocks: [paragraph(intro[locale]), ...offerSections(offers, [category], find, locale)],
    }),
  }
}

function reservationsPage(
  { tables }: RestaurantFiles,
  { offers }: Assortment,
  find: FindPicture,
): Page {
  return {
    path: '/reservations',
    kind: 'page',
    document: (locale) => ({
      // Not the name of the category, which is that of the link to booking.
      title: { vi: 'Bàn và phòng', en: 'Tables and rooms' }[locale],
      description: {
        vi: 'Các kiểu bàn có thể đặt trước.',
        en: 'Table types that can be reserved.',
      }[locale],
      ...withPicture(find(tables.category.id)),
      blocks: [
        {
          kind: 'actions',
          links: [
            {
              text: { vi: 'Đặt bàn', en: 'Book a table' }[locale],
              href: '/booking',
              main: true,
            },
          ],
        },
        ...offerSections(offers, [tables.category], find, locale),
      ],
    }),
  }
}

function toPerson({ shifts, ...person }: RestaurantFiles['team']['people'][number]) {
  return { ...person, weekdays: [...new Set(shifts.flatMap(({ days }) => days))] }
}
