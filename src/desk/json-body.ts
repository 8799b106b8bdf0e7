/** Reads the JSON bodies that the desk's scripts send. */
import { parseJson } from '../http/json.ts'
import type { Request } from '../http/message.ts'

const maxDepth = 10

/** An empty object if the body is not a JSON object. */
export function readJson({ body }: Request): Record<string, unknown> {
  const value = parseJson(body, maxDepth)?.value
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** An empty string if the field is missing or not a string. */
export function stringField(fields: Readonly<Record<string, unknown>>, name: string): string {
  const value = fields[name]
  return typeof value === 'string' ? value : ''
}
