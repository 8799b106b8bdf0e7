/** Random tokens, of which the database stores only hashes, and keyed hashes. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** 32 random bytes as base64url. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

/** A fast hash is enough for 32 random bytes, which cannot be guessed. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** `use` separates hashes of different purposes. */
export function keyedHash(secret: string, use: string, text: string): string {
  return createHmac('sha256', secret).update(`${use} ${text}`).digest('base64url')
}

export function isEqualConstantTime(actual: string, expected: string): boolean {
  const [one, other] = [Buffer.from(actual), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
