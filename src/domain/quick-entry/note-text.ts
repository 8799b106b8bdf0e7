/** Builds the note: marked notes and all text that was not parsed as anything else. */
import { type Line, markAs, type TokenRange, textOf } from './tokens.ts'
import { isFillerWord } from './word-lists.ts'

/** `extraRanges` are copied to the note although they were parsed as something else. */
export function buildNoteText(line: Line, extraRanges: readonly TokenRange[]): string | undefined {
  markLeftover(line)
  const ranges = [...extraRanges, ...rangesOf(line, 'note')].sort(
    (one, other) => one.from - other.from,
  )
  const texts = ranges.map((span) => textOf(line, trimSeparators(line, span)))
  return texts.filter((text) => text !== '').join(', ') || undefined
}

function markLeftover(line: Line): void {
  for (const span of rangesOf(line, undefined)) {
    markAs(line, span, isFiller(line, span) ? 'mark' : 'note')
  }
}

function rangesOf({ parts }: Line, wanted: 'note' | undefined): TokenRange[] {
  const ranges: TokenRange[] = []
  for (const [index, part] of parts.entries()) {
    if (part !== wanted) continue
    const last = ranges.at(-1)
    if (last?.to === index) last.to = index + 1
    else ranges.push({ from: index, to: index + 1 })
  }
  return ranges
}

const separators = ',;.:|/+&–—-'

/** "đặt bàn", "book a table": text without information. */
function isFiller({ tokens }: Line, { from, to }: TokenRange): boolean {
  return tokens
    .slice(from, to)
    .every((token) => (token.kind === 'sign' ? /[\p{P}+|]/u.test(token.text) : isFillerWord(token)))
}

function trimSeparators({ tokens }: Line, { from, to }: TokenRange): TokenRange {
  const isSeparator = (index: number) => separators.includes(tokens[index]?.text ?? '?')
  let [first, end] = [from, to]
  while (first < end && isSeparator(first)) first += 1
  while (end > first && isSeparator(end - 1)) end -= 1
  return { from: first, to: end }
}
