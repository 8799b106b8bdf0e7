/** One text file of the content folder, with the line of everything in it. */
import { isMap, isScalar, LineCounter, type Node, parseDocument, visit, type YAMLMap } from 'yaml'

export type Path = readonly (string | number)[]

export type Source = {
  file: string
  value: unknown
  /** The line of the value at this path, or of the nearest thing that encloses it. */
  lineOf(path: Path): number
  lineOfKey(path: Path, key: string): number
  errors: { line: number; message: string }[]
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

  const errors = document.errors.map((error) => ({
    line: lineAt(error.pos[0]),
    message: error.message,
  }))
  visit(document, {
    Alias: (_key, { range }) => {
      const message = 'an alias (*) is not used here; write the words themselves'
      errors.push({ line: lineAt(range?.[0] ?? 0), message })
    },
  })

  return {
    file,
    value: errors.length > 0 ? undefined : (document.toJS() as unknown),
    lineOf,
    lineOfKey,
    errors,
  }
}

function keyIn(map: YAMLMap, key: string) {
  const pair = map.items.find((item) => isScalar(item.key) && item.key.value === key)
  return isScalar(pair?.key) ? pair.key : undefined
}

const head = /^---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/

/** A Markdown file: what stands between its `---` lines, and the text below. */
export function readProse(file: string, text: string): { head: Source; body: string } | undefined {
  const match = head.exec(text)
  if (!match) return undefined
  return { head: readYaml(file, match[1] ?? '', 2), body: text.slice(match[0].length).trim() }
}
