/** Word lists of quick entry. A word matches with its diacritics, or without any. */
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import {
  isCapital,
  isIntentionalCapital,
  isSignAt,
  type Line,
  type Token,
  unreadTokenAt,
} from './tokens.ts'

type WordLookup<Meaning> = (token: Token | undefined) => Meaning | undefined

/** "một" is 1 and "mốt" is a day; "mot" may be either, so each lookup is used only where it makes sense. */
export function createWordLookup<Meaning>(
  meanings: readonly (readonly [string, Meaning])[],
): WordLookup<Meaning> {
  const accented = new Map(meanings)
  const unaccented = new Map(
    meanings.toReversed().map(([word, meaning]) => [foldDiacritics(word), meaning]),
  )
  return (token) => {
    if (token === undefined) return undefined
    return (
      accented.get(token.lower) ?? (isUnaccented(token) ? unaccented.get(token.folded) : undefined)
    )
  }
}

export function matchesAny(words: string): (token: Token | undefined) => boolean {
  const find = createWordLookup(words.split(' ').map((word) => [word, true] as const))
  return (token) => find(token) === true
}

/** Typed without diacritics. */
export function isUnaccented({ lower, folded }: Token): boolean {
  return lower === folded
}

const numberWordLookup = createWordLookup<number>([
  ...['một', 'hai', 'ba', 'bốn', 'năm', 'sáu', 'bảy', 'tám', 'chín', 'mười'].map(numbered),
  ...['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'].map(numbered),
  ['tư', 4],
  ['bẩy', 7],
  ['eleven', 11],
  ['twelve', 12],
])

function numbered(word: string, index: number): [string, number] {
  return [word, index + 1]
}

/** A number in digits or words, and the index after it. */
export function numberAt(line: Line, index: number): { value: number; to: number } | undefined {
  const token = unreadTokenAt(line, index)
  if (token?.kind === 'number') {
    return token.text.length <= 4 ? { value: Number(token.text), to: index + 1 } : undefined
  }
  // "anh Tư", "chị Năm": a name.
  if (isAfterHonorific(line, index)) return undefined
  const value = numberWordLookup(token)
  if (value === undefined) return undefined
  const more = value === 10 ? numberWordLookup(unreadTokenAt(line, index + 1)) : undefined
  return more === 1 || more === 2
    ? { value: value + more, to: index + 2 }
    : { value, to: index + 1 }
}

/** Digits instead of a number word, so that "mâm 4 người" equals "mâm bốn người". */
export function toDigits(token: Token): string {
  return String(numberWordLookup(token) ?? token.folded)
}

const isFullHonorific = matchesAny('chị anh chú em bà ông bác cậu thầy mr mrs ms miss madam cty')
const accentedHonorifics = new Set(['cô', 'bạn', 'dì', 'bà'])
const ambiguousHonorifics = new Set(['co', 'ban', 'ba', 'c', 'a', 'e'])

/** chị, anh, Mr; ambiguous forms only before a capital: "co Lan", "c Lan". */
export function isHonorific(line: Line, index: number): boolean {
  const token = line.tokens[index]
  if (token === undefined || isCounted(line, index) || isWithinName(line, index)) return false
  if (accentedHonorifics.has(token.lower)) return true
  if (!ambiguousHonorifics.has(token.lower)) return isFullHonorific(token)
  return isCapital(line, isSignAt(line, index + 1, '.') ? index + 2 : index + 1)
}

/** "4 chị" is a number of guests. */
function isCounted(line: Line, index: number): boolean {
  const before = unreadTokenAt(line, index - 1)
  return before?.kind === 'number' && !before.isGlued && before.text.length <= 2
}

/** "Linh Chi", "Nguyễn Anh Tuấn" */
function isWithinName(line: Line, index: number): boolean {
  return isIntentionalCapital(line, index) && !line.parts[index - 1] && isCapital(line, index - 1)
}

/** Whether an honorific precedes the token, so that the token is a name. */
export function isAfterHonorific(line: Line, index: number): boolean {
  const before = isSignAt(line, index - 1, '.') ? index - 2 : index - 1
  return isHonorific(line, before) && !line.parts[before]
}

export const isPartyUnit = matchesAny(
  'người ngưòi nguời ngừoi ngừơi ng khách vị chỗ pax px ppl people persons person guests guest',
)

const isCountable = matchesAny(
  [
    'phút p ph mins minutes tiếng hours tuổi k tr triệu nghìn ngàn đ vnd usd kg suất phần con đĩa món chai',
    'bàn tables buổi tháng ngày mâm set bé trẻ cháu kids',
  ].join(' '),
)

/** A unit that does not count guests. */
export function isOtherUnit(line: Line, index: number): boolean {
  return isCountable(unreadTokenAt(line, index)) && !isIntentionalCapital(line, index)
}

/** Words without information, such as "book a table". */
export const isFillerWord = matchesAny(
  'đặt bàn chỗ giữ book booking reserve reservation table a cho for lúc vào at on of và and nhé nha ạ ok please pls',
)
