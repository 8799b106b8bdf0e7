/**
 * Runs the migrations of a PostgreSQL database beside processes that serve guests. While a statement waits for the lock
 * of a table, every later query of that table waits behind it. So it waits only briefly, and all is tried again.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { LocalizedText } from '../../kernel/locale.ts'
import { type AssertUsable, MigrationError, migrate } from '../migrate.ts'
import { type LockHolder, LockTimeout } from '../sql.ts'
import { noCircuitBreaker } from './circuit-breaker.ts'
import type { ConnectionSettings } from './connection-url.ts'
import type { LockMonitor } from './lock-monitor.ts'
import { startupTimeouts } from './timeouts.ts'
import { createWriter } from './writer.ts'

/** In between, the queries that waited are served. */
const retryDelayMs = 700
const retryWindowMs = 60_000

export async function runMigrations(
  settings: ConnectionSettings,
  now: () => number,
  { observe, holder }: LockMonitor,
  assertUsable: AssertUsable | undefined,
): Promise<void> {
  const writer = createWriter(settings, noCircuitBreaker, {
    waitTimeouts: startupTimeouts,
    onLockWait: observe,
  })
  const endsAtMs = performance.now() + retryWindowMs
  try {
    for (;;) {
      try {
        return await migrate(writer, now, { tablesQuery, assertUsable })
      } catch (error) {
        if (!(error instanceof LockTimeout)) throw error
        if (performance.now() > endsAtMs) throw new MigrationError(blockedText(holder()))
      }
      await pause(retryDelayMs)
    }
  } finally {
    await writer.close()
  }
}

/** Without tables of extensions, which share the schema. */
const tablesQuery = `SELECT relname AS name FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
    AND NOT EXISTS (SELECT 1 FROM pg_depend
      WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
  ORDER BY relname`

function blockedText(holder: LockHolder | undefined): LocalizedText {
  const { vi, en } = describeHolder(holder)
  const seconds = retryWindowMs / 1000
  return {
    vi:
      `Suốt ${seconds} giây không cập nhật được cơ sở dữ liệu, vì ${vi} đang khoá các bảng. ` +
      'Chưa thay đổi gì. Hãy khởi động lại khi bên ấy đã xong.',
    en:
      `The database could not be migrated for ${seconds} seconds, because ${en} ` +
      'holds a lock on its tables. Nothing was changed. Start again when it has ended.',
  }
}

function describeHolder(holder: LockHolder | undefined): LocalizedText {
  if (!holder) return { vi: 'một chương trình khác', en: 'another client' }
  const { application_name: name, pid, state } = holder
  return {
    vi: `${name || 'một chương trình không tên'} (tiến trình ${pid}, ${state})`,
    en: `${name || 'a client without a name'} (process ${pid}, ${state})`,
  }
}
