/** Page content of a single dish or set meal. */
import { type Block, heading, link, paragraph } from '../../content/document.ts'
import type { Locale } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import { allDishes, setMealAllergens, setMealPrice } from './assortment.ts'
import type { Dish, RestaurantFiles, SetMeal } from './files.ts'

export function dishBlocks(files: RestaurantFiles, dish: Dish, locale: Locale): Block[] {
  const { kitchen } = files
  const names = (ids: readonly string[], of: typeof kitchen.allergens | typeof kitchen.diets) =>
    of
      .filter(({ id }) => ids.includes(id))
      .map(({ name }) => name[locale])
      .join(', ') || '–'
  return [
    {
      kind: 'facts',
      rows: [
        [{ vi: 'Độ cay', en: 'Spice' }[locale], [kitchen.spice_levels[dish.spice]?.[locale] ?? '']],
        [{ vi: 'Chế độ ăn', en: 'Diet' }[locale], [names(dish.diet, kitchen.diets)]],
        [
          { vi: 'Dị nguyên theo dõi', en: 'Tracked allergens' }[locale],
          [names(dish.allergens, kitchen.allergens)],
        ],
      ],
    },
    paragraph(kitchen.disclaimer[locale]),
    {
      kind: 'actions',
      links: [
        { text: { vi: 'Đặt bàn', en: 'Book a table' }[locale], href: '/booking', main: true },
      ],
    },
    ...(dish.signature ? journeyBlocks(files, dish.signature, locale) : []),
  ]
}

function journeyBlocks(
  files: RestaurantFiles,
  { journey, completes_with }: NonNullable<Dish['signature']>,
  locale: Locale,
): Block[] {
  return [
    heading({ vi: 'Sáu chặng đường', en: 'How it is made, in six stages' }[locale], 'journey'),
    {
      kind: 'stages',
      stages: journey.map(({ name, text }) => ({ name: name[locale], text: text[locale] })),
    },
    heading({ vi: 'Ăn cùng cho trọn bữa', en: 'What completes the meal' }[locale], 'completes'),
    {
      kind: 'list',
      items: allDishes(files)
        .filter(({ id }) => completes_with.includes(id))
        .map(({ id, name, price }) => [
          link(name[locale], `/menu/${id}`),
          ` · ${formatMoney(price, locale)}`,
        ]),
    },
  ]
}

export function setMealBlocks(files: RestaurantFiles, set: SetMeal, locale: Locale): Block[] {
  const { apart, together } = setMealPrice(files, set)
  const allergens = setMealAllergens(files, set)
  const dishes = new Map(allDishes(files).map((dish) => [dish.id, dish]))
  return [
    heading({ vi: 'Trong mâm', en: 'On the tray' }[locale], 'dishes'),
    {
      kind: 'list',
      items: set.dishes.map(({ dish, quantity }) => [
        `${quantity} × `,
        link(dishes.get(dish)?.name[locale] ?? dish, `/menu/${dish}`),
      ]),
    },
    {
      kind: 'facts',
      rows: [
        [{ vi: 'Gọi lẻ', en: 'Ordered separately' }[locale], [formatMoney(apart, locale)]],
        [{ vi: 'Tiết kiệm', en: 'You save' }[locale], [formatMoney(apart - together, locale)]],
        [
          { vi: 'Dị nguyên theo dõi', en: 'Tracked allergens' }[locale],
          [
            files.kitchen.allergens
              .filter(({ id }) => allergens.includes(id))
              .map(({ name }) => name[locale])
              .join(', ') || '–',
          ],
        ],
      ],
    },
    paragraph(files.kitchen.disclaimer[locale]),
  ]
}
