/** Everything that is kept of a guest, handed out with a receipt. */

import { showCode } from '../../kernel/booking-code.ts'
import type { Clock } from '../../kernel/time.ts'
import type { Store } from '../../store/sql.ts'
import { record } from '../outbox/events.ts'
import { linkReceipt } from './data-request-actions.ts'
import { exportGuest } from './export.ts'
import { type Asked, findGuest } from './find-guest.ts'
import { digestOf } from './guest-hash.ts'
import { keepReceipt, type Receipt } from './receipts.ts'
import { countsOf } from './summary.ts'

export type HandedOver = { receipt: Receipt /** The file, as it is given to him. */; text: string }

export async function handOver(
  { store, secret, now }: { store: Store; secret: string; now: Clock },
  asked: Asked,
  actor: string,
): Promise<HandedOver> {
  const at = now()
  const facts = await exportGuest(store.read, asked, at)
  const kept = await findGuest(store.read, asked)
  const counts = await countsOf(store.read, kept)
  const digests = [...kept.phones, ...kept.emails].map((reached) => digestOf(secret, reached))
  const receipt = await store.write(async (sql) => {
    const given = { kind: 'export', at, actor, counts, elsewhere: kept.elsewhere } as const
    const made = await keepReceipt(sql, given, digests)
    await linkReceipt(sql, kept.requests, made)
    const subject = `guest:${digestOf(secret, asked.value)}`
    await record(sql, at, actor, 'handed_over', subject, { receipt: showCode(made.code) })
    return made
  })
  const told = { receipt: showCode(receipt.code), ...facts }
  return { receipt, text: `${JSON.stringify(told, undefined, 2)}\n` }
}
