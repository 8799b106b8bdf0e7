/** The body of a write: a JSON object, or a form. */
import { z } from 'zod'
import type { Request } from '../../http/message.ts'
import { innermost, repeated } from '../../kernel/input.ts'
import { Problem } from '../../kernel/problem.ts'

export type BodyKind = 'json' | 'form'

export type Fields = Readonly<Record<string, unknown>>

/** Deeper than anything we ask for; far deeper would exhaust whoever walks it. */
const deepest = 8

export function bodyKind({ headers }: Request): BodyKind {
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (type === 'application/x-www-form-urlencoded') return 'form'
  if (/^application\/(json|[\w.-]+\+json)$/.test(type)) return 'json'
  throw new Problem('malformed-body')
}

export function readFields({ body }: Request, kind: BodyKind, schema: z.ZodObject): Fields {
  const text = decodeUtf8(body)
  if (text === undefined) throw new Problem('malformed-body')
  return kind === 'form' ? readForm(text, schema) : readJson(text)
}

/** The same text for bodies that say the same, whatever the order of their members. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, part]) => `${JSON.stringify(name)}:${canonical(part)}`)
  return `{${members.join(',')}}`
}

function readJson(text: string): Fields {
  if (depthOf(text) > deepest) throw new Problem('malformed-body')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Problem('malformed-body')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Problem('malformed-body')
  }
  return Object.assign(Object.create(null), Object.fromEntries(Object.entries(value)))
}

/** How deep brackets stand within brackets, outside of strings. */
function depthOf(text: string): number {
  let [depth, most] = [0, 0]
  for (const [sign] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{\]}]/g)) {
    if (sign === '[' || sign === '{') most = Math.max(most, ++depth)
    else if (sign === ']' || sign === '}') depth--
  }
  return most
}

/** Empty fields of a form were not filled in; a name that may come often makes a list. */
function readForm(text: string, schema: z.ZodObject): Fields {
  const fields: Record<string, unknown> = Object.create(null)
  const again = new Set<string>()
  for (const [name, value] of new URLSearchParams(text)) {
    if (value.trim() === '' && name !== 'website') continue
    const field = schema.shape[name]
    const inner = field && innermost(field)
    if (inner instanceof z.ZodArray) fields[name] = [...((fields[name] as string[]) ?? []), value]
    else if (name in fields) again.add(name)
    else fields[name] = inner instanceof z.ZodNumber ? asNumber(value) : value
  }
  if (again.size === 0) return fields
  throw new Problem('invalid-fields', {
    fields: [...again].map((name) => ({ name, code: 'repeated', message: repeated })),
  })
}

/** A number as people write it; anything else stays the text that it is, and is refused. */
export function asNumber(text: string): number | string {
  return /^-?[0-9]{1,15}$/.test(text) ? Number(text) : text
}

function decodeUtf8(body: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return undefined
  }
}
