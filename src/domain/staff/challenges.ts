/** What a passkey has to sign: for one purpose, for five minutes, once. */
import { minute } from '../../kernel/time.ts'
import type { StaffContext } from './context.ts'
import { createToken, keyedHash } from './tokens.ts'

export type Challenges = {
  /** The random bytes to sign. */
  create(purpose: string): Promise<Buffer<ArrayBuffer>>
  /** Uses it up, whatever comes of it; false if it is not good for this purpose. */
  consume(purpose: string, challenge: string): Promise<boolean>
}

export const challengeLifetimeMs = 5 * minute

/** Only a hash together with the purpose is kept, so none is good for anything else. */
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
