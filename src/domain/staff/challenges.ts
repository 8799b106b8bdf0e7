/** WebAuthn challenges: for one purpose, valid for five minutes, usable once. */
import { minute } from '../../kernel/time.ts'
import type { StaffContext } from './context.ts'
import { createToken, keyedHash } from './tokens.ts'

export type Challenges = {
  create(purpose: string): Promise<Buffer<ArrayBuffer>>
  /** Uses up the challenge. Returns false if it is unknown, expired or for another purpose. */
  consume(purpose: string, challenge: string): Promise<boolean>
}

export const challengeLifetimeMs = 5 * minute

/** Stores a hash of challenge and purpose, so that a challenge cannot be used for another purpose. */
export function createChallenges({ store, secret, now }: StaffContext): Challenges {
  const hashChallenge = (purpose: string, challenge: string) =>
    keyedHash(secret, `challenge to ${purpose}`, challenge)

  return {
    async create(purpose) {
      const challenge = createToken()
      await store.write((sql) =>
        sql.run(
          'INSERT INTO challenges (challenge, lapses_at) VALUES (?, ?)',
          hashChallenge(purpose, challenge),
          now() + challengeLifetimeMs,
        ),
      )
      return Buffer.from(challenge, 'base64url')
    },
    async consume(purpose, challenge) {
      const used = await store.write((sql) =>
        sql.run(
          'DELETE FROM challenges WHERE challenge = ? AND lapses_at > ?',
          hashChallenge(purpose, challenge),
          now(),
        ),
      )
      return used === 1
    },
  }
}
