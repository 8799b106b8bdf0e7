/** A message by which staff see that a channel works. */
import { newId } from '../../kernel/id.ts'
import type { Clock } from '../../kernel/time.ts'
import type { Store } from '../../store/sql.ts'
import { announce, record } from './events.ts'

export const testKind = 'test'

/** News for one channel alone, or one target of it; its subject, by which its delivery is found. */
export function announceTest(
  store: Store,
  { channel, target }: { channel: string; target?: string },
  actor: string,
  now: Clock,
): Promise<string> {
  return store.write(async (sql) => {
    const moment = now()
    const subject = `test:${newId(moment)}`
    await record(sql, moment, actor, 'tested', subject, { channel })
    await announce(sql, moment, testKind, subject, { channel, target: target ?? null })
    return subject
  })
}
