/** Marks notes in a line: text after "ghi chú" or //, in brackets, or after a dash. */
import { isRemark } from './remark.ts'
import {
  isCapital,
  isDash,
  isNextToPhone,
  isSignAt,
  type Line,
  markAs,
  type TokenRange,
} from './tokens.ts'
import { isFillerWord, isHonorific, matchesAny } from './word-lists.ts'

const isNoteWord = matchesAny('note notes')
const isNoteAbbreviation = matchesAny('gc yc')
const noteWordPairs = [
  ['ghi', 'chú'],
  ['lưu', 'ý'],
].map((pair) => pair.map(matchesAny))

/** Everything after the words that announce a note, except the phone number, is the note. */
export function markAnnouncedNote(line: Line): void {
  for (let index = 0; index < line.tokens.length; index += 1) {
    const length = announcementLength(line, index)
    if (length === 0) continue
    markAs(line, { from: index, to: index + length }, 'mark')
    markUnreadAsNote(line, { from: index + length, to: line.tokens.length })
    return
  }
}

function announcementLength(line: Line, index: number): number {
  const { tokens } = line
  if (isSignAt(line, index, '/') && isSignAt(line, index + 1, '/') && tokens[index + 1]?.isGlued) {
    return tokens[index]?.isGlued && tokens[index - 1]?.text === ':' ? 0 : 2
  }
  const colonLength = (at: number) => (isSignAt(line, at, ':') ? 1 : 0)
  if (isNoteWord(tokens[index])) return 1 + colonLength(index + 1)
  if (isNoteAbbreviation(tokens[index]) && colonLength(index + 1)) return 2
  const isAnnounced = noteWordPairs.some(
    ([one, two]) => one?.(tokens[index]) && two?.(tokens[index + 1]),
  )
  return isAnnounced ? 2 + colonLength(index + 2) : 0
}

/**
 * Text in brackets or after a dash is a note, unless it was parsed as something else or is the guest's name:
 * "19h - 4 người - Lan - sinh nhật". `draft` is the line as parsed without regard to brackets and dashes.
 */
export function markSeparatedNotes(line: Line, draft: Line): void {
  const all = unreadIndexes(draft, { from: 0, to: line.tokens.length }).length
  for (const span of bracketRanges(line)) {
    markAs(line, { from: span.from, to: span.from + 1 }, 'mark')
    if (isClosing(line, span.to - 1)) {
      markAs(line, { from: span.to - 1, to: span.to }, 'mark')
    }
    const unread = unreadIndexes(draft, span)
    const isOnlyName =
      unread.length === all && isCapital(draft, unread[0] ?? 0) && canBeName(draft, unread)
    if (unread.length > 0 && !isOnlyName) markUnreadAsNote(line, span)
  }
  let hasName = false
  for (const segment of dashSegments(line)) {
    const unread = unreadIndexes(draft, segment).filter((index) => line.parts[index] === undefined)
    if (unread.length === 0) continue
    if (segment.from > 0 && (hasName || !canBeName(draft, unread))) {
      markUnreadAsNote(line, { from: segment.from, to: line.tokens.length })
      return
    }
    hasName = true
  }
}

function markUnreadAsNote(line: Line, { from, to }: TokenRange): void {
  for (let index = from; index < to; index += 1) line.parts[index] ??= 'note'
}

function bracketRanges(line: Line): TokenRange[] {
  const found: TokenRange[] = []
  for (let index = 0; index < line.tokens.length; index += 1) {
    if (!isSignAt(line, index, '([{')) continue
    let close = index + 1
    while (close < line.tokens.length && !isClosing(line, close)) close += 1
    found.push({ from: index, to: Math.min(close + 1, line.tokens.length) })
    index = close
  }
  return found
}

function isClosing(line: Line, index: number): boolean {
  return isSignAt(line, index, ')]}')
}

/** The parts of the line between dashes. */
function dashSegments(line: Line): TokenRange[] {
  const dashes = line.tokens.flatMap((_, index) => (isDash(line, index) ? [index] : []))
  return [-1, ...dashes].map((from, at) => ({
    from: from + 1,
    to: dashes[at] ?? line.tokens.length,
  }))
}

/** Words and numbers that were not parsed. */
function unreadIndexes(draft: Line, { from, to }: TokenRange): number[] {
  const indexes = Array.from({ length: to - from }, (_, step) => from + step)
  return indexes.filter((index) => {
    const token = draft.tokens[index]
    return draft.parts[index] === undefined && token?.kind !== 'sign' && !isFillerWord(token)
  })
}

function canBeName(draft: Line, unread: readonly number[]): boolean {
  const [first = 0] = unread
  if (draft.tokens[first]?.kind !== 'word' || isRemark(draft, first)) return false
  if (isCapital(draft, first) || isHonorific(draft, first)) return true
  const isByPhone = isNextToPhone(draft, { from: first, to: (unread.at(-1) ?? first) + 1 })
  return unread.length <= (isByPhone ? 4 : 2)
}
