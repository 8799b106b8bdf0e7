/** What guests call the areas of a restaurant, besides their names in the content. */
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import type { NamedValue, Synonym } from '../../kernel/name-reader.ts'
import type { RestaurantFiles } from './files.ts'

type Area = RestaurantFiles['tables']['types'][number]

type AreaKind = {
  /** Words in the name of an area by which it is of this kind. */
  named: readonly string[]
  /** What guests say for any area of this kind. */
  words: readonly string[]
}

const kinds: readonly AreaKind[] = [
  {
    named: ['trong', 'indoor', 'inside', 'main room', 'sảnh', 'phòng lạnh'],
    words: ['inside', 'indoor', 'indoors', 'trong nhà', 'trong quán', 'bên trong', 'phòng lạnh'],
  },
  {
    named: [
      ...['ngoài', 'sân', 'vườn', 'hiên', 'ban công', 'vỉa hè'],
      ...['outdoor', 'outside', 'garden', 'veranda', 'terrace', 'patio', 'courtyard', 'yard'],
      ...['balcony', 'rooftop', 'pavement'],
    ],
    words: [
      ...['outside', 'outdoor', 'outdoors', 'open air', 'al fresco', 'garden', 'terrace', 'patio'],
      ...['ngoài', 'ngoài trời', 'bên ngoài', 'sân', 'sân vườn', 'ngoài sân', 'vườn', 'ngoài vườn'],
    ],
  },
  {
    named: ['riêng', 'private', 'vip'],
    words: ['private', 'private room', 'own room', 'phòng riêng', 'phòng kín', 'vip', 'phòng vip'],
  },
]

/** Each kind means the areas that are named after it; several of them are a question to the guest. */
export function areaSynonyms(areas: readonly Area[]): Synonym[] {
  return kinds.flatMap(({ named, words }) => {
    const ids = areas.filter((area) => isNamedAfter(area, named)).map(({ id }) => id)
    return ids.length > 0 ? [{ words, ids }] : []
  })
}

export function toNamedArea({ id, name, also = [] }: Area): NamedValue {
  return { id, name, aliases: also }
}

/** With its diacritics, "sân" is not found in "sang"; English names have none. */
function isNamedAfter({ name, also = [] }: Area, words: readonly string[]): boolean {
  const texts = [name.vi, name.en, ...also].map((text) => ` ${text.normalize('NFC').toLowerCase()}`)
  return words.some((word) => {
    const isEnglish = foldDiacritics(word) === word
    return texts.some((text) => text.includes(isEnglish ? ` ${word}` : word))
  })
}
