/** Quick-entry phrases for the places of a shop by their own names: "Nhà 5", "phòng Hoa Bưởi". */
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import type { BookingRules, Phrase } from '../scheduling/rules.ts'

/** Several places can be named; their ids are separated by commas. */
export const placeField = 'resource'

const placeNouns = ['bàn', 'phòng', 'ghế', 'giường', 'table', 'room', 'chair', 'bed']

/** A name without a number may also be a guest or an offer, so that it needs a noun before it. */
export function placePhrases({
  resources,
  extraPlace,
}: Pick<BookingRules, 'resources' | 'extraPlace'>): Phrase[] {
  const { noun, resourceKind } = extraPlace
  const nouns = [...new Set([noun.vi.toLowerCase(), noun.en.toLowerCase(), ...placeNouns])]
  const places = resources.filter(({ id }) => id.startsWith(`${resourceKind}:`))
  const phrases = places.flatMap(({ id, name }) =>
    namesOf(name).map((phrase) => ({
      ...{ phrase, field: placeField, value: id },
      ...(!isUnmistakable(phrase, nouns) && { after: nouns }),
    })),
  )
  const byName = Map.groupBy(phrases, ({ phrase }) => foldDiacritics(phrase).toLowerCase())
  return [...byName.values()].flatMap(([first, ...others]) =>
    first && others.length === 0 ? [first] : [],
  )
}

/** "Nhà 8 (bàn tròn) · 8 chỗ" → "Nhà 8 (bàn tròn)" and "Nhà 8". */
function namesOf(name: { vi: string; en: string }): string[] {
  const full = [name.vi, name.en].map((one) => one.split(' · ')[0] ?? one)
  const short = full.map((one) => one.replace(/\s*\([^)]*\)/g, ''))
  return [...new Set([...full, ...short].map((one) => one.trim()).filter((one) => one !== ''))]
}

function isUnmistakable(phrase: string, nouns: readonly string[]): boolean {
  const [first = ''] = phrase.toLowerCase().split(' ')
  const hasNumber = /\p{L}.*[0-9]/u.test(phrase)
  return hasNumber || (phrase.includes(' ') && nouns.includes(first))
}
