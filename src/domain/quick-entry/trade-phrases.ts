/** The trade's own words in a line: an offer, a kind of table, a therapist. */
import type { Phrase } from '../scheduling/rules.ts'
import type { Unclear } from './result.ts'
import {
  type Atom,
  free,
  isMeantCapital,
  isNextToPhone,
  type Line,
  type Span,
  splitLine,
  take,
  textOf,
} from './tokens.ts'
import { anyOf, inDigits, isAddress, isAddressed, isPlain } from './word-lists.ts'

type Test = (atom: Atom | undefined) => boolean

type Sought = Phrase & { words: readonly Atom[]; before: Test[][] }

/** By first word, the longest first. */
type Index = ReadonlyMap<string, readonly Sought[]>

export type FieldsTaken = {
  fields: Record<string, string>
  /** Said after another value of the same field had been taken. */
  spare: Span[]
}

export function takeFields(line: Line, vocabulary: readonly Phrase[]): FieldsTaken {
  const index = indexed(vocabulary)
  const fields: Record<string, string> = {}
  const spare: Span[] = []
  for (let place = 0; place < line.atoms.length; place += 1) {
    const found = phraseAt(line, place, index)
    if (!found) continue
    const { field, value, from, to } = found
    if (fields[field] === undefined || fields[field] === value) {
      fields[field] = value
      take(line, { from, to }, 'field')
    } else spare.push({ from, to })
    place = to - 1
  }
  return { fields, spare }
}

/** A second wish of the same kind is not lost in the note without a word. */
export function secondWishes(line: Line, spare: readonly Span[]): Unclear[] {
  return spare
    .filter(({ from }) => line.parts[from] === 'note' || line.parts[from] === 'name')
    .map((span) => ({ text: textOf(line, span), message: onlyOne }))
}

function indexed(vocabulary: readonly Phrase[]): Index {
  const sought = vocabulary.map((phrase) => ({
    ...phrase,
    words: splitLine(phrase.phrase).atoms.filter(({ kind }) => kind !== 'sign'),
    before: (phrase.after ?? []).map((words) => words.split(' ').map(anyOf).toReversed()),
  }))
  sought.sort((one, other) => other.words.length - one.words.length)
  return Map.groupBy(sought, ({ words: [first] }) => (first ? inDigits(first) : ''))
}

function phraseAt(line: Line, place: number, index: Index): (Phrase & Span) | undefined {
  const first = free(line, place)
  if (!first || first.kind === 'sign') return undefined
  for (const sought of index.get(inDigits(first)) ?? []) {
    const to = endOf(line, place, sought.words)
    if (to === undefined) continue
    const from = sought.after === undefined ? place : introduced(line, place, sought.before)
    if (from === undefined || (!sought.after && isName(line, { from, to }, sought.words))) continue
    return { ...sought, from, to }
  }
  return undefined
}

/** Where the words end if they stand here; a comma or a dash between them does not matter. */
function endOf(line: Line, from: number, words: readonly Atom[]): number | undefined {
  let place = from
  for (const word of words) {
    if (place > from && free(line, place)?.kind === 'sign') place += 1
    const atom = free(line, place)
    if (!atom || !isSame(atom, word, words.length)) return undefined
    place += 1
  }
  return words.length > 0 ? place : undefined
}

function isSame(atom: Atom, word: Atom, length: number): boolean {
  if (atom.lower === word.lower) return true
  if (atom.folded === word.folded && (isPlain(atom) || isPlain(word))) return true
  return length > 1 && inDigits(atom) === inDigits(word) && /^[0-9]/.test(inDigits(word))
}

/** Where the word stands that says that a therapist is meant: "với chị Mai", "@Nhung". */
function introduced(line: Line, place: number, before: Sought['before']): number | undefined {
  const said = isAddress(line, place - 1) ? place - 2 : place - 1
  const words = before.find((backwards) =>
    backwards.every((is, step) => is(free(line, said - step))),
  )
  return words && said - words.length + 1
}

/**
 * A single syllable may be somebody's name: "chị Hiên", "Hien 0912 345 678". Where another name is
 * said ("chị Hoa hiên 0912 345 678"), it is not.
 */
function isName(line: Line, span: Span, [word, ...more]: readonly Atom[]): boolean {
  if (more.length > 0 || (word && word.text.length > 5)) return false
  if (isMeantCapital(line, span.from) || isAddressed(line, span.from)) return true
  const another = line.atoms.some((_, place) => isAddress(line, place))
  return isNextToPhone(line, span) && !another
}

const onlyOne = {
  vi: 'Mỗi lượt chỉ ghi được một lựa chọn; phần này đang ở ghi chú. Cần cả hai thì đặt thêm một lượt.',
  en: 'One booking holds one such choice; this one is in the note. For both, make two bookings.',
}
