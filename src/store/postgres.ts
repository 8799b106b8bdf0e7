/** PostgreSQL, for several processes that behave as one. */
import { migrate } from './migrate.ts'
import { type Address, readAddress } from './postgres/address.ts'
import { patienceAtStart } from './postgres/patience.ts'
import { createReading } from './postgres/reading.ts'
import { createSignal } from './postgres/signal.ts'
import { createWriting } from './postgres/writing.ts'
import { createReadiness } from './readiness.ts'
import type { Store } from './sql.ts'
import { createWriter } from './writer.ts'

export async function openPostgres(url: string, now: () => number): Promise<Store> {
  const address = readAddress(url)
  await bringUpToDate(address, now)
  const writing = createWriting(address)
  const reading = createReading(address)
  const signal = createSignal(address, reading.run)
  const writer = createWriter({
    ...writing,
    async commit() {
      await writing.commit()
      signal.written()
    },
  })

  return {
    read: reading,
    write: writer.write,
    ready: createReadiness(reading, writer),
    // A pooler that changes connections under us would listen for somebody else.
    ...(!address.pooled && { onChange: signal.onChange }),
    async close() {
      await writer.idle()
      await signal.close()
      await Promise.all([writing.close(), reading.close()])
    },
  }
}

async function bringUpToDate(address: Address, now: () => number): Promise<void> {
  const writing = createWriting(address, patienceAtStart)
  try {
    await migrate(writing, now)
  } finally {
    await writing.close()
  }
}
