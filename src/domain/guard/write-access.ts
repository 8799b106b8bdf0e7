import type { CountWrite, Gate } from '../../kernel/operation.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Clock } from '../../kernel/time.ts'
import { createClientOf } from './client.ts'
import { readFormToken } from './form-token.ts'
import type { Guard } from './guard.ts'

export function createGate(
  guard: Guard,
  secret: string,
  ownProxies: number,
  now: Clock,
  count: CountWrite,
): Gate {
  return {
    clientOf: createClientOf(ownProxies, secret),
    async checkQuota(client) {
      await guard.checkQuota(client)
    },
    quotaOf: (client) => guard.quota(client),
    checkForm(form, token, bait) {
      const id = token === undefined ? undefined : readFormToken(secret, form, token, now())
      if (id === undefined || (bait ?? '') !== '') throw new Problem('form-check-failed')
      return id
    },
    useUp: (tokenId) => guard.useUp(tokenId),
    count,
  }
}
