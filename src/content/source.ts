/** One text file of the content folder, with the line of everything in it. */
import {
  type Document,
  isMap,
  isScalar,
  LineCounter,
  type Node,
  parseDocument,
  visit,
  type YAMLMap,
} from 'yaml'

import { aliasSlip, type Slip, slipOf } from './slips.ts'

export type Path = readonly (string | number)[]

export type Source = {
  file: string
  value: unknown
  /** The line of the value at this path, or of the nearest thing that encloses it. */
  lineOf(path: Path): number
  lineOfKey(path: Path, key: string): number
  /** Every id that is written in it, also where it could not be read. */
  ids: readonly string[]
  /** Whether an entry of a list says its id: if none does, nobody knows what it should hold. */
  hasEntries: boolean
  errors: ({ line: number } & Slip)[]
}

export function readYaml(file: string, text: string, firstLine = 1): Source {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const lineAt = (offset: number) => lines.linePos(offset).line + firstLine - 1

  const lineOf = (path: Path): number => {
    for (let depth = path.length; depth > 0; depth--) {
      const node = document.getIn(path.slice(0, depth), true) as Node | undefined
      if (node?.range) return lineAt(node.range[0])
    }
    return firstLine
  }

  const lineOfKey = (path: Path, key: string): number => {
    const map = path.length === 0 ? document.contents : document.getIn(path, true)
    const pair = isMap(map) ? keyIn(map, key) : undefined
    return pair?.range ? lineAt(pair.range[0]) : lineOf(path)
  }

  const errors: Source['errors'] = document.errors.slice(0, 1).map((error) => {
    const [slip, line] = slipOf(text, error)
    return { line: line + firstLine, ...slip }
  })
  // Looking at every node takes a while, and few files have a star in them.
  const aliases = text.includes('*') ? aliasesIn(document) : []
  for (const offset of aliases) errors.push({ line: lineAt(offset), ...aliasSlip })

  return {
    file,
    value: errors.length > 0 ? undefined : (document.toJS() as unknown),
    lineOf,
    lineOfKey,
    ids: [...text.matchAll(/\bid:[ \t]*["']?([a-z0-9][a-z0-9_-]*)/g)].map(([, id = '']) => id),
    hasEntries: /^\s*-\s+(\{\s*)?id:/m.test(text),
    errors,
  }
}

function aliasesIn(document: Document): number[] {
  const offsets: number[] = []
  visit(document, { Alias: (_key, { range }) => void offsets.push(range?.[0] ?? 0) })
  return offsets
}

function keyIn(map: YAMLMap, key: string) {
  const pair = map.items.find((item) => isScalar(item.key) && item.key.value === key)
  return isScalar(pair?.key) ? pair.key : undefined
}

const head = /^---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/

/** A Markdown file: what stands between its `---` lines, the text below, and the line where that begins. */
export function readProse(
  file: string,
  text: string,
): { head: Source; body: string; line: number } | undefined {
  const match = head.exec(text)
  if (!match) return undefined
  const rest = text.slice(match[0].length)
  const above = match[0] + (/^\s*/.exec(rest)?.[0] ?? '')
  return {
    head: readYaml(file, match[1] ?? '', 2),
    body: rest.trim(),
    line: above.split('\n').length,
  }
}
