import type { Gate } from '../../kernel/operation.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Clock } from '../../kernel/time.ts'
import type { Store } from '../../store/sql.ts'
import { callerAddress, clientHash } from './client.ts'
import { readFormToken } from './form-token.ts'
import type { Guard } from './guard.ts'

export function createGate(
  store: Store,
  guard: Guard,
  secret: string,
  ownProxies: number,
  now: Clock,
): Gate {
  return {
    clientOf: (remoteAddress, forwardedFor) =>
      clientHash(callerAddress(remoteAddress, forwardedFor, ownProxies), secret),
    quotaOf: (client) => guard.quota(client),
    async checkForm(form, token, bait) {
      const id = token === undefined ? undefined : readFormToken(secret, form, token, now())
      if (id === undefined || (bait ?? '') !== '') throw new Problem('form-check-failed')
      const used = await store.read.get('SELECT id FROM form_tokens WHERE id = ?', id)
      if (used) throw new Problem('form-check-failed')
      return id
    },
  }
}
