/** One text file of the content folder, with the line of everything in it. */
import { isUtf8 } from 'node:buffer'
import { createRequire } from 'node:module'
import type { Document, Node, YAMLMap } from 'yaml'
import { lazy } from '../kernel/memoize.ts'
import type { ParsedTextCache } from './parsed-before.ts'
import { aliasMistake, explainYamlError, type SyntaxMistake } from './yaml-errors.ts'

/** Some seventy files that nobody needs who has read the same texts before. */
const yaml = lazy((): typeof import('yaml') => createRequire(import.meta.url)('yaml'))

export type Path = readonly (string | number)[]

export type Source = {
  file: string
  value: unknown
  /** Otherwise it was parsed before, and is again for whoever asks for a line. */
  isParsed: boolean
  /** The line of the value at this path, or of the nearest thing that encloses it. */
  lineOf(path: Path): number
  lineOfKey(path: Path, key: string): number
  /** Every id that is written in it, also where it could not be read. */
  ids: readonly string[]
  /** Whether an entry of a list says its id: if none does, nobody knows what it should hold. */
  hasEntries: boolean
  errors: ({ line: number } & SyntaxMistake)[]
}

/** What stands in a file, unless that is no text. */
export function decodeText(bytes: Buffer): string | undefined {
  if (!isUtf8(bytes) || bytes.includes(0)) return undefined
  return bytes.toString().replace(/^\uFEFF/, '')
}

/** What was parsed before is parsed again only for who asks for a line. */
export function parseYaml(
  file: string,
  text: string,
  texts?: ParsedTextCache,
  firstLine = 1,
): Source {
  const parsed = lazy(() => parseDocumentWithLines(text))
  const lineAt = (offset: number) => parsed().lineAt(offset) + firstLine - 1

  const lineOf = (path: Path): number => {
    for (let depth = path.length; depth > 0; depth--) {
      const node = parsed().document.getIn(path.slice(0, depth), true) as Node | undefined
      if (node?.range) return lineAt(node.range[0])
    }
    return firstLine
  }

  const lineOfKey = (path: Path, key: string): number => {
    const { document } = parsed()
    const map = path.length === 0 ? document.contents : document.getIn(path, true)
    const pair = yaml().isMap(map) ? keyIn(map, key) : undefined
    return pair?.range ? lineAt(pair.range[0]) : lineOf(path)
  }

  const read = (): Pick<Source, 'value' | 'errors'> => {
    const { document } = parsed()
    const errors: Source['errors'] = document.errors.slice(0, 1).map((error) => {
      const [mistake, line] = explainYamlError(text, error)
      return { line: line + firstLine, ...mistake }
    })
    // Looking at every node takes a while, and few files have a star in them.
    const aliases = text.includes('*') ? aliasesIn(document) : []
    for (const offset of aliases) errors.push({ line: lineAt(offset), ...aliasMistake })
    return { value: errors.length > 0 ? undefined : (document.toJS() as unknown), errors }
  }

  const known = texts?.find(text)
  const { value, errors } = known ? { ...known, errors: [] } : read()
  if (!known && errors.length === 0) texts?.add(text, value)

  return {
    file,
    value,
    errors,
    isParsed: !known,
    lineOf,
    lineOfKey,
    ids: [...text.matchAll(/\bid:[ \t]*["']?([a-z0-9][a-z0-9_-]*)/g)].map(([, id = '']) => id),
    hasEntries: /^\s*-\s+(\{\s*)?id:/m.test(text),
  }
}

function parseDocumentWithLines(text: string) {
  const { LineCounter, parseDocument } = yaml()
  const lines = new LineCounter()
  return {
    document: parseDocument(text, { lineCounter: lines, prettyErrors: false }),
    lineAt: (offset: number) => lines.linePos(offset).line,
  }
}

function aliasesIn(document: Document): number[] {
  const offsets: number[] = []
  yaml().visit(document, { Alias: (_key, { range }) => void offsets.push(range?.[0] ?? 0) })
  return offsets
}

function keyIn(map: YAMLMap, key: string) {
  const { isScalar } = yaml()
  const pair = map.items.find((item) => isScalar(item.key) && item.key.value === key)
  return isScalar(pair?.key) ? pair.key : undefined
}

const frontMatterPattern = /^---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/

/** What stands between the `---` lines of a Markdown file, and how much of it that takes. */
export function parseFrontMatter(text: string): { yaml: string; length: number } | undefined {
  const match = frontMatterPattern.exec(text)
  return match ? { yaml: match[1] ?? '', length: match[0].length } : undefined
}

/** A Markdown file: what stands between its `---` lines, the text below, and the line where that begins. */
export function parseMarkdownFile(
  file: string,
  text: string,
  texts: ParsedTextCache,
): { head: Source; body: string; line: number } | undefined {
  const frontMatter = parseFrontMatter(text)
  if (!frontMatter) return undefined
  const remainder = text.slice(frontMatter.length)
  const above = text.slice(0, frontMatter.length) + (/^\s*/.exec(remainder)?.[0] ?? '')
  return {
    head: parseYaml(file, frontMatter.yaml, texts, 2),
    body: remainder.trim(),
    line: above.split('\n').length,
  }
}
