/** Form token of the site: signed, bound to one form, limited in time, usable once. */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { hour } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'

const minTokenAgeMs = 2_000
const maxTokenAgeMs = 2 * hour

export function issueFormToken(secret: string, form: string, now: number): string {
  const text = `${form}.${now.toString(36)}.${randomUUID()}`
  return `${text}.${sign(secret, text)}`
}

/** Returns the token's id if the signature, the form and the age are valid. */
export function parseFormToken(
  secret: string,
  form: string,
  token: string,
  now: number,
): string | undefined {
  const [tokenForm, time = '', id = '', signature = ''] = token.split('.')
  const expected = Buffer.from(sign(secret, `${tokenForm}.${time}.${id}`))
  const actual = Buffer.from(signature)
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return undefined
  const age = now - Number.parseInt(time, 36)
  return tokenForm === form && age >= minTokenAgeMs && age <= maxTokenAgeMs ? id : undefined
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
