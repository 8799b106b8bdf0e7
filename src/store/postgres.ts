/** PostgreSQL, for several processes that behave as one. */
import { migrate } from './migrate.ts'
import { type Address, readAddress } from './postgres/address.ts'
import { AddressError } from './postgres/address-error.ts'
import { patienceAtStart } from './postgres/patience.ts'
import { createReach, unwatched } from './postgres/reach.ts'
import { createReading } from './postgres/reading.ts'
import { createSignal } from './postgres/signal.ts'
import { inspectPostgres, scrub } from './postgres/upkeep.ts'
import { createWriting, tryLock, type Writing } from './postgres/writing.ts'
import { createReadiness } from './readiness.ts'
import type { Sql, Store } from './sql.ts'
import { createWriter } from './writer.ts'

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
    async close() {
      await writer.idle()
      await signal.close()
      await Promise.all([writing.close(), reading.close()])
      reach.close()
    },
  }
}

async function bringUpToDate(address: Address, now: () => number, reading: Sql): Promise<void> {
  const writing = createWriting(address, unwatched, patienceAtStart)
  try {
    await migrate(writing, now)
    await refusePretence(writing, reading)
  } finally {
    await writing.close()
  }
}

/** Some engines that speak like PostgreSQL take its lock for a word without a meaning. */
async function refusePretence(writing: Writing, reading: Sql): Promise<void> {
  await writing.begin()
  const found = await reading.get<{ free: number }>(tryLock)
  await writing.send('ROLLBACK')
  if (found?.free === 1) {
    throw new AddressError(
      'names an engine that does not keep the lock pg_advisory_xact_lock, so several processes cannot share it; docs/scale.md names engines that do.',
    )
  }
}
