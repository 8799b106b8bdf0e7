/** PostgreSQL, for several processes that behave as one. */

import { createWriter } from './group-commit.ts'
import { isUpToDate, migrate } from './migrate.ts'
import { refusePretence } from './postgres/advisory-lock-check.ts'
import { createSignal } from './postgres/change-notifications.ts'
import { createReach, unwatched } from './postgres/circuit-breaker.ts'
import { type Address, readAddress } from './postgres/connection-url.ts'
import { filesOf, inspectPostgres, scrub } from './postgres/maintenance.ts'
import { createReading } from './postgres/reader.ts'
import { patienceAtStart } from './postgres/timeouts.ts'
import { createWriting } from './postgres/writer.ts'
import { createReadiness } from './readiness.ts'
import type { Sql, Store } from './sql.ts'

export async function openPostgres(url: string, now: () => number): Promise<Store> {
  const address = readAddress(url)
  const reach = createReach(address.connection)
  const reading = createReading(address, reach)
  await bringUpToDate(address, now, reading).catch(async (error: unknown) => {
    reach.close()
    await reading.close()
    throw error
  })
  const writing = createWriting(address, reach)
  const signal = createSignal(address, reach, reading.run)
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
    inspect: () => inspectPostgres(reading),
    scrub: (tables) => scrub(address, tables),
    filesOf,
    figures: writer.figures,
    async close() {
      await writer.idle()
      await signal.close()
      await Promise.all([writing.close(), reading.close()])
      reach.close()
    },
  }
}

/** Almost always it is: a process that starts need not keep out those that write. */
async function bringUpToDate(address: Address, now: () => number, reading: Sql): Promise<void> {
  if (!(await isUpToDate(reading))) {
    const writing = createWriting(address, unwatched, patienceAtStart)
    await migrate(writing, now).finally(writing.close)
  }
  await refusePretence(address, reading)
}
