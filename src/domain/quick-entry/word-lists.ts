/** The words of a booking line. A word is known with its marks, or typed without any. */
import { fold } from '../../kernel/fold-diacritics.ts'
import { type Atom, free, isCapital, isMeantCapital, type Line, signAt } from './tokens.ts'

export type Known<Meaning> = (atom: Atom | undefined) => Meaning | undefined

/** "một" means 1 and "mốt" another day; "mot" may be either, so each is asked for in its place. */
export function known<Meaning>(meanings: readonly (readonly [string, Meaning])[]): Known<Meaning> {
  const marked = new Map(meanings)
  const plain = new Map(meanings.toReversed().map(([word, meaning]) => [fold(word), meaning]))
  return (atom) => {
    if (atom === undefined) return undefined
    return marked.get(atom.lower) ?? (isPlain(atom) ? plain.get(atom.folded) : undefined)
  }
}

export function anyOf(words: string): (atom: Atom | undefined) => boolean {
  const find = known(words.split(' ').map((word) => [word, true] as const))
  return (atom) => find(atom) === true
}

/** Typed without marks. */
export function isPlain({ lower, folded }: Atom): boolean {
  return lower === folded
}

const numberWords = known<number>([
  ...['một', 'hai', 'ba', 'bốn', 'năm', 'sáu', 'bảy', 'tám', 'chín', 'mười'].map(numbered),
  ...['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'].map(numbered),
  ['tư', 4],
  ['bẩy', 7],
  ['eleven', 11],
  ['twelve', 12],
])

function numbered(word: string, place: number): [string, number] {
  return [word, place + 1]
}

/** A number in digits or in words, and the place after it. */
export function numberAt(line: Line, place: number): { value: number; to: number } | undefined {
  const atom = free(line, place)
  if (atom?.kind === 'number') {
    return atom.text.length <= 4 ? { value: Number(atom.text), to: place + 1 } : undefined
  }
  // "anh Tư", "chị Năm": somebody's name.
  if (isAddressed(line, place)) return undefined
  const value = numberWords(atom)
  if (value === undefined) return undefined
  const more = value === 10 ? numberWords(free(line, place + 1)) : undefined
  return more === 1 || more === 2
    ? { value: value + more, to: place + 2 }
    : { value, to: place + 1 }
}

/** The digits of a number word, so that "mâm 4 người" is "mâm bốn người". */
export function inDigits(atom: Atom): string {
  return String(numberWords(atom) ?? atom.folded)
}

const fullForms = anyOf('chị anh chú em bà ông bác cậu thầy mr mrs ms miss madam cty')
const markedForms = new Set(['cô', 'bạn', 'dì', 'bà'])
const looseForms = new Set(['co', 'ban', 'ba', 'c', 'a', 'e'])

/** chị, anh, Mr; a form that may be another word only before a capital: "co Lan", "c Lan". */
export function isAddress(line: Line, place: number): boolean {
  const atom = line.atoms[place]
  if (atom === undefined || isCounted(line, place) || isWithinName(line, place)) return false
  if (markedForms.has(atom.lower)) return true
  if (!looseForms.has(atom.lower)) return fullForms(atom)
  return isCapital(line, signAt(line, place + 1, '.') ? place + 2 : place + 1)
}

/** "4 chị" are guests. */
function isCounted(line: Line, place: number): boolean {
  const before = free(line, place - 1)
  return before?.kind === 'number' && !before.glued && before.text.length <= 2
}

/** "Linh Chi", "Nguyễn Anh Tuấn" */
function isWithinName(line: Line, place: number): boolean {
  return isMeantCapital(line, place) && !line.parts[place - 1] && isCapital(line, place - 1)
}

/** Whether a polite word stands before it, so that whatever it says is a name. */
export function isAddressed(line: Line, place: number): boolean {
  const before = signAt(line, place - 1, '.') ? place - 2 : place - 1
  return isAddress(line, before) && !line.parts[before]
}

export const partyUnit = anyOf(
  'người ngưòi nguời ngừoi ngừơi ng khách vị chỗ pax px ppl people persons person guests guest',
)

const countable = anyOf(
  'phút p ph mins minutes tiếng hours tuổi k tr triệu nghìn ngàn đ vnd usd kg suất phần con đĩa món chai bàn tables buổi tháng ngày mâm set bé trẻ cháu kids',
)

/** What a number counts that is no guest. */
export function otherUnit(line: Line, place: number): boolean {
  return countable(free(line, place)) && !isMeantCapital(line, place)
}

/** Words that only say that this is a booking. */
export const saysNothing = anyOf(
  'đặt bàn chỗ giữ book booking reserve reservation table a cho for lúc vào at on of và and nhé nha ạ ok please pls',
)
