/** Test message that staff send to check a channel. */
import { newId } from '../../kernel/id.ts'
import type { Clock } from '../../kernel/time.ts'
import type { Store } from '../../store/sql.ts'
import { enqueueEvent, recordAudit } from './events.ts'

export const testKind = 'test'

/** For one channel or one target of it. Returns the subject, which identifies the delivery. */
export function enqueueTestEvent(
  store: Store,
  { channel, target }: { channel: string; target?: string },
  actor: string,
  now: Clock,
): Promise<string> {
  return store.write(async (sql) => {
    const nowMs = now()
    const subject = `test:${newId(nowMs)}` as const
    await recordAudit(sql, nowMs, actor, 'tested', subject, { channel })
    await enqueueEvent(sql, nowMs, testKind, subject, { channel, target: target ?? null })
    return subject
  })
}
