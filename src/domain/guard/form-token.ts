/** What the site's own page gives its form: signed, bound to the form, for a while, for one use. */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { hour } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'

const minTokenAgeMs = 2_000
const maxTokenAgeMs = 2 * hour

export function issueFormToken(secret: string, form: string, now: number): string {
  const text = `${form}.${now.toString(36)}.${randomUUID()}`
  return `${text}.${sign(secret, text)}`
}

/** The token's id, if it is ours, of this form, and neither too young nor too old. */
export function parseFormToken(
  secret: string,
  form: string,
  token: string,
  now: number,
): string | undefined {
  const [named, time = '', id = '', signature = ''] = token.split('.')
  const expected = Buffer.from(sign(secret, `${named}.${time}.${id}`))
  const actual = Buffer.from(signature)
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return undefined
  const age = now - Number.parseInt(time, 36)
  return named === form && age >= minTokenAgeMs && age <= maxTokenAgeMs ? id : undefined
}

/** False if it was used before. */
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
