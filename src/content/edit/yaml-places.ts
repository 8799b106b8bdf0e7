/** Where the parts of a YAML text begin and end. */
import {
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  type Node,
  parseDocument,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import type { Path } from '../source.ts'

export type PairNodes = { key: Node; value: Node | undefined }

export function nodeAt(text: string, path: Path): Node | undefined {
  const { contents } = parseDocument(text, { prettyErrors: false })
  let node: unknown = contents
  for (const step of path) {
    if (isMap(node)) node = findPair(node, String(step))?.value
    else if (isCollection(node)) node = node.items[Number(step)]
    else return undefined
  }
  return isNode(node) ? node : undefined
}

/** The member of this name; undefined stands for the last one. */
export function findPair(map: YAMLMap, name: string | undefined): PairNodes | undefined {
  const pair =
    name === undefined
      ? map.items.at(-1)
      : map.items.find(({ key }) => isScalar(key) && String(key.value) === name)
  if (!pair || !isNode(pair.key)) return undefined
  return { key: pair.key, value: isNode(pair.value) ? pair.value : undefined }
}

/** Behind the last character of a value. Comments and empty lines after it do not belong to it. */
export function contentEnd(text: string, node: Node): number {
  if (isCollection(node) && !node.flow) {
    const last = node.items.at(-1)
    const inner = isPair(last) ? (isNode(last.value) ? last.value : last.key) : last
    // A key without a value: its colon belongs to it.
    const isEmpty = isPair(last) && isNode(inner) && text.slice(...startAndEnd(inner)).trim() === ''
    if (isNode(inner) && !isEmpty) return contentEnd(text, inner)
  }
  const [start, end] = startAndEnd(node)
  return start + text.slice(start, end).trimEnd().length
}

function startAndEnd({ range }: Node): [number, number] {
  return [range?.[0] ?? 0, range?.[1] ?? 0]
}

export function lineStartBefore(text: string, position: number): number {
  return text.lastIndexOf('\n', position - 1) + 1
}

/** Behind the end of the line, so that a comment on it belongs to what is before. */
export function lineEndAfter(text: string, position: number): number {
  const end = text.indexOf('\n', position)
  return end < 0 ? text.length : end + 1
}

type ItemChunks = { chunks: string[]; start: number; end: number; column: number }

/** The lines of each item, with the comments above it; undefined if an item does not begin its line. */
export function itemChunks(text: string, list: YAMLSeq): ItemChunks | undefined {
  const items = list.items.filter(isNode)
  if (items.length !== list.items.length) return undefined
  const dashes = items.map((item) => text.lastIndexOf('-', (item.range?.[0] ?? 0) - 1))
  const [firstDash = 0] = dashes
  const start = lineStartBefore(text, firstDash)
  const column = firstDash - start
  const isBesideDash = dashes.every((dash) =>
    /^ *$/.test(text.slice(lineStartBefore(text, dash), dash)),
  )
  if (!isBesideDash) return undefined
  const ends = items.map((item) => lineEndAfter(text, contentEnd(text, item)))
  const chunks = ends.map((end, index) => {
    const chunk = text.slice(index === 0 ? start : ends[index - 1], end)
    return chunk.endsWith('\n') ? chunk : `${chunk}\n`
  })
  return { chunks, start, end: ends.at(-1) ?? start, column }
}

/** With an empty line between the items, if they had one. */
export function joinChunks(arranged: readonly string[], before: readonly string[]): string {
  const hasEmptyLines = before.slice(1).some((chunk) => /^ *\n/.test(chunk))
  const trimmed = arranged.map((chunk) => chunk.replace(/^( *\n)+/, ''))
  return trimmed.join(hasEmptyLines ? '\n' : '')
}
