/**
 * Newsletter subscriptions. Responses never reveal whether an address is subscribed, a mailbox receives
 * at most one email a day, and only the signed link in that email subscribes or unsubscribes it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../kernel/time.ts'
import type { Store } from '../../store/sql.ts'
import { recordAudit } from '../outbox/events.ts'

export type LinkKind = 'confirm' | 'leave'

export type Newsletter = {
  /** Path of the link in an email to a subscriber. */
  linkFor(kind: LinkKind, subscriberId: string): string
  /** The subscriber id, if the signature is valid. */
  verifyToken(kind: LinkKind, token: string): string | undefined
  /** False if the subscriber no longer exists. */
  confirm(subscriberId: string): Promise<boolean>
  /** True also if the subscriber no longer exists. */
  leave(subscriberId: string): Promise<boolean>
}

export function createNewsletter(store: Store, secret: string, now: Clock): Newsletter {
  const sign = (kind: LinkKind, id: string) =>
    createHmac('sha256', secret).update(`newsletter ${kind} ${id}`).digest('base64url')

  return {
    linkFor: (kind, id) => `/newsletter/${kind}?token=${id}.${sign(kind, id)}`,
    verifyToken(kind, token) {
      const [id = '', signature = ''] = token.split('.')
      const [actual, expected] = [Buffer.from(signature), Buffer.from(sign(kind, id))]
      return actual.length === expected.length && timingSafeEqual(actual, expected) ? id : undefined
    },
    confirm: (id) =>
      store.write(async (sql) => {
        const changed = await sql.run(
          "UPDATE subscribers SET state = 'confirmed', updated_at = ? WHERE id = ?",
          now(),
          id,
        )
        if (changed > 0) await recordAudit(sql, now(), 'guest', 'confirmed', `subscriber:${id}`)
        return changed > 0
      }),
    leave: (id) =>
      store.write(async (sql) => {
        const deleted = await sql.run('DELETE FROM subscribers WHERE id = ?', id)
        if (deleted > 0) await recordAudit(sql, now(), 'guest', 'left', `subscriber:${id}`)
        return true
      }),
  }
}
