/** What a passkey has to sign: for one purpose, for five minutes, once. */
import { minute } from '../../kernel/time.ts'
import type { Ground } from './context.ts'
import { keyedHash, newToken } from './tokens.ts'

export type Challenges = {
  /** The random bytes to sign. */
  make(purpose: string): Promise<Buffer<ArrayBuffer>>
  /** Uses it up, whatever comes of it; false if it is not good for this purpose. */
  use(purpose: string, challenge: string): Promise<boolean>
}

export const challengeLasts = 5 * minute

/** Only a hash together with the purpose is kept, so none is good for anything else. */
export function createChallenges({ store, secret, now }: Ground): Challenges {
  const keptAs = (purpose: string, challenge: string) =>
    keyedHash(secret, `challenge to ${purpose}`, challenge)

  return {
    async make(purpose) {
      const challenge = newToken()
      await store.write((sql) =>
        sql.run(
          'INSERT INTO challenges (challenge, lapses_at) VALUES (?, ?)',
          keptAs(purpose, challenge),
          now() + challengeLasts,
        ),
      )
      return Buffer.from(challenge, 'base64url')
    },
    async use(purpose, challenge) {
      const used = await store.write((sql) =>
        sql.run(
          'DELETE FROM challenges WHERE challenge = ? AND lapses_at > ?',
          keptAs(purpose, challenge),
          now(),
        ),
      )
      return used === 1
    },
  }
}
