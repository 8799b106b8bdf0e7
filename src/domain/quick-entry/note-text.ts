/** The text of the note: what was announced as one, and whatever has no other place. */

import { type Line, type Span, take, textOf } from './tokens.ts'
import { saysNothing } from './word-lists.ts'

/** `kept` stands in the note as well as in its own place. */
export function noteText(line: Line, kept: readonly Span[]): string | undefined {
  takeLeftOver(line)
  const spans = [...kept, ...spansOf(line, 'note')].sort((one, other) => one.from - other.from)
  const texts = spans.map((span) => textOf(line, trimmed(line, span)))
  return texts.filter((text) => text !== '').join(', ') || undefined
}

function takeLeftOver(line: Line): void {
  for (const span of spansOf(line, undefined)) {
    take(line, span, isIdle(line, span) ? 'mark' : 'note')
  }
}

function spansOf({ parts }: Line, sought: 'note' | undefined): Span[] {
  const spans: Span[] = []
  for (const [place, part] of parts.entries()) {
    if (part !== sought) continue
    const open = spans.at(-1)
    if (open?.to === place) open.to = place + 1
    else spans.push({ from: place, to: place + 1 })
  }
  return spans
}

const separators = ',;.:|/+&–—-'

/** "đặt bàn", "book a table": it says nothing that the booking itself does not. */
function isIdle({ atoms }: Line, { from, to }: Span): boolean {
  return atoms
    .slice(from, to)
    .every((atom) => (atom.kind === 'sign' ? /[\p{P}+|]/u.test(atom.text) : saysNothing(atom)))
}

function trimmed({ atoms }: Line, { from, to }: Span): Span {
  const separates = (place: number) => separators.includes(atoms[place]?.text ?? '?')
  let [first, end] = [from, to]
  while (first < end && separates(first)) first += 1
  while (end > first && separates(end - 1)) end -= 1
  return { from: first, to: end }
}
