/** The values of content files. A text is parsed once, because screens of the shop read all files with each request. */
import { LRUCache } from 'lru-cache'
import { parseValue } from '../../content/edit/rewrite-yaml.ts'

/** An empty object for a file that does not exist, is empty, or is not valid YAML. */
export type ParseFile = (file: string, text: string | null | undefined) => unknown

const maxParsedFiles = 500

export function createFileParser(): ParseFile {
  const parsed = new LRUCache<string, { text: string; value: unknown }>({ max: maxParsedFiles })
  return (file, text) => {
    if (!text) return {}
    const known = parsed.get(file)
    if (known?.text === text) return known.value
    // All requests get this value, so none may change it.
    const value = deepFreeze(parseValue(text) ?? {})
    parsed.set(file, { text, value })
    return value
  }
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  for (const member of Object.values(value)) deepFreeze(member)
  return Object.freeze(value)
}
