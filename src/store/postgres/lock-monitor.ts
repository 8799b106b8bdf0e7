/** Finds out which other client of the database holds a lock that Letan waits for. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import type { LockHolder, ReportStoreEvent } from '../sql.ts'
import { closeClient, openClient } from './client.ts'
import type { ConnectionSettings } from './connection-url.ts'
import { timeouts } from './timeouts.ts'

/** Shorter than the shortest wait for a lock. */
const pollIntervalMs = 15
/** A blocked write is attempted several times within this time. */
const maxPollMs = 1_500
/** Without a further wait the contention is over. */
const contentionMs = 10_000

export type LockMonitor = {
  /** Called when a statement waits for a lock, or has failed because of one and will be repeated. */
  observe(): void
  /** The client that blocks, or blocked within the last ten seconds. */
  holder(): LockHolder | undefined
  close(): Promise<void>
}

export function createLockMonitor(
  settings: ConnectionSettings,
  report: ReportStoreEvent,
): LockMonitor {
  let observing: Promise<void> | undefined
  let client: Client | undefined
  let lastWaitAtMs = Number.NEGATIVE_INFINITY
  let holder: LockHolder | undefined
  let isClosed = false

  const isOver = () => performance.now() - lastWaitAtMs > contentionMs

  const findHolder = async () => {
    client = await openClient(settings.connection)
    const endsAtMs = performance.now() + maxPollMs
    while (!isClosed && performance.now() < endsAtMs) {
      const found = await readLockHolder(client)
      if (found) return recordHolder(found)
      await pause(pollIntervalMs, undefined, { ref: false })
    }
  }

  const recordHolder = (found: LockHolder) => {
    const isSame = found.pid === holder?.pid && found.application_name === holder.application_name
    holder = found
    if (isSame) return
    const { pid, application_name, state, transaction_seconds, query_seconds } = found
    report('database lock held by another client', {
      holder_pid: pid,
      application: application_name,
      state,
      ...(transaction_seconds !== null && { transaction_seconds }),
      ...(query_seconds !== null && { query_seconds }),
    })
  }

  return {
    observe() {
      if (isOver()) holder = undefined
      lastWaitAtMs = performance.now()
      if (isClosed) return
      observing ??= findHolder()
        // The report is an aid: what fails here fails again where the lock is needed.
        .catch(() => {})
        .finally(async () => {
          await closeClient(client)
          client = undefined
          observing = undefined
        })
    },
    holder: () => (isOver() ? undefined : holder),
    async close() {
      isClosed = true
      await observing
    },
  }
}

/**
 * Only the first in a chain of waiting clients, and none of our own, which wait for each other as usual. The text of a
 * query is not read, because it may contain personal data. Other roles see no state and no times.
 */
const holderQuery = `SELECT DISTINCT holder.pid, holder.application_name, coalesce(holder.state, 'unknown') AS state,
    extract(epoch FROM clock_timestamp() - holder.xact_start)::int AS transaction_seconds,
    extract(epoch FROM clock_timestamp() - holder.query_start)::int AS query_seconds
  FROM pg_stat_activity waiting
  CROSS JOIN LATERAL unnest(pg_blocking_pids(waiting.pid)) AS blocking (pid)
  JOIN pg_stat_activity holder ON holder.pid = blocking.pid
  WHERE waiting.datname = current_database() AND waiting.wait_event_type = 'Lock'
    AND waiting.application_name = current_setting('application_name')
    AND holder.wait_event_type IS DISTINCT FROM 'Lock'
    AND (holder.application_name <> waiting.application_name
      OR holder.xact_start < clock_timestamp() - make_interval(secs => ${timeouts.idleInTransactionMs / 1000}))
  ORDER BY transaction_seconds DESC NULLS LAST, holder.pid LIMIT 1`

async function readLockHolder(client: Client): Promise<LockHolder | undefined> {
  const { rows } = await client.query<LockHolder>(holderQuery)
  return rows[0]
}
