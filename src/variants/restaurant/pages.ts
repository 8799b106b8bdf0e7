/** The site pages of a restaurant: menu, set meals, tables and team. */
import { type Block, heading, type Page, paragraph } from '../../content/document.ts'
import { type Business, type Shared, vatText } from '../../content/shop.ts'
import type { Assortment } from '../../domain/catalogue/offer.ts'
import { type ChosenFilter, filterQuery } from '../../domain/pages/filters.ts'
import { filterList, type ListSource, type ResultLink } from '../../domain/pages/offer-list.ts'
import { offerPage } from '../../domain/pages/offer-page.ts'
import { offerSections } from '../../domain/pages/offers.ts'
import {
  type FindPicture,
  pictureFinder,
  sharedPicture,
  withPicture,
} from '../../domain/pages/pictures.ts'
import { menuData } from '../../domain/pages/structured-data.ts'
import { teamPages } from '../../domain/pages/team.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { dishesById, statedFacts } from './assortment.ts'
import { carryAllergens } from './carry-allergens.ts'
import type { RestaurantFiles } from './files.ts'
import { leftOutBlocks } from './left-out.ts'
import { listFilters, listTexts } from './list-filters.ts'
import { dishMarks, notStated, setMealMarks, untrackedText } from './marks.ts'
import { dishParts, setMealParts } from './offer-blocks.ts'

export function pages(files: RestaurantFiles, shared: Shared, assortment: Assortment): Page[] {
  const dishes = dishesById(files)
  const sets = new Map(files.setMeals.sets.map((set) => [set.id, set]))
  const find = pictureFinder(shared)
  const { offers } = assortment
  const offersByCategory = Map.groupBy(offers, ({ category }) => category)
  const context = { files, offers, offersByCategory, find }
  const carry = carryAllergens(files)
  return [
    menuPage(files, shared.business, assortment, find),
    ...(files.setMeals.sets.length > 0 ? [setMealsPage(files, assortment, find)] : []),
    reservationsPage(files, assortment, find),
    ...teamPages(shared.business, files.team.people.map(toPerson), find),
    ...offers.map((offer) => {
      const page = offerPage(offer, find, (locale) => {
        const dish = dishes.get(offer.id)
        if (dish) return dishParts(context, dish, offer, locale)
        const set = sets.get(offer.id)
        return set ? setMealParts(context, set, locale) : {}
      })
      return carry(page)
    }),
  ]
}

const menuTitle: LocalizedText = { vi: 'Thực đơn', en: 'Menu' }
const dishNouns = { vi: 'món', en: { one: 'dish', other: 'dishes' } }
const setNouns = { vi: 'mâm', en: { one: 'set meal', other: 'set meals' } }

function menuPage(
  files: RestaurantFiles,
  business: Business,
  assortment: Assortment,
  find: FindPicture,
): Page {
  const categories = files.menus.map(({ category }) => category)
  const dishes = dishesById(files)
  const filters = listFilters(files)
  const hasSets = files.setMeals.sets.length > 0
  const intro = {
    vi: `${dishes.size} món và giá${vatText(business).vi}.`,
    en: `${dishes.size} dishes with prices${vatText(business).en}.`,
  }
  const source: ListSource = {
    path: '/menu',
    title: menuTitle,
    intro,
    nouns: dishNouns,
    groupsLabel: { vi: 'Nhóm món', en: 'Parts of the menu' },
    offers: assortment.offers.filter(({ id }) => dishes.has(id)),
    categories,
    filters,
    find,
    marksOf: createMarks(files),
    texts: listTexts((chosen, locale) => (hasSets ? [setMealsLink(files, chosen, locale)] : [])),
  }
  return {
    path: source.path,
    kind: 'page',
    title: menuTitle,
    queryNames: filters.map(({ name }) => name),
    head: (locale) => ({ title: menuTitle[locale], description: intro[locale] }),
    document(locale, query = new Map()) {
      const { list, matching, chosen: _, ...filtered } = filterList(source, query, locale)
      return {
        ...filtered,
        description: intro[locale],
        ...sharedPicture(find('menu', categories[1]?.id ?? '')),
        data: [
          menuData(
            menuTitle[locale],
            categories.map(({ id, name }) => ({
              name: name[locale],
              offers: matching.filter(({ category }) => category === id),
            })),
            locale,
          ),
        ],
        blocks: [list, ...allergyBlocks(files, locale)],
      }
    },
  }
}

/** What is not stated, and what is not tracked, is said. */
function allergyBlocks(files: RestaurantFiles, locale: Locale): Block[] {
  const untracked = untrackedText(files)
  const isStated = statedFacts(files).allergens
  return [
    heading({ vi: 'Dị ứng', en: 'Allergies' }[locale], 'allergies'),
    ...(isStated ? [] : [paragraph(`${sentence(notStated[locale])}.`)]),
    paragraph(files.kitchen.disclaimer[locale]),
    ...(isStated && untracked ? [paragraph(untracked[locale])] : []),
  ]
}

function sentence(text: string): string {
  return text.charAt(0).toLocaleUpperCase('vi') + text.slice(1)
}

/** None in a menu that states nothing about allergens; the page says so once. */
function createMarks(files: RestaurantFiles): NonNullable<ListSource['marksOf']> {
  const dishes = dishesById(files)
  const sets = new Map(files.setMeals.sets.map((set) => [set.id, set]))
  const isStated = statedFacts(files).allergens
  return ({ id }, locale) => {
    const [dish, set] = [dishes.get(id), sets.get(id)]
    const marks = dish
      ? dishMarks(files, dish, locale)
      : set
        ? setMealMarks(files, set, locale)
        : []
    return isStated ? marks : marks.filter(({ kind }) => kind !== 'unstated')
  }
}

function setMealsLink(
  files: RestaurantFiles,
  chosen: readonly ChosenFilter[],
  locale: Locale,
): ResultLink {
  const { category } = files.setMeals
  return {
    text: {
      vi: `${category.name.vi} theo điều kiện này`,
      en: `${category.name.en} with this filter`,
    }[locale],
    href: `/set-meals${filterQuery(chosen)}`,
  }
}

function setMealsPage(files: RestaurantFiles, { offers }: Assortment, find: FindPicture): Page {
  const { category, discount_percent } = files.setMeals
  const intro =
    discount_percent === 0
      ? { vi: 'Trọn bữa cho cả nhóm.', en: 'A whole meal for the party.' }
      : {
          vi: `Trọn bữa cho cả nhóm, rẻ hơn gọi lẻ ${discount_percent}%.`,
          en: `A whole meal for the party, ${discount_percent}% below the menu's prices.`,
        }
  const filters = listFilters(files)
  const source: ListSource = {
    path: '/set-meals',
    title: category.name,
    nouns: setNouns,
    groupsLabel: category.name,
    offers: offers.filter((offer) => offer.category === category.id),
    categories: [category],
    filters: filters.map((filter) => ({ ...filter, ...setMealLegends[filter.name] })),
    find,
    marksOf: createMarks(files),
    texts: listTexts((chosen, locale) => [
      {
        text: { vi: 'Thực đơn theo điều kiện này', en: 'Menu with this filter' }[locale],
        href: `/menu${filterQuery(chosen)}`,
      },
    ]),
  }
  return {
    path: source.path,
    kind: 'page',
    title: category.name,
    queryNames: filters.map(({ name }) => name),
    head: (locale) => ({ title: category.name[locale], description: intro[locale] }),
    document(locale, query = new Map()) {
      const { list, matching, chosen, ...filtered } = filterList(source, query, locale)
      return {
        ...filtered,
        description: intro[locale],
        ...sharedPicture(find(category.id)),
        blocks: [
          paragraph(intro[locale]),
          list,
          ...(filtered.rejection ? [] : leftOutBlocks(files, matching, chosen, locale)),
          ...allergyBlocks(files, locale),
        ],
      }
    },
  }
}

const setMealLegends: Readonly<Record<string, { legend: LocalizedText }>> = {
  without: { legend: { vi: 'Bỏ những mâm có', en: 'Leave out set meals with' } },
  diet: { legend: { vi: 'Chỉ những mâm', en: 'Only set meals that are' } },
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
