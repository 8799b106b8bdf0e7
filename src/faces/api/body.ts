/** The body of a write: a JSON object, or a form. */
import { z } from 'zod'
import { decodeUtf8, parseJson } from '../../http/json.ts'
import type { Request } from '../../http/message.ts'
import { innermost, repeated } from '../../kernel/input.ts'
import { Problem } from '../../kernel/problem.ts'

export type BodyKind = 'json' | 'form'

export type Fields = Readonly<Record<string, unknown>>

/** Deeper than any request needs; much deeper nesting would exhaust the stack of code that traverses it. */
const maxDepth = 8

export function detectBodyKind({ headers }: Request): BodyKind {
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (type === 'application/x-www-form-urlencoded') return 'form'
  if (/^application\/(json|[\w.-]+\+json)$/.test(type)) return 'json'
  throw new Problem('malformed-body')
}

export function parseFields({ body }: Request, kind: BodyKind, schema: z.ZodObject): Fields {
  if (kind === 'json') return parseJsonFields(body)
  const text = decodeUtf8(body)
  if (text === undefined) throw new Problem('malformed-body')
  return parseFormFields(text, schema)
}

function parseJsonFields(body: Buffer): Fields {
  const parsed = parseJson(body, maxDepth)
  const value = parsed?.value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Problem('malformed-body')
  }
  return Object.assign(Object.create(null), Object.fromEntries(Object.entries(value)))
}

/** Empty form fields are left out; a name that may be repeated becomes a list. */
function parseFormFields(text: string, schema: z.ZodObject): Fields {
  const fields: Record<string, unknown> = Object.create(null)
  const repeatedNames = new Set<string>()
  for (const [name, value] of new URLSearchParams(text)) {
    if (value.trim() === '') continue
    const field = schema.shape[name]
    const inner = field && innermost(field)
    if (inner instanceof z.ZodArray) fields[name] = [...((fields[name] as string[]) ?? []), value]
    else if (name in fields) repeatedNames.add(name)
    else fields[name] = inner instanceof z.ZodNumber ? toNumberIfNumeric(value) : value
  }
  if (repeatedNames.size === 0) return fields
  throw new Problem('invalid-fields', {
    fields: [...repeatedNames].map((name) => ({ name, code: 'repeated', message: repeated })),
  })
}

/** Parses a decimal number; any other text stays a string and is rejected by the schema. */
export function toNumberIfNumeric(text: string): number | string {
  return /^-?[0-9]{1,15}$/.test(text) ? Number(text) : text
}
