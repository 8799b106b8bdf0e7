/** What the page of a dish or a set meal has besides its name, price and story. */
import { type Block, heading, type Mark } from '../../content/document.ts'
import type { Offer } from '../../domain/catalogue/offer.ts'
import { type OfferParts, offerRow } from '../../domain/pages/offer-page.ts'
import type { FindPicture } from '../../domain/pages/pictures.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import { allDishes, setMealAllergens, setMealPrice, unstatedDishes } from './assortment.ts'
import type { Dish, RestaurantFiles, SetMeal } from './files.ts'

type Context = { files: RestaurantFiles; offers: readonly Offer[]; find: FindPicture }

export function dishParts(context: Context, dish: Dish, locale: Locale): OfferParts {
  const { files, offers, find } = context
  const { kitchen } = files
  const { signature } = dish
  const own = offers.find(({ id }) => id === dish.id)
  const completing = offers.filter(({ id }) => signature?.completes_with.includes(id))
  const similar = offers.filter(({ id, category }) => category === own?.category && id !== dish.id)
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

/** In a fixed order: diets, spice, what it contains. */
function dishMarks(files: RestaurantFiles, dish: Dish, locale: Locale): Mark[] {
  const { kitchen } = files
  const spice = dish.spice === undefined ? undefined : kitchen.spice_levels[dish.spice]
  const diets = kitchen.diets.filter(({ id }) => dish.diet.includes(id))
  return [
    ...diets.map(({ name }): Mark => ({ kind: 'diet', text: name[locale] })),
    ...(spice ? [{ kind: 'spice' as const, text: spice[locale] }] : []),
    { kind: 'contains', text: allergenText(files, dish.allergens, locale) },
  ]
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
  const dishes = new Map(allDishes(files).map((dish) => [dish.id, dish]))
  const sets = offers.filter(({ kind }) => kind === 'set_meal')
  return {
    variants: sets.map(({ id, name, price, path }) => ({
      text: name[locale],
      price: formatMoney(price, locale),
      href: path,
      ...(id === set.id && { isCurrent: true }),
    })),
    marks: [{ kind: 'contains', text: setAllergenText(files, set, locale) }],
    details: [
      heading({ vi: 'Trong mâm', en: 'On the tray' }[locale], 'dishes'),
      {
        kind: 'prices',
        rows: set.dishes.map(({ dish, quantity }) => ({
          text: dishes.get(dish)?.name[locale] ?? dish,
          ...(quantity > 1 && { note: `× ${quantity}` }),
          price: formatMoney((dishes.get(dish)?.price ?? 0) * quantity, locale),
          href: `/menu/${dish}`,
        })),
      },
      {
        kind: 'facts',
        rows: [
          [{ vi: 'Gọi lẻ', en: 'Ordered separately' }[locale], [formatMoney(apart, locale)]],
          ...(apart > together ? [savingRow(apart - together, locale)] : []),
        ],
      },
      { kind: 'notice', tone: 'note', text: [files.kitchen.disclaimer[locale]] },
    ],
  }
}

function savingRow(amount: number, locale: Locale): [string, string[]] {
  return [{ vi: 'Tiết kiệm', en: 'You save' }[locale], [formatMoney(amount, locale)]]
}

type NamedValue = { id: string; name: LocalizedText }

function namesOf(known: readonly NamedValue[], ids: readonly string[], locale: Locale): string {
  return known
    .filter(({ id }) => ids.includes(id))
    .map(({ name }) => name[locale])
    .join(', ')
}

/** A dish without a statement is not a dish without allergens. */
function allergenText(
  { kitchen }: RestaurantFiles,
  allergens: readonly string[] | undefined,
  locale: Locale,
): string {
  if (allergens === undefined) return labels.notStated[locale]
  const names = namesOf(kitchen.allergens, allergens, locale)
  return names === ''
    ? noneOf(kitchen.allergens.length)[locale]
    : `${labels.contains[locale]}: ${names}`
}

/** Says for each dish that it states nothing. */
function setAllergenText(files: RestaurantFiles, set: SetMeal, locale: Locale): string {
  const unstated = unstatedDishes(files, set).map(({ name }) => name[locale])
  const known = setMealAllergens(files, set)
  if (unstated.length === 0) return allergenText(files, known, locale)
  const missing = `${unstated.join(', ')}: ${labels.notStated[locale]}`
  const stated = known.length > 0 ? allergenText(files, known, locale) : ''
  return [stated, missing].filter(Boolean).join('. ')
}

const noneOf = (count: number): LocalizedText => ({
  vi: `Công thức không có nhóm nào trong ${count} nhóm dị nguyên mà bếp theo dõi`,
  en: `None of the ${count} allergen groups that we track is in the recipe`,
})

const labels = {
  contains: { vi: 'Có', en: 'Contains' },
  completes: { vi: 'Ăn cùng cho trọn bữa', en: 'Goes well with' },
  similar: { vi: 'Món khác trong nhóm', en: 'More from this part of the menu' },
  notStated: {
    vi: 'chưa ghi chất gây dị ứng, xin hỏi nhân viên',
    en: 'allergens not stated; please ask us',
  },
} satisfies Record<string, LocalizedText>
