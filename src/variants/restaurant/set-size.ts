/** A set meal and a party of another size: what the restaurant says about it. */
import { forEachLocale, type Locale, type LocalizedText } from '../../kernel/locale.ts'
import type { FieldError } from '../../kernel/problem.ts'
import type { RestaurantFiles, SetMeal } from './files.ts'

/** Says that the set is for fewer guests, and what the owner wrote for this case. */
export function setSizeText(
  { setMeals }: Pick<RestaurantFiles, 'setMeals'>,
  set: SetMeal | undefined,
  guests: number,
): LocalizedText | undefined {
  const { other_sizes } = setMeals
  if (!set || guests <= set.guests) return undefined
  return forEachLocale((locale) => {
    const sentence = {
      vi: `${set.name.vi} dành cho ${set.guests} người, nhóm có ${guests} người.`,
      en: `“${set.name.en}” is for ${set.guests}, the party has ${guests}.`,
    }[locale]
    return other_sizes ? `${sentence} ${other_sizes[locale]}` : sentence
  })
}

export function setSizeWarnings(
  files: Pick<RestaurantFiles, 'setMeals'>,
  set: SetMeal | undefined,
  guests: number,
  locale: Locale,
): string[] {
  const text = setSizeText(files, set, guests)
  return text ? [text[locale]] : []
}

/** Without a text of the owner, the guest chooses: no one can say what is served. */
export function checkSetSize(
  files: Pick<RestaurantFiles, 'setMeals'>,
  set: SetMeal | undefined,
  guests: number,
): FieldError[] {
  const { sets, other_sizes } = files.setMeals
  const text = setSizeText(files, set, guests)
  if (!text || other_sizes) return []
  const large = sets.filter((one) => one.guests >= guests)
  const list = forEachLocale((locale) => large.map(({ name }) => name[locale]).join(' · '))
  const message = forEachLocale((locale) => {
    const others = large.length > 0 && {
      vi: `Chọn mâm khác (${list.vi}), hoặc bỏ mâm và ghi vào lời nhắn muốn gọi gì?`,
      en: `Another set (${list.en}), or none, with a note of what to order?`,
    }
    const none = {
      vi: 'Bỏ mâm và ghi vào lời nhắn muốn gọi gì?',
      en: 'Order without a set, with a note of what to order?',
    }
    return `${text[locale]} ${(others || none)[locale]}`
  })
  return [
    {
      name: 'set_menu_id',
      code: 'not_one_of',
      who: 'guest',
      message,
      choices: large.map(({ id }) => id),
    },
  ]
}
