/** What the page of a dish or a set meal has besides its name, price and story. */
import { type Block, heading, type PriceRow } from '../../content/document.ts'
import type { Offer } from '../../domain/catalogue/offer.ts'
import { type OfferParts, offerRow, offersInRow } from '../../domain/pages/offer-page.ts'
import type { FindPicture } from '../../domain/pages/pictures.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import { dishesById, setMealPrice } from './assortment.ts'
import type { Dish, RestaurantFiles, SetMeal } from './files.ts'
import { allergenMark, dishMarks, setMealMarks } from './marks.ts'

type Context = {
  files: RestaurantFiles
  offers: readonly Offer[]
  offersByCategory: ReadonlyMap<string, readonly Offer[]>
  find: FindPicture
}

export function dishParts(
  context: Context,
  dish: Dish,
  { category }: Offer,
  locale: Locale,
): OfferParts {
  const { files, offers, offersByCategory, find } = context
  const { kitchen } = files
  const { signature } = dish
  const completing = signature
    ? offers.filter(({ id }) => signature.completes_with.includes(id))
    : []
  // No more than are shown: the cost of all pages would grow with the square of the number of dishes.
  const similar = (offersByCategory.get(category) ?? [])
    .slice(0, offersInRow + 1)
    .filter(({ id }) => id !== dish.id)
  return {
    marks: dishMarks(files, dish, locale),
    details: [
      ...(signature ? journeyBlocks(signature, locale) : []),
      { kind: 'notice', tone: 'note', text: [kitchen.disclaimer[locale]] },
    ],
    end:
      completing.length > 1
        ? offerRow(labels.completes[locale], 'completes', completing, find, locale)
        : offerRow(labels.similar[locale], 'similar', similar, find, locale),
  }
}

function journeyBlocks({ journey }: NonNullable<Dish['signature']>, locale: Locale): Block[] {
  return [
    heading({ vi: 'Sáu chặng đường', en: 'How it is made, in six stages' }[locale], 'journey'),
    {
      kind: 'stages',
      stages: journey.map(({ name, text }) => ({ name: name[locale], text: text[locale] })),
    },
  ]
}

export function setMealParts(context: Context, set: SetMeal, locale: Locale): OfferParts {
  const { files, offers } = context
  const { apart, together } = setMealPrice(files, set)
  const dishes = dishesById(files)
  const others = offers.filter(({ id, kind }) => kind === 'set_meal' && id !== set.id)
  return {
    marks: setMealMarks(files, set, locale),
    details: [
      heading({ vi: 'Trong mâm', en: 'On the tray' }[locale], 'dishes'),
      {
        kind: 'prices',
        // Each says what it contains, so that a guest sees which one to replace.
        rows: set.dishes.flatMap(({ dish: id, quantity }) => {
          const dish = dishes.get(id)
          if (!dish) return []
          const count = quantity > 1 ? `${quantity} × ` : ''
          return {
            text: `${count}${dish.name[locale]}`,
            note: allergenMark(files, dish.allergens, locale).text,
            price: formatMoney(dish.price * quantity, locale),
            href: `/menu/${id}`,
          }
        }),
      },
      {
        kind: 'facts',
        rows: [
          [{ vi: 'Gọi lẻ', en: 'Ordered separately' }[locale], [formatMoney(apart, locale)]],
          ...(apart > together ? [savingRow(apart - together, locale)] : []),
        ],
      },
      { kind: 'notice', tone: 'note', text: [files.kitchen.disclaimer[locale]] },
      ...(others.length > 0
        ? [
            heading({ vi: 'Mâm khác', en: 'Other set meals' }[locale], 'others'),
            { kind: 'prices' as const, rows: others.map((one) => setRow(one, locale)) },
          ]
        : []),
    ],
  }
}

function setRow({ name, price, path }: Offer, locale: Locale): PriceRow {
  return { text: name[locale], price: formatMoney(price, locale), href: path }
}

function savingRow(amount: number, locale: Locale): [string, string[]] {
  return [{ vi: 'Tiết kiệm', en: 'You save' }[locale], [formatMoney(amount, locale)]]
}

const labels = {
  completes: { vi: 'Ăn cùng cho trọn bữa', en: 'Goes well with' },
  similar: { vi: 'Món khác trong nhóm', en: 'More from this part of the menu' },
} satisfies Record<string, LocalizedText>
