/** One text file of the content folder, with the line of each value. */
import { isUtf8 } from 'node:buffer'
import { CORE_SCHEMA, load } from 'js-yaml'
import type { Document, Node, YAMLMap } from 'yaml'
import { lazy } from '../kernel/memoize.ts'
import { toSlug } from './proposals/closest-word.ts'
import { aliasMistake, explainYamlError, type SyntaxMistake } from './yaml-errors.ts'
import { yamlPackage } from './yaml-package.ts'

export type Path = readonly (string | number)[]

export type Source = {
  file: string
  value: unknown
  /** The line of the value at this path, or of the nearest enclosing value. */
  lineOf(path: Path): number
  lineOfKey(path: Path, key: string): number
  /** What the owner wrote at this path, with quotes: `"9:00"`. */
  textAt(path: Path): string | undefined
  /** A line of the file, counted from 1. */
  lineText(line: number): string
  /** Every id in the file, even if the file could not be parsed. */
  findIds(): readonly string[]
  /** Whether at least one entry of a list has an id; without any, the entries are unknown. */
  hasEntries(): boolean
  errors: ({ line: number } & SyntaxMistake)[]
  /** The same file, read in the way from which messages come; undefined if it was read so already. */
  readAgain?: () => Source
  /** The same file for later messages. The value, which is as large as the content, is only read if one needs it. */
  withoutValue(): Source
}

/** The content of a file, unless it is not text. */
export function decodeText(bytes: Buffer): string | undefined {
  if (!isUtf8(bytes) || bytes.includes(0)) return undefined
  return bytes.toString().replace(/^\uFEFF/, '')
}

export function parseYaml(file: string, text: string, firstLine = 1): Source {
  const valid = readValid(text)
  if (!valid) return parseForMessages(file, text, firstLine)
  const places = createPlaces(file, text, firstLine)
  const readAgain = () => parseForMessages(file, text, firstLine)
  const withoutValue = () => withLazyValue(places, () => readValid(text)?.value)
  return { ...places, ...valid, readAgain, withoutValue }
}

/** What is assumed of a file that does not exist. */
export function missingSource(file: string, value: unknown): Source {
  return withLazyValue(createPlaces(file, '', 1), () => value)
}

function parseForMessages(file: string, text: string, firstLine: number): Source {
  const read = readDocument(parseDocumentWithLines(text), text, firstLine)
  const source = { ...createPlaces(file, text, firstLine), ...read, withoutValue: () => source }
  return source
}

function withLazyValue(places: Places, readValue: () => unknown): Source {
  const value = lazy(readValue)
  const source = {
    ...places,
    get value() {
      return value()
    },
    errors: [],
    withoutValue: (): Source => source,
  }
  return source
}

type Places = Omit<Source, 'value' | 'errors' | 'readAgain' | 'withoutValue'>

function createPlaces(file: string, text: string, firstLine: number): Places {
  // The nodes need many times the memory of the text and of the values. They are created only for a position, which
  // messages need.
  const positions = lazy(() => parseDocumentWithLines(text))
  const lineAt = (offset: number) => positions().lineAt(offset) + firstLine - 1

  const lineOf = (path: Path): number => {
    const { document } = positions()
    for (let depth = path.length; depth > 0; depth--) {
      const node = document.getIn(path.slice(0, depth), true) as Node | undefined
      if (node?.range) return lineAt(node.range[0])
    }
    return firstLine
  }

  const lineOfKey = (path: Path, key: string): number => {
    const { document } = positions()
    const map = path.length === 0 ? document.contents : document.getIn(path, true)
    const pair = yamlPackage().isMap(map) ? keyIn(map, key) : undefined
    return pair?.range ? lineAt(pair.range[0]) : lineOf(path)
  }

  const textAt = (path: Path): string | undefined => {
    const { range } = (positions().document.getIn(path, true) as Node | undefined) ?? {}
    return range ? text.slice(range[0], range[1]) : undefined
  }

  return {
    file,
    lineOf,
    lineOfKey,
    textAt,
    lineText: (line) => text.split(/\r?\n/)[line - firstLine] ?? '',
    findIds: () =>
      [...text.matchAll(/\bid:[ \t]*["']?([^"'\s,}#][^"'\n,}#]*)/g)].flatMap(([, id = '']) => {
        const slug = toSlug(id)
        return [slug, slug.replaceAll('-', '_')]
      }),
    hasEntries: () => /^\s*-\s+(\{\s*)?id:/m.test(text),
  }
}

/**
 * The value of valid YAML without aliases. js-yaml needs a sixth of the time of a document with positions. A text
 * that it or a schema rejects is read again, because the messages about errors come from the document.
 */
function readValid(text: string): Pick<Source, 'value' | 'errors'> | undefined {
  try {
    return { value: load(text, { schema: CORE_SCHEMA, maxAliases: 0 }), errors: [] }
  } catch {
    return undefined
  }
}

function readDocument(
  { document, lineAt }: ReturnType<typeof parseDocumentWithLines>,
  text: string,
  firstLine: number,
): Pick<Source, 'value' | 'errors'> {
  const errors: Source['errors'] = document.errors.slice(0, 1).map((error) => {
    const [mistake, line] = explainYamlError(text, error)
    return { line: line + firstLine, ...mistake }
  })
  // Visiting every node is slow, and few files contain an asterisk.
  const aliases = text.includes('*') ? aliasesIn(document) : []
  for (const offset of aliases)
    errors.push({ line: lineAt(offset) + firstLine - 1, ...aliasMistake })
  return { value: errors.length > 0 ? undefined : document.toJS(), errors }
}

function parseDocumentWithLines(text: string) {
  const { LineCounter, parseDocument } = yamlPackage()
  const lines = new LineCounter()
  return {
    document: parseDocument(text, { lineCounter: lines, prettyErrors: false }),
    lineAt: (offset: number) => lines.linePos(offset).line,
  }
}

function aliasesIn(document: Document): number[] {
  const offsets: number[] = []
  yamlPackage().visit(document, { Alias: (_key, { range }) => void offsets.push(range?.[0] ?? 0) })
  return offsets
}

function keyIn(map: YAMLMap, key: string) {
  const { isScalar } = yamlPackage()
  const pair = map.items.find((item) => isScalar(item.key) && item.key.value === key)
  return isScalar(pair?.key) ? pair.key : undefined
}

const frontMatterPattern = /^---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/

/** Front matter of a Markdown file, and its length. */
export function parseFrontMatter(text: string): { yaml: string; length: number } | undefined {
  const match = frontMatterPattern.exec(text)
  return match ? { yaml: match[1] ?? '', length: match[0].length } : undefined
}

/** A Markdown file: front matter, text, and the line where the text starts. */
export function parseMarkdownFile(
  file: string,
  text: string,
): { head: Source; body: string; line: number } | undefined {
  const frontMatter = parseFrontMatter(text)
  if (!frontMatter) return undefined
  const remainder = text.slice(frontMatter.length)
  const above = text.slice(0, frontMatter.length) + (/^\s*/.exec(remainder)?.[0] ?? '')
  return {
    head: parseYaml(file, frontMatter.yaml, 2),
    body: remainder.trim(),
    line: above.split('\n').length,
  }
}
