/** Page content of a single dish or set meal. */
import { type Block, heading, link, paragraph } from '../../content/document.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import { allDishes, setMealPrice } from './assortment.ts'
import type { Dish, RestaurantFiles, SetMeal } from './files.ts'
import { allergenMark, setMealMarks } from './marks.ts'

export function dishBlocks(files: RestaurantFiles, dish: Dish, locale: Locale): Block[] {
  const { kitchen } = files
  const spice = dish.spice === undefined ? undefined : kitchen.spice_levels[dish.spice]
  const rows: [string, string[]][] = [
    ...(spice ? [[labels.spice[locale], [spice[locale]]] as [string, string[]]] : []),
    ...(dish.diet.length > 0
      ? [[labels.diet[locale], [namesOf(kitchen.diets, dish.diet, locale)]] as [string, string[]]]
      : []),
    [labels.allergens[locale], [allergenMark(files, dish.allergens, locale).text]],
  ]
  return [
    { kind: 'facts', rows },
    paragraph(kitchen.disclaimer[locale]),
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
  const dishes = new Map(allDishes(files).map((dish) => [dish.id, dish]))
  return [
    heading({ vi: 'Trong mâm', en: 'On the tray' }[locale], 'dishes'),
    {
      kind: 'list',
      // Each dish says what it contains, so that a guest sees which one to replace.
      items: set.dishes.map(({ dish: id, quantity }) => {
        const dish = dishes.get(id)
        const allergens = dish && allergenMark(files, dish.allergens, locale).text
        return [
          `${quantity} × `,
          link(dish?.name[locale] ?? id, `/menu/${id}`),
          ...(allergens === undefined ? [] : [` · ${allergens}`]),
        ]
      }),
    },
    {
      kind: 'facts',
      rows: [
        [{ vi: 'Gọi lẻ', en: 'Ordered separately' }[locale], [formatMoney(apart, locale)]],
        ...(apart > together ? [savingRow(apart - together, locale)] : []),
        [labels.allergens[locale], [setAllergenText(files, set, locale)]],
      ],
    },
    paragraph(files.kitchen.disclaimer[locale]),
  ]
}

function savingRow(amount: number, locale: Locale): [string, string[]] {
  return [{ vi: 'Tiết kiệm', en: 'You save' }[locale], [formatMoney(amount, locale)]]
}

type NamedValue = { id: string; name: LocalizedText }

function namesOf(known: readonly NamedValue[], ids: readonly string[], locale: Locale): string {
  return (
    known
      .filter(({ id }) => ids.includes(id))
      .map(({ name }) => name[locale])
      // A name may contain a comma.
      .join(' · ')
  )
}

function setAllergenText(files: RestaurantFiles, set: SetMeal, locale: Locale): string {
  return setMealMarks(files, set, locale)
    .filter(({ kind }) => kind !== 'diet' && kind !== 'spice')
    .map(({ text }) => text)
    .join('. ')
}

const labels = {
  spice: { vi: 'Độ cay', en: 'Spice' },
  diet: { vi: 'Chế độ ăn', en: 'Diet' },
  allergens: { vi: 'Chất gây dị ứng', en: 'Allergens' },
} satisfies Record<string, LocalizedText>
