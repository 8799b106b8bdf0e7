/** Texts that say there is no surcharge, while the shop charges one. */
import type { Report } from './report.ts'
import type { SharedFiles } from './shop.ts'
import type { Surcharge } from './surcharge.ts'
import { formatSurcharges } from './surcharge-texts.ts'
import type { TextFile } from './text-files.ts'
import { findTextPlaces, notePlaces } from './text-places.ts'

export function noteDeniedSurcharges(
  { surcharges }: SharedFiles['business'],
  texts: readonly TextFile[],
  report: Report,
): void {
  if (surcharges.length === 0) return
  const isCharged = (sentence: string) => surcharges.some((one) => isDenied(one, sentence))
  const places = findTextPlaces(texts, denial, isCharged)
  const list = formatSurcharges(surcharges)
  const wrong = {
    vi: `lời này nói không phụ thu, mà business.yaml có: ${list.vi}`,
    en: `this text says that there is no surcharge, but business.yaml has ${list.en}`,
  }
  const write = {
    vi: '{surcharges} ở chỗ ấy, hoặc bỏ câu ấy',
    en: '{surcharges} there, or remove the sentence',
  }
  notePlaces(places, wrong, { write }, report)
}

/** "không phụ thu cuối tuần hay ngày lễ", "there is no service charge and no surcharge at weekends". */
const denial =
  /(?:không|chẳng|miễn)(?:\s+[\p{L}]+){0,4}?\s+phụ\s+thu[^.;\n]*|\b(?:no|without|never)\b(?:\s+[a-z-]+){0,4}?\s+surcharges?\b[^.;\n]*/giu

const scopes = [
  {
    words: /cuối\s+tuần|weekend/iu,
    covers: ({ days = [] }: Surcharge) => days.some((day) => day > 5),
  },
  { words: /\blễ|tết|holiday/iu, covers: ({ from }: Surcharge) => from !== undefined },
]

/** A sentence about weekends says nothing about holidays. */
function isDenied(surcharge: Surcharge, sentence: string): boolean {
  const named = scopes.filter(({ words }) => words.test(sentence))
  return named.length === 0 || named.some(({ covers }) => covers(surcharge))
}
