/** Extracts phrases of the trade: an offer, a table type, a therapist. */
import type { Phrase } from '../scheduling/rules.ts'
import { placeField } from './place-phrases.ts'
import type { QuickEntryWarning } from './result.ts'
import {
  isIntentionalCapital,
  isNextToPhone,
  type Line,
  markAs,
  type Token,
  type TokenRange,
  textOf,
  tokenizeLine,
  unreadTokenAt,
} from './tokens.ts'
import {
  isAfterHonorific,
  isHonorific,
  isPartyUnit,
  isUnaccented,
  matchesAny,
  toDigits,
} from './word-lists.ts'

type TokenTest = (token: Token | undefined) => boolean

type IndexedPhrase = Phrase & { words: readonly Token[]; before: TokenTest[][] }

/** By first word, longest phrase first. */
export type PhraseIndex = ReadonlyMap<string, readonly IndexedPhrase[]>

export type ExtractedFields = {
  fields: Record<string, string>
  /** Phrases for a field that already has another value. */
  duplicates: TokenRange[]
  /** Where the offer is named. */
  offerRange?: TokenRange | undefined
}

export function extractFields(line: Line, phraseIndex: PhraseIndex): ExtractedFields {
  const fields: Record<string, string> = {}
  const duplicates: TokenRange[] = []
  let offerRange: TokenRange | undefined
  for (let index = 0; index < line.tokens.length; index += 1) {
    const found = phraseAt(line, index, phraseIndex)
    if (!found) continue
    const { field, value, from, to } = found
    const isFirst = fields[field] === undefined || fields[field] === value
    if (isFirst || field === placeField) {
      fields[field] = isFirst ? value : addPlace(fields[field], value)
      markAs(line, { from, to }, 'field')
      if (field === 'offerId') offerRange ??= { from, to }
    } else duplicates.push({ from, to })
    index = to - 1
  }
  return { fields, duplicates, offerRange }
}

/** A large party may need several places. */
function addPlace(places: string | undefined, place: string): string {
  return [...new Set([...(places?.split(',') ?? []), place])].join(',')
}

/** The unread phrase at the index, without regard to what introduces it. */
export function barePhraseAt(
  line: Line,
  index: number,
  phraseIndex: PhraseIndex,
): (Phrase & TokenRange) | undefined {
  const first = unreadTokenAt(line, index)
  if (first?.kind !== 'word') return undefined
  for (const candidate of phraseIndex.get(toDigits(first)) ?? []) {
    const to = phraseEnd(line, index, candidate.words)
    if (to !== undefined) return { ...candidate, from: index, to }
  }
  return undefined
}

/** Warns about a second value of a field, which would otherwise only appear in the note. */
export function duplicateFieldWarnings(
  line: Line,
  duplicates: readonly TokenRange[],
): QuickEntryWarning[] {
  return duplicates
    .filter(({ from }) => line.parts[from] === 'note' || line.parts[from] === 'name')
    .map((span) => ({ text: textOf(line, span), message: onlyOneText }))
}

export function buildPhraseIndex(phrases: readonly Phrase[]): PhraseIndex {
  const candidates = phrases.map((phrase) => ({
    ...phrase,
    words: tokenizeLine(phrase.phrase).tokens.filter(({ kind }) => kind !== 'sign'),
    before: (phrase.after ?? []).map((words) => words.split(' ').map(matchesAny).toReversed()),
  }))
  candidates.sort((one, other) => other.words.length - one.words.length)
  return Map.groupBy(candidates, ({ words: [first] }) => (first ? toDigits(first) : ''))
}

function phraseAt(
  line: Line,
  index: number,
  phraseIndex: PhraseIndex,
): (Phrase & TokenRange) | undefined {
  const first = unreadTokenAt(line, index)
  if (!first || first.kind === 'sign') return undefined
  for (const candidate of phraseIndex.get(toDigits(first)) ?? []) {
    const to = phraseEnd(line, index, candidate.words)
    if (to === undefined || isOtherNumber(line, to)) continue
    const found = candidate.after
      ? introducedRange(line, { from: index, to }, candidate)
      : isName(line, { from: index, to }, candidate.words)
        ? undefined
        : { from: index, to }
    if (found) return { ...candidate, ...found }
  }
  return undefined
}

/** The index after the words if they start here; a sign between them is ignored. */
function phraseEnd(line: Line, from: number, words: readonly Token[]): number | undefined {
  let index = from
  for (const word of words) {
    if (index > from && unreadTokenAt(line, index)?.kind === 'sign') index += 1
    const token = unreadTokenAt(line, index)
    if (!token || !isSameWord(token, word, words.length)) return undefined
    index += 1
  }
  return words.length > 0 ? index : undefined
}

/** A number at the end belongs to something else: "hiên 4 người", "nhà 7h". */
function isOtherNumber(line: Line, to: number): boolean {
  if (line.tokens[to - 1]?.kind !== 'number') return false
  const next = unreadTokenAt(line, to)
  if (isPartyUnit(next) || isHourUnit(next)) return true
  return next?.isGlued === true && (next.kind !== 'sign' || !',;)'.includes(next.text))
}

const isHourUnit = matchesAny('h giờ g')

function isSameWord(token: Token, word: Token, length: number): boolean {
  if (token.lower === word.lower) return true
  if (token.folded === word.folded && (isUnaccented(token) || isUnaccented(word))) return true
  return length > 1 && toDigits(token) === toDigits(word) && /^[0-9]/.test(toDigits(word))
}

/** With the words that introduce the phrase, or with "làm" after a staff member: "với chị Mai", "Bảo làm". */
function introducedRange(
  line: Line,
  { from, to }: TokenRange,
  { before, field }: IndexedPhrase,
): TokenRange | undefined {
  const start = introductionStart(line, from, before)
  if (start !== undefined) return { from: start, to }
  if (field === placeField || !isDoing(unreadTokenAt(line, to))) return undefined
  return { from: isHonorific(line, from - 1) ? from - 1 : from, to: to + 1 }
}

const isDoing = matchesAny('làm')

/** The index of the word that introduces a staff member: "với chị Mai", "@Nhung". */
function introductionStart(
  line: Line,
  index: number,
  before: IndexedPhrase['before'],
): number | undefined {
  const lastIndex = isHonorific(line, index - 1) ? index - 2 : index - 1
  const words = before.find((backwards) =>
    backwards.every((is, step) => is(unreadTokenAt(line, lastIndex - step))),
  )
  return words && lastIndex - words.length + 1
}

/**
 * A single syllable may be the guest's name: "chị Hiên", "Hien 0912 345 678". It is not if the line has
 * another name: "chị Hoa hiên 0912 345 678".
 */
function isName(line: Line, span: TokenRange, [word, ...more]: readonly Token[]): boolean {
  if (more.length > 0 || (word && word.text.length > 5)) return false
  if (isIntentionalCapital(line, span.from) || isAfterHonorific(line, span.from)) return true
  const hasOtherName = line.tokens.some((_, index) => isHonorific(line, index))
  return isNextToPhone(line, span) && !hasOtherName
}

const onlyOneText = {
  vi: 'Mỗi lượt chỉ ghi được một lựa chọn; phần này đang ở ghi chú. Cần cả hai thì đặt thêm một lượt.',
  en: 'A booking has one such choice; this one is in the note. For both, make two bookings.',
}
