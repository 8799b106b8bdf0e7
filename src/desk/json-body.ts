import { parseJson } from '../http/json.ts'
import type { Request } from '../http/message.ts'

const maxDepth = 10

/** What a script of the desk sent; nothing at all where it is no object. */
export function readJson({ body }: Request): Record<string, unknown> {
  const value = parseJson(body, maxDepth)?.value
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** One of its texts; whatever is there instead is none. */
export function stringField(fields: Readonly<Record<string, unknown>>, name: string): string {
  const value = fields[name]
  return typeof value === 'string' ? value : ''
}
