/** Which stretches of a line are a note: what follows "ghi chú" or //, brackets, what a dash sets apart. */

import { isRemark } from './remark.ts'
import { isCapital, isDash, isNextToPhone, type Line, type Span, signAt, take } from './tokens.ts'
import { anyOf, isAddress, saysNothing } from './word-lists.ts'

const noteWord = anyOf('note notes')
const shortWord = anyOf('gc yc')
const twoWords = [
  ['ghi', 'chú'],
  ['lưu', 'ý'],
].map((pair) => pair.map(anyOf))

/** Everything after the words that announce a note, except the phone number. */
export function takeAnnouncedNote(line: Line): void {
  for (let place = 0; place < line.atoms.length; place += 1) {
    const length = announces(line, place)
    if (length === 0) continue
    take(line, { from: place, to: place + length }, 'mark')
    takeFree(line, { from: place + length, to: line.atoms.length })
    return
  }
}

function announces(line: Line, place: number): number {
  const { atoms } = line
  if (signAt(line, place, '/') && signAt(line, place + 1, '/') && atoms[place + 1]?.glued) {
    return atoms[place]?.glued && atoms[place - 1]?.text === ':' ? 0 : 2
  }
  const colon = (at: number) => (signAt(line, at, ':') ? 1 : 0)
  if (noteWord(atoms[place])) return 1 + colon(place + 1)
  if (shortWord(atoms[place]) && colon(place + 1)) return 2
  const spoken = twoWords.some(([one, two]) => one?.(atoms[place]) && two?.(atoms[place + 1]))
  return spoken ? 2 + colon(place + 2) : 0
}

/**
 * Brackets, and what a dash sets apart, unless they hold only what was understood without them or
 * the guest's name: "19h - 4 người - Lan - sinh nhật". `draft` is the line read as if they were none.
 */
export function takeSetApart(line: Line, draft: Line): void {
  const all = leftover(draft, { from: 0, to: line.atoms.length }).length
  for (const span of brackets(line)) {
    take(line, { from: span.from, to: span.from + 1 }, 'mark')
    if (isClosing(line, span.to - 1)) {
      take(line, { from: span.to - 1, to: span.to }, 'mark')
    }
    const rest = leftover(draft, span)
    const onlyName = rest.length === all && isCapital(draft, rest[0] ?? 0) && mayBeName(draft, rest)
    if (rest.length > 0 && !onlyName) takeFree(line, span)
  }
  let named = false
  for (const segment of segments(line)) {
    const rest = leftover(draft, segment).filter((place) => line.parts[place] === undefined)
    if (rest.length === 0) continue
    if (segment.from > 0 && (named || !mayBeName(draft, rest))) {
      takeFree(line, { from: segment.from, to: line.atoms.length })
      return
    }
    named = true
  }
}

function takeFree(line: Line, { from, to }: Span): void {
  for (let place = from; place < to; place += 1) line.parts[place] ??= 'note'
}

function brackets(line: Line): Span[] {
  const found: Span[] = []
  for (let place = 0; place < line.atoms.length; place += 1) {
    if (!signAt(line, place, '([{')) continue
    let close = place + 1
    while (close < line.atoms.length && !isClosing(line, close)) close += 1
    found.push({ from: place, to: Math.min(close + 1, line.atoms.length) })
    place = close
  }
  return found
}

function isClosing(line: Line, place: number): boolean {
  return signAt(line, place, ')]}')
}

/** The line between its dashes. */
function segments(line: Line): Span[] {
  const dashes = line.atoms.flatMap((_, place) => (isDash(line, place) ? [place] : []))
  return [-1, ...dashes].map((from, at) => ({
    from: from + 1,
    to: dashes[at] ?? line.atoms.length,
  }))
}

/** Words and numbers that nothing was made of. */
function leftover(draft: Line, { from, to }: Span): number[] {
  const places = Array.from({ length: to - from }, (_, step) => from + step)
  return places.filter((place) => {
    const atom = draft.atoms[place]
    return draft.parts[place] === undefined && atom?.kind !== 'sign' && !saysNothing(atom)
  })
}

function mayBeName(draft: Line, rest: readonly number[]): boolean {
  const [first = 0] = rest
  if (draft.atoms[first]?.kind !== 'word' || isRemark(draft, first)) return false
  if (isCapital(draft, first) || isAddress(draft, first)) return true
  const byPhone = isNextToPhone(draft, { from: first, to: (rest.at(-1) ?? first) + 1 })
  return rest.length <= (byPhone ? 4 : 2)
}
