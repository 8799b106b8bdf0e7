/**
 * Changes the text of a YAML file so that it has another value. Only the lines of what has changed are written again:
 * comments, order, quotes and line breaks of everything else stay as the owner wrote them.
 */
import { isDeepStrictEqual } from 'node:util'
import { isMap, isScalar, isSeq, type Node, parseDocument } from 'yaml'
import type { LocalizedText } from '../../kernel/locale.ts'
import { UserError } from '../../kernel/user-error.ts'
import type { Path } from '../source.ts'
import { matchItems } from './match-items.ts'
import {
  fitsInline,
  isContainer,
  renderBlock,
  renderFolded,
  renderInline,
  renderLiteral,
  renderScalar,
} from './render-yaml.ts'
import {
  contentEnd,
  findPair,
  itemChunks,
  joinChunks,
  lineEndAfter,
  lineStartBefore,
  nodeAt,
  type PairNodes,
} from './yaml-places.ts'

/** The file is written in a way that cannot be changed safely, such as with anchors. */
class UneditableFile extends UserError {
  override readonly localizedMessage: LocalizedText

  constructor() {
    const message = {
      vi: 'Tệp này viết theo cách mà quầy không tự sửa an toàn được. Hãy sửa tệp bằng trình soạn thảo.',
      en: 'The desk cannot change this file safely the way it is written. Edit the file with a text editor.',
    }
    super(message.en)
    this.localizedMessage = message
  }
}

/** The value of a file; undefined if it is empty or not valid YAML. */
export function parseValue(text: string): unknown {
  const document = parseDocument(text, { prettyErrors: false })
  return document.errors.length > 0 ? undefined : (document.toJS() ?? undefined)
}

export function rewriteYaml(text: string, value: unknown): string {
  const after = JSON.parse(JSON.stringify(value)) as unknown
  const hasCarriageReturns = text.includes('\r\n')
  const plain = text.replace(/\r\n/g, '\n')
  const before = parseValue(plain)
  const result = before === undefined ? appendTo(plain, after) : rewrite(plain, [], before, after)
  if (!isDeepStrictEqual(parseValue(result), after)) throw new UneditableFile()
  return hasCarriageReturns ? result.replaceAll('\n', '\r\n') : result
}

/** A new file, or one that has only comments. */
function appendTo(text: string, value: unknown): string {
  if (parseDocument(text).errors.length > 0) throw new UneditableFile()
  const start = text === '' || text.endsWith('\n') ? text : `${text}\n`
  return `${start}${renderBlock(value, 0)}\n`
}

type Members = Readonly<Record<string, unknown>>

function rewrite(text: string, path: Path, before: unknown, after: unknown): string {
  if (isDeepStrictEqual(before, after)) return text
  const node = nodeAt(text, path)
  if (isMembers(before) && isMembers(after) && isMap(node)) {
    const isSameShape = isDeepStrictEqual(Object.keys(before).sort(), Object.keys(after).sort())
    if (isSameShape || (!node.flow && hasCommonMember(before, after)))
      return rewriteMembers(text, path, before, after)
  }
  if (Array.isArray(before) && Array.isArray(after) && isSeq(node)) {
    const sources = matchItems(before, after)
    const isSameShape =
      before.length === after.length && sources.every((source, index) => source === index)
    if (isSameShape) return rewriteItems(text, path, before, after)
    if (!node.flow && before.length > 0 && after.length > 0) {
      const arranged = arrangeItems(text, path, sources, after)
      const items = sources.map((source, index) =>
        source === undefined ? after[index] : before[source],
      )
      return rewriteItems(arranged, path, items, after)
    }
  }
  return replaceNode(text, path, after)
}

function isMembers(value: unknown): value is Members {
  return isContainer(value) && !Array.isArray(value)
}

/** A map without any of its members would no longer be one. */
function hasCommonMember(before: Members, after: Members): boolean {
  return Object.keys(before).some((name) => name in after)
}

function rewriteMembers(text: string, path: Path, before: Members, after: Members): string {
  let result = text
  let previous: string | undefined
  for (const [name, value] of Object.entries(after)) {
    if (name in before) result = rewrite(result, [...path, name], before[name], value)
    else result = addMember(result, path, name, value, previous)
    previous = name
  }
  for (const name of Object.keys(before)) {
    if (!(name in after)) result = removeMember(result, path, name)
  }
  return result
}

function rewriteItems(
  text: string,
  path: Path,
  before: readonly unknown[],
  after: readonly unknown[],
): string {
  return after.reduce(
    (result: string, value, index) => rewrite(result, [...path, index], before[index], value),
    text,
  )
}

/** Puts the lines of the items in a new order, and adds those that are new. */
function arrangeItems(
  text: string,
  path: Path,
  sources: readonly (number | undefined)[],
  after: readonly unknown[],
): string {
  const list = nodeAt(text, path)
  if (!isSeq(list)) throw new UneditableFile()
  const found = itemChunks(text, list)
  if (!found) throw new UneditableFile()
  const { chunks, start, end, column } = found
  const arranged = sources.map((source, index) =>
    source === undefined ? renderItem(after[index], column) : (chunks[source] ?? ''),
  )
  return text.slice(0, start) + joinChunks(arranged, chunks) + text.slice(end)
}

function renderItem(value: unknown, column: number): string {
  const dash = `${' '.repeat(column)}- `
  if (fitsInline(value)) return `${dash}${renderInline(value)}\n`
  return `${dash}${renderBlock(value, column + 2).trimStart()}\n`
}

/** Behind the member that it follows, or at the end. */
function addMember(
  text: string,
  path: Path,
  name: string,
  value: unknown,
  previous: string | undefined,
): string {
  const map = nodeAt(text, path)
  if (!isMap(map)) throw new UneditableFile()
  const [first] = map.items
  const last = findPair(map, previous) ?? findPair(map, undefined)
  if (!first || !last) throw new UneditableFile()
  const keyStart = (first.key as Node).range?.[0] ?? 0
  const column = keyStart - lineStartBefore(text, keyStart)
  const place = lineEndAfter(text, contentEnd(text, last.value ?? last.key))
  const before = text.slice(0, place)
  const separator = before === '' || before.endsWith('\n') ? '' : '\n'
  return `${before}${separator}${' '.repeat(column)}${name}:${renderValue(value, column)}\n${text.slice(place)}`
}

/** What follows the colon. */
function renderValue(value: unknown, column: number): string {
  return fitsInline(value) ? ` ${renderInline(value)}` : `\n${renderBlock(value, column + 2)}`
}

function removeMember(text: string, path: Path, name: string): string {
  const map = nodeAt(text, path)
  const pair = isMap(map) ? findPair(map, name) : undefined
  if (!isMap(map) || !pair) throw new UneditableFile()
  const keyStart = pair.key.range?.[0] ?? 0
  const lineStart = lineStartBefore(text, keyStart)
  const end = lineEndAfter(text, contentEnd(text, pair.value ?? pair.key))
  if (text.slice(lineStart, keyStart).trim() === '')
    return text.slice(0, lineStart) + text.slice(end)
  // The first member of an item, behind its dash: the next one takes its place.
  const next = map.items[1]?.key as Node | undefined
  if (!next?.range) throw new UneditableFile()
  return text.slice(0, keyStart) + text.slice(next.range[0])
}

function replaceNode(text: string, path: Path, value: unknown): string {
  const parent = nodeAt(text, path.slice(0, -1))
  const step = path.at(-1)
  if (isMap(parent) && !parent.flow) {
    const pair = findPair(parent, String(step))
    if (!pair) throw new UneditableFile()
    return replaceMember(text, pair, value)
  }
  const node = nodeAt(text, path)
  if (!node?.range) throw new UneditableFile()
  const [start] = node.range
  const before = text.slice(0, start)
  const rest = text.slice(contentEnd(text, node))
  if (isMap(parent) || (isSeq(parent) && parent.flow))
    return before + renderLike(value, node, { isInFlow: true, column: 0 }) + rest
  const column = start - lineStartBefore(text, start)
  if (fitsInline(value)) return before + renderLike(value, node, { isInFlow: false, column }) + rest
  return before + renderBlock(value, column).trimStart() + rest
}

function replaceMember(text: string, { key, value: old }: PairNodes, value: unknown): string {
  const keyStart = key.range?.[0] ?? 0
  const column = keyStart - lineStartBefore(text, keyStart)
  const colon = text.indexOf(':', key.range?.[1] ?? 0) + 1
  const isWritten = old?.range && text.slice(old.range[0], old.range[1]).trim() !== ''
  const start = isWritten ? (old.range?.[0] ?? colon) : colon
  const rest = text.slice(isWritten ? contentEnd(text, old) : colon)
  const before = text.slice(0, colon)
  if (fitsInline(value)) {
    const comment = text.slice(colon, start).trim()
    const written = renderLike(value, old ?? key, { isInFlow: false, column: column + 2 })
    // A comment that stood above the old lines; it must not become a part of the new value.
    if (comment.includes('\n')) throw new UneditableFile()
    return `${before} ${written}${comment === '' ? '' : ` ${comment}`}${rest}`
  }
  const lineStart = lineStartBefore(text, start)
  if (lineStart > colon) {
    return `${text.slice(0, lineStart)}${renderBlock(value, column + 2)}${rest}`
  }
  // What followed the old value on its line, such as a comment, stays beside the key.
  const lineEnd = rest.indexOf('\n')
  const beside = lineEnd < 0 ? rest : rest.slice(0, lineEnd)
  const below = lineEnd < 0 ? '\n' : rest.slice(lineEnd)
  return `${before}${beside}\n${renderBlock(value, column + 2)}${below}`
}

/** A scalar or a short value, folded where the old text was folded. Several lines stay several lines. */
function renderLike(
  value: unknown,
  old: Node,
  { isInFlow, column }: { isInFlow: boolean; column: number },
): string {
  if (isContainer(value)) return renderInline(value, { isInFlow })
  const hasLines = typeof value === 'string' && /^\S.*\n.*\S$/s.test(value)
  if (hasLines && !isInFlow) return renderLiteral(value as string, column)
  const isBlock = isScalar(old) && (old.type === 'BLOCK_FOLDED' || old.type === 'BLOCK_LITERAL')
  const canFold = typeof value === 'string' && !/\n|^ | $| {2}/.test(value) && value.length > 80
  if (isBlock && canFold) return renderFolded(value as string, column)
  return renderScalar(value, old, isInFlow)
}
