/** Writes values as an owner would write them in a file: short ones on one line, others one member a line. */
import { Document, isCollection, isScalar, type Node, Scalar, visit } from 'yaml'

const format = {
  lineWidth: 0,
  indentSeq: true,
  flowCollectionPadding: true,
  // A text between quotes stays on one line.
  doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
} as const

/** Longer entries are written with a line for each member. */
const maxInlineLength = 100

/** Whether a value stands on the line of its key: a scalar, a list of scalars, or a short entry such as a text. */
export function fitsInline(value: unknown): boolean {
  if (!isContainer(value)) return true
  const parts = Object.values(value)
  if (parts.length === 0) return true
  if (Array.isArray(value)) return parts.every((part) => !isContainer(part))
  return parts.every(isShort) && renderInline(value).length <= maxInlineLength
}

/** A scalar or, as `name: { vi: …, en: … }` in an entry of one line, an entry of scalars. */
function isShort(value: unknown): boolean {
  return !isContainer(value) || Object.values(value).every((part) => !isContainer(part))
}

/** On one line. Inside braces or brackets more characters need quotes. */
export function renderInline(value: unknown, { isInFlow = false } = {}): string {
  const node = createNode(value, () => true)
  visit(node, {
    Scalar: (_key, scalar) => {
      if (String(scalar.value).includes('\n')) scalar.type = Scalar.QUOTE_DOUBLE
    },
  })
  if (isInFlow) {
    const list = createNode([], () => true)
    if (isCollection(list)) (list.items as unknown[]).push(node)
    return new Document(list).toString(format).trimEnd().slice('[ '.length, -' ]'.length)
  }
  return new Document({ key: node }).toString(format).slice('key: '.length).trimEnd()
}

/** Lines of an entry or a list, each with this many spaces in front, without a line end after the last. */
export function renderBlock(value: unknown, indentation: number): string {
  const node = createNode(value, fitsInline)
  if (isCollection(node) && node.items.length > 0) node.flow = false
  const lines = new Document(node).toString(format).trimEnd().split('\n')
  return lines.map((line) => (line === '' ? '' : ' '.repeat(indentation) + line)).join('\n')
}

function createNode(value: unknown, isFlow: (value: unknown) => boolean): Node {
  const document = new Document(value)
  const node = document.contents as Node
  visit(node, {
    Collection: (_key, collection) => {
      collection.flow = isFlow(collection.toJS(document))
    },
    Scalar: (_key, scalar) => {
      if (needsQuotes(scalar.value)) scalar.type = Scalar.QUOTE_DOUBLE
    },
  })
  return node
}

/** Times, dates, phone numbers and colors are between quotes in all samples. */
function needsQuotes(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9+#]/.test(value) && !/\p{L}/u.test(value.slice(0, 5))
}

/** A text in the style of the one that it replaces. */
export function renderScalar(value: unknown, old: Node, isInFlow: boolean): string {
  const isQuoted = isScalar(old) && (old.type === 'QUOTE_DOUBLE' || old.type === 'QUOTE_SINGLE')
  if (typeof value !== 'string' || !isQuoted) return renderInline(value, { isInFlow })
  const scalar = new Scalar(value)
  scalar.type = old.type as Scalar.Type
  return new Document({ key: scalar }).toString(format).slice('key: '.length).trimEnd()
}

/** A folded text of several lines, as `>-` begins one. */
export function renderFolded(value: string, indentation: number): string {
  const lines: string[] = []
  for (const word of value.split(/ +/)) {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length >= maxFoldedLength) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return ['>-', ...lines.map((line) => ' '.repeat(indentation) + line)].join('\n')
}

/** A text whose lines are kept, as `|-` begins one. */
export function renderLiteral(value: string, indentation: number): string {
  const lines = value.split('\n').map((line) => (line === '' ? '' : ' '.repeat(indentation) + line))
  return ['|-', ...lines].join('\n')
}

const maxFoldedLength = 120

export function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
