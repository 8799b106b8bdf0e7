/** The body of a write: a JSON object, or a form. */
import { z } from 'zod'
import type { Request } from '../../http/message.ts'
import { innermost } from '../../kernel/input.ts'
import { Problem } from '../../kernel/problem.ts'

export type Body = { fields: Readonly<Record<string, unknown>>; isForm: boolean }

export function readBody({ headers, body }: Request, schema: z.ZodObject): Body {
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  const text = decodeUtf8(body)
  if (text === undefined) throw new Problem('malformed-body')
  if (type === 'application/x-www-form-urlencoded') {
    return { fields: readForm(text, schema), isForm: true }
  }
  if (type !== 'application/json' && !/^application\/[\w.-]+\+json$/.test(type)) {
    throw new Problem('malformed-body')
  }
  return { fields: readJson(text), isForm: false }
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

function readJson(text: string): Record<string, unknown> {
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

/** Empty fields of a form were not filled in; a name that may come often makes a list. */
function readForm(text: string, schema: z.ZodObject): Record<string, unknown> {
  const fields: Record<string, unknown> = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    if (value.trim() === '' && name !== 'website') continue
    const field = schema.shape[name]
    const inner = field && innermost(field)
    if (inner instanceof z.ZodArray) fields[name] = [...((fields[name] as string[]) ?? []), value]
    else if (name in fields) throw new Problem('malformed-body')
    else if (inner instanceof z.ZodNumber && /^-?[0-9]{1,15}$/.test(value)) {
      fields[name] = Number(value)
    } else fields[name] = value
  }
  return fields
}

function decodeUtf8(body: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return undefined
  }
}
