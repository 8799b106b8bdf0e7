/** Logs why the database cannot be used: once for each cause, not for each request. */
import { describeError } from '../kernel/describe-error.ts'
import type { Log } from '../kernel/log.ts'
import { type Clock, minute } from '../kernel/time.ts'
import { explainOpenError } from '../store/open-error.ts'
import {
  LockConflict,
  type Row,
  type Sql,
  type Store,
  StoreUnavailable,
  type Value,
} from '../store/sql.ts'

/** A failure after such a pause is a new one. */
const pauseMs = 10 * minute

export function reportStoreFailures(store: Store, log: Log, now: Clock): Store {
  /** When each cause was last seen. */
  const lastSeen = new Map<string, number>()

  const report = (error: unknown): never => {
    if (error instanceof StoreUnavailable && !(error instanceof LockConflict)) {
      const { en: reason } = explainOpenError(error.cause)
      const isNew = now() - (lastSeen.get(reason) ?? Number.NEGATIVE_INFINITY) > pauseMs
      lastSeen.set(reason, now())
      if (isNew) log.error('database unavailable', { reason, ...describeError(error.cause) })
    }
    throw error
  }

  const read: Sql = {
    all: <ResultRow extends Row>(statement: string, ...values: Value[]) =>
      store.read.all<ResultRow>(statement, ...values).catch(report),
    get: <ResultRow extends Row>(statement: string, ...values: Value[]) =>
      store.read.get<ResultRow>(statement, ...values).catch(report),
    run: (statement, ...values) => store.read.run(statement, ...values).catch(report),
  }
  return {
    ...store,
    read,
    write: (work, prepared) => store.write(work, prepared).catch(report),
  }
}
