/** The guard as faces use it before a write. */
import type { CountWrite, WriteAccess } from '../../kernel/operation.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Clock } from '../../kernel/time.ts'
import type { IdentifySender } from './client.ts'
import { parseFormToken } from './form-token.ts'
import type { Guard } from './guard.ts'
import { createRequestDelay } from './request-delay.ts'

export function createWriteAccess(
  guard: Guard,
  identify: IdentifySender,
  secret: string,
  now: Clock,
  count: CountWrite,
): WriteAccess {
  const hold = createRequestDelay()
  return {
    identify,
    async checkQuota(client) {
      await guard.checkQuota(client)
    },
    quotaOf: (client) => guard.quota(client),
    async verifyFormToken({ form, token, client, disconnectSignal }) {
      const parsed = token === undefined ? undefined : parseFormToken(secret, form, token, now())
      if (!parsed) throw new Problem('form-check-failed')
      const { id, remainingMs } = parsed
      const isOldEnough =
        remainingMs === 0 || (await hold(client, remainingMs, disconnectSignal?.()))
      if (!isOldEnough) throw new Problem('form-check-failed')
      return id
    },
    consumeToken: (tokenId) => guard.consumeToken(tokenId),
    count,
  }
}
