/** Extracts the party size: 4 người, 4n, x4, for 4, 2 lớn 2 bé, or a plain number. */
import {
  gluedTokenAt,
  isSignAt,
  type Line,
  markAs,
  type TokenRange,
  unreadTokenAt,
} from './tokens.ts'
import { isOtherUnit, isPartyUnit, matchesAny, numberAt } from './word-lists.ts'

export type ExtractedParty = {
  partySize: number | undefined
  /** Ranges that are also copied to the note, such as "2 lớn 2 bé". */
  noteRanges: TokenRange[]
}

type PartyMatch = TokenRange & { guests: number; shouldCopyToNote?: boolean }

const maxPartySize = 500

const isAdultWord = matchesAny('lớn adults adult nl')
const isChildWord = matchesAny('bé trẻ cháu nhỏ te kids kid children child')
const isChildSuffix = matchesAny('em nhỏ con')
const isConjunction = matchesAny('và and')
const isOrWord = matchesAny('đến tới hoặc hay or to')
const isBeforeNumber = matchesAny('for cho nhóm đoàn bàn x sl')
const isLeadingWord = matchesAny(
  'đặt bàn giữ chỗ cho for book table a of party group nhóm đoàn khoảng tầm',
)

export function extractParty(line: Line): ExtractedParty {
  const matchers = [adultsAndChildrenAt, countedAt, announcedAt, bareNumberAt]
  for (const matcher of matchers) {
    const match = findFirst(line, matcher)
    if (!match) continue
    markAs(line, { from: startWithLeading(line, match.from), to: match.to }, 'party')
    return { partySize: match.guests, noteRanges: match.shouldCopyToNote ? [match] : [] }
  }
  return { partySize: undefined, noteRanges: [] }
}

function findFirst(
  line: Line,
  matcher: (line: Line, index: number) => PartyMatch | undefined,
): PartyMatch | undefined {
  for (let index = 0; index < line.tokens.length; index += 1) {
    const match = unreadTokenAt(line, index) ? matcher(line, index) : undefined
    if (match && match.guests >= 1 && match.guests <= maxPartySize) return match
  }
  return undefined
}

/** "2 lớn 2 bé", "2 người lớn + 1 trẻ em", "2 adults 2 kids"; the text is also copied to the note. */
function adultsAndChildrenAt(line: Line, from: number): PartyMatch | undefined {
  const one = groupAt(line, from)
  if (!one) return undefined
  const joined =
    isConjunction(unreadTokenAt(line, one.to)) || isSignAt(line, one.to, ',+&')
      ? one.to + 1
      : one.to
  const other = groupAt(line, joined)
  if (other && other.isAdult !== one.isAdult) {
    return { from, to: other.to, guests: one.guests + other.guests, shouldCopyToNote: true }
  }
  return one.isAdult ? { from, to: one.to, guests: one.guests } : undefined
}

function groupAt(
  line: Line,
  from: number,
): { guests: number; isAdult: boolean; to: number } | undefined {
  const number = numberAt(line, from)
  if (!number) return undefined
  const { value: guests, to } = number
  const unit = isPartyUnit(unreadTokenAt(line, to)) ? to + 1 : to
  if (isAdultWord(unreadTokenAt(line, unit))) return { guests, isAdult: true, to: unit + 1 }
  if (!isChildWord(unreadTokenAt(line, to))) return undefined
  return {
    guests,
    isAdult: false,
    to: isChildSuffix(unreadTokenAt(line, to + 1)) ? to + 2 : to + 1,
  }
}

/** "4 người", "4ng", "bốn khách"; of "4-5 người" the larger number, and the note gets the text. */
function countedAt(line: Line, from: number): PartyMatch | undefined {
  const number = numberAt(line, from)
  if (!number) return undefined
  const between = isSignAt(line, number.to, '-–~') || isOrWord(unreadTokenAt(line, number.to))
  const upper = between ? numberAt(line, number.to + 1) : undefined
  const { value, to } = upper ?? number
  const end = unitEnd(line, to, value)
  if (end === undefined) return undefined
  return {
    from,
    to: end,
    guests: Math.max(value, number.value),
    shouldCopyToNote: upper !== undefined,
  }
}

function unitEnd(line: Line, index: number, count: number): number | undefined {
  const unit = unreadTokenAt(line, index)
  if (isPartyUnit(unit)) return index + 1
  // A unit of one letter must directly follow its number; "500k" is an amount of money.
  const letter = unit?.isGlued && !gluedTokenAt(line, index + 1) ? unit.lower : ''
  return letter === 'n' || (letter === 'k' && count <= 20) || unit?.lower === 'bạn'
    ? index + 1
    : undefined
}

/** "for 4", "bàn 4", "x4", "party of 4" */
function announcedAt(line: Line, from: number): PartyMatch | undefined {
  const token = unreadTokenAt(line, from)
  const of = token?.lower === 'of' && from > 0
  if (!of && !isBeforeNumber(token)) return undefined
  const colon = isSignAt(line, from + 1, ':') ? 1 : 0
  const number = numberAt(line, from + 1 + colon)
  if (!number || !isNotACount(line, number.to)) return undefined
  return { from, to: number.to, guests: number.value }
}

/** "19h 4 Lan": a small number beside a parsed token, or at either end of the line. */
function bareNumberAt(line: Line, from: number): PartyMatch | undefined {
  const token = unreadTokenAt(line, from)
  if (token?.kind !== 'number' || token.text.length > 2 || !isNotACount(line, from + 1))
    return undefined
  if (token.isGlued && line.tokens[from - 1]?.kind !== 'sign') return undefined
  if (isSignAt(line, from - 1, '/.:#') || isOtherUnit(line, from - 1)) return undefined
  const isBesideKnown = [from - 1, from + 1].some((index) => isEdge(line, index))
  return isBesideKnown ? { from, to: from + 1, guests: Number(token.text) } : undefined
}

function isEdge(line: Line, index: number): boolean {
  const step = isSignAt(line, index, ',;-–+') ? 1 : 0
  const beyond = index + step
  if (index < 0 || beyond >= line.tokens.length) return true
  const part = line.parts[beyond] ?? line.parts[index]
  return part !== undefined && part !== 'note'
}

function isNotACount(line: Line, to: number): boolean {
  const next = unreadTokenAt(line, to)
  if (isOtherUnit(line, to)) return false
  return !next?.isGlued || (next.kind === 'sign' && !':/.%'.includes(next.text))
}

function startWithLeading(line: Line, from: number): number {
  let index = from
  while (
    isLeadingWord(unreadTokenAt(line, index - 1)) &&
    unreadTokenAt(line, index - 2)?.kind !== 'number'
  )
    index -= 1
  return index
}
