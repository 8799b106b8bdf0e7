/**
 * Form token of the site: signed, bound to one form, limited in time, usable once. It replaces a honeypot field, which
 * assistants in the browser would fill in.
 */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { hour, maxClockSkewMs } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'

const minTokenAgeMs = 2_000
const maxTokenAgeMs = 2 * hour

export function issueFormToken(secret: string, form: string, now: number): string {
  const text = `${form}.${now.toString(36)}.${randomUUID()}`
  return `${text}.${sign(secret, text)}`
}

type ParsedToken = {
  id: string
  /** Until the token has its minimum age; 0 if it has. */
  remainingMs: number
}

/** Returns undefined if the signature or the form is wrong, or the token too old. */
export function parseFormToken(
  secret: string,
  form: string,
  token: string,
  now: number,
): ParsedToken | undefined {
  const [tokenForm, time = '', id = '', signature = ''] = token.split('.')
  const expected = Buffer.from(sign(secret, `${tokenForm}.${time}.${id}`))
  const actual = Buffer.from(signature)
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return undefined
  const age = now - Number.parseInt(time, 36)
  if (tokenForm !== form || !(age >= -maxClockSkewMs && age <= maxTokenAgeMs)) return undefined
  // The clock of the process that issued the token may be ahead of this one.
  return { id, remainingMs: Math.min(Math.max(minTokenAgeMs - age, 0), minTokenAgeMs) }
}

/** Returns false if the token was used before. */
export async function consumeFormToken(sql: Sql, id: string, now: number): Promise<boolean> {
  const added = await sql.run(
    'INSERT INTO form_tokens (id, lapses_at) VALUES (?, ?) ON CONFLICT DO NOTHING',
    id,
    now + maxTokenAgeMs,
  )
  return added === 1
}

function sign(secret: string, text: string): string {
  return createHmac('sha256', secret).update(`form ${text}`).digest('base64url')
}
