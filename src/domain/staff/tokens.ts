/** Secrets that we hand out and keep only as hashes. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** 32 random bytes, as they stand in a link or a cookie. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is kept of a token. Nobody guesses 32 random bytes, so a fast hash will do. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** A hash that nobody can make without our secret; `use` keeps those of different uses apart. */
export function keyedHash(secret: string, use: string, text: string): string {
  return createHmac('sha256', secret).update(`${use} ${text}`).digest('base64url')
}

/** Takes as long for a wrong first letter as for a wrong last one. */
export function isEqualConstantTime(actual: string, expected: string): boolean {
  const [one, other] = [Buffer.from(actual), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
