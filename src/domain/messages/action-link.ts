/** Signed link in a staff message to answer a request. It expires and works once. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { hour } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'

const linkLifetimeMs = 48 * hour

export function createActionLink(
  { deskUrl, secret }: { deskUrl: string; secret: string },
  deliveryId: string,
): string {
  return `${deskUrl}/act/${deliveryId}.${sign(secret, deliveryId)}`
}

/** The delivery id in the token, if the signature is valid. */
export function verifyActionLink(secret: string, token: string): string | undefined {
  const [id = '', signature = '', ...extraParts] = token.split('.')
  const [actual, expected] = [Buffer.from(signature), Buffer.from(sign(secret, id))]
  if (extraParts.length > 0 || actual.length !== expected.length) return undefined
  return timingSafeEqual(actual, expected) ? id : undefined
}

export function isLinkUsable(
  { acted_at, created_at }: { acted_at: number | null; created_at: number },
  now: number,
): boolean {
  return acted_at === null && created_at > now - linkLifetimeMs
}

/** Returns false if the link was used or has expired. */
export async function consumeActionLink(
  sql: Sql,
  deliveryId: string,
  now: number,
): Promise<boolean> {
  const used = await sql.run(
    'UPDATE deliveries SET acted_at = ? WHERE id = ? AND acted_at IS NULL AND created_at > ?',
    now,
    deliveryId,
    now - linkLifetimeMs,
  )
  return used === 1
}

function sign(secret: string, deliveryId: string): string {
  return createHmac('sha256', secret).update(`act ${deliveryId}`).digest('base64url')
}
