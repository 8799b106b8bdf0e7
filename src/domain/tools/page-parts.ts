/** Parts of a long page, each small enough for one result of 600 tokens. */

/** In bytes, of which a token of Markdown has at least 2.9 in both languages. */
const maxPartBytes = 1_300
/** A page of one part needs no list of sections. */
const maxPageBytes = 1_500

/** At most so many sections of other parts are named. */
const maxSections = 8
const maxHeadingLength = 40

/** Splits between paragraphs; a heading stays with the text below it. */
export function splitIntoParts(markdown: string): string[] {
  const page = markdown.trimEnd()
  if (Buffer.byteLength(page) <= maxPageBytes) return [page]
  const blocks = joinHeadings(page.split('\n\n'))
  const small = blocks.flatMap((block) => splitLong(block, separators))
  return joinUpTo(small, '\n\n')
}

/** Where the next parts begin: the number of a part and its first heading. */
export function sectionsAfter(parts: readonly string[], part: number): Record<string, string> {
  const headings = parts.map((text) => /^#+ (.+)$/m.exec(text)?.[1] ?? '')
  const named = headings
    .map((heading, index) => [index + 1, heading] as const)
    .filter(([number, heading]) => number > part && heading !== '')
    .slice(0, maxSections)
  return Object.fromEntries(named.map(([number, heading]) => [number, shorten(heading)]))
}

function shorten(heading: string): string {
  const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[*`]/g, '')
  return plain.length <= maxHeadingLength ? plain : `${plain.slice(0, maxHeadingLength - 1)}…`
}

function joinHeadings(paragraphs: readonly string[]): string[] {
  const blocks: string[] = []
  let headings: string[] = []
  for (const paragraph of paragraphs) {
    if (paragraph.startsWith('#') && !paragraph.includes('\n')) headings.push(paragraph)
    else {
      blocks.push([...headings, paragraph].join('\n\n'))
      headings = []
    }
  }
  return headings.length > 0 ? [...blocks, headings.join('\n\n')] : blocks
}

/** A list or table is split between its lines, a long text between its sentences. */
const separators: readonly { join: string; at: RegExp }[] = [
  { join: '\n\n', at: /\n\n/ },
  { join: '\n', at: /\n/ },
  { join: ' ', at: /(?<=[.!?…;]) / },
]

function splitLong(text: string, [separator, ...others]: typeof separators): string[] {
  if (!separator || Buffer.byteLength(text) <= maxPartBytes) return [text]
  const pieces = text.split(separator.at).flatMap((piece) => splitLong(piece, others))
  return joinUpTo(pieces, separator.join)
}

function joinUpTo(pieces: readonly string[], separator: string): string[] {
  const parts: string[] = []
  for (const piece of pieces) {
    const last = parts.at(-1)
    const joined = last === undefined ? piece : `${last}${separator}${piece}`
    if (last !== undefined && Buffer.byteLength(joined) <= maxPartBytes) {
      parts[parts.length - 1] = joined
    } else parts.push(piece)
  }
  return parts
}
