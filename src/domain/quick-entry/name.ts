/** Extracts the guest's name from the tokens that are still unread. */
import { isRemark } from './remark.ts'
import {
  isCapital,
  isIntentionalCapital,
  isNextToPhone,
  isSignAt,
  type Line,
  markAs,
  type TokenRange,
  textOf,
  unreadTokenAt,
} from './tokens.ts'
import { isFillerWord, isHonorific, matchesAny } from './word-lists.ts'

/** The candidate with the highest confidence wins. */
type Candidate = TokenRange & { confidence: number }

const isNameLabel = matchesAny('tên là name under for cho của khách kh')
/** Lower-case words within a foreign name. */
const isNameParticle = matchesAny('de la van der den von da di bin al')

const maxNameLength = 80
const maxNameWords = 6

export function extractName(line: Line): string | undefined {
  const [best] = unreadRanges(line)
    .flatMap((range) => findNameIn(line, range) ?? [])
    .sort((one, other) => other.confidence - one.confidence || one.from - other.from)
  if (!best) return undefined
  const name = truncateName(line, best)
  markAs(line, name, 'name')
  markNameLabel(line, name.from)
  return textOf(line, name)
}

/** Ranges of unread tokens, separated by commas. */
function unreadRanges(line: Line): TokenRange[] {
  const found: TokenRange[] = []
  let from = 0
  for (let index = 0; index <= line.tokens.length; index += 1) {
    const isUnread = unreadTokenAt(line, index) && !isSignAt(line, index, ',;|+')
    if (isUnread) continue
    if (index > from) found.push({ from, to: index })
    from = index + 1
  }
  return found
}

function findNameIn(line: Line, range: TokenRange): Candidate | undefined {
  return honorificNameIn(line, range) ?? capitalsIn(line, range) ?? lowercaseIn(line, range)
}

/** "chị Lan", "anh chị Tuấn Anh", "c Lan" */
function honorificNameIn(line: Line, { from, to }: TokenRange): Candidate | undefined {
  for (let index = from; index < to; index += 1) {
    const isCompany = isCompanyAt(line, index)
    if (!isCompany && !isHonorific(line, index)) continue
    let start = isCompany ? index + 2 : index + 1
    while (start < to && isHonorific(line, start)) start += 1
    if (isSignAt(line, start, '.')) start += 1
    const end = capitalsEnd(line, start, to) ?? lowercaseEnd(line, start, to)
    if (end !== undefined) return { from: index, to: end, confidence: 6 }
    index = start - 1
  }
  return undefined
}

const isCompanyWord = matchesAny('công')
const isCompanySuffix = matchesAny('ty')

/** "Công ty Sao Mai" */
function isCompanyAt(line: Line, index: number): boolean {
  return (
    isCompanyWord(unreadTokenAt(line, index)) && isCompanySuffix(unreadTokenAt(line, index + 1))
  )
}

/** Lower case: one word after the honorific, or up to four words before the phone number. */
function lowercaseEnd(line: Line, start: number, to: number): number | undefined {
  if (!isNameWord(line, start)) return undefined
  const all = wordsEnd(line, start, to)
  const isBeforePhone = all === to && isNextToPhone(line, { from: start, to })
  return isBeforePhone && all - start <= 4 ? all : start + 1
}

function capitalsIn(line: Line, { from, to }: TokenRange): Candidate | undefined {
  for (let index = from; index < to; index += 1) {
    const end = capitalsEnd(line, index, to)
    if (end === undefined) continue
    const span = { from: index, to: end }
    const isIntentional = isIntentionalCapital(line, index) || isIntentionalCapital(line, end - 1)
    return { ...span, confidence: (isIntentional ? 4 : 2) + (isNextToPhone(line, span) ? 1 : 0) }
  }
  return undefined
}

/** The end of the capitalized words that start here, including "Anne-Marie", "O'Neil" and "J. Smith". */
function capitalsEnd(line: Line, start: number, to: number): number | undefined {
  if (!isCapital(line, start) || !isNameWord(line, start)) return undefined
  let end = start + 1
  for (let words = 1; words < maxNameWords; words += 1) {
    const joint = isSignAt(line, end, `-'’.`) && line.tokens[end]?.isGlued ? end + 1 : end
    const small = isNameParticle(unreadTokenAt(line, joint)) ? joint + 1 : joint
    if (small >= to || !isCapital(line, small) || !isNameWord(line, small)) break
    end = small + 1
  }
  return end
}

/** Lower case only: one or two words, or up to four beside the phone number. */
function lowercaseIn(line: Line, { from, to }: TokenRange): Candidate | undefined {
  let start = from
  while (start < to && !isNameWord(line, start)) {
    if (!isFillerWord(line.tokens[start]) && !isNameLabel(line.tokens[start])) return undefined
    start += 1
  }
  const end = wordsEnd(line, start, to)
  if (end === start) return undefined
  const span = { from: start, to: end }
  const isByPhone = isNextToPhone(line, span)
  const isCutByRemark = end < to && isRemark(line, end)
  if (end - start > (isByPhone ? 4 : 2))
    return isCutByRemark ? undefined : firstWordCandidate(line, span, isByPhone)
  return { ...span, confidence: isByPhone ? 3 : 1 }
}

/** A long range before the phone number is ambiguous; after the phone number the first word is the name. */
function firstWordCandidate(
  line: Line,
  { from }: TokenRange,
  isByPhone: boolean,
): Candidate | undefined {
  return isByPhone && line.parts[from - 1] === 'phone'
    ? { from, to: from + 1, confidence: 1 }
    : undefined
}

function wordsEnd(line: Line, start: number, to: number): number {
  let end = start
  while (end < to && isNameWord(line, end)) end += 1
  return end
}

function isNameWord(line: Line, index: number): boolean {
  const token = unreadTokenAt(line, index)
  if (token?.kind !== 'word' || token.text.length > maxNameLength / 2 || isRemark(line, index))
    return false
  const isJoinedToOther = [index - 1, index + 1].some((neighbor) => isJoined(line, index, neighbor))
  return !isJoinedToOther && (!isFillerWord(token) || isIntentionalCapital(line, index))
}

/** Part of something that is not a word, such as an email address or a code. */
function isJoined(line: Line, index: number, neighbor: number): boolean {
  const isTouching = line.tokens[Math.max(index, neighbor)]?.isGlued
  const other = unreadTokenAt(line, neighbor)
  return isTouching === true && (other?.kind === 'number' || other?.text === '@')
}

/** "tên là Lan", "tên: Lan", "under name Lan" */
function markNameLabel(line: Line, name: number): void {
  let from = isSignAt(line, name - 1, ':') ? name - 1 : name
  while (isNameLabel(unreadTokenAt(line, from - 1))) from -= 1
  if (isNameLabel(line.tokens[from])) markAs(line, { from, to: name }, 'name')
}

function truncateName(line: Line, { from, to }: TokenRange): TokenRange {
  let end = to
  while (end > from + 1 && textOf(line, { from, to: end }).length > maxNameLength) end -= 1
  return { from, to: end }
}
