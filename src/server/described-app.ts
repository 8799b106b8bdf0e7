/** The app of a shop without its database: to check or describe what it serves before it runs. */
import { type AppOptions, type AppRoutes, createApp } from '../app.ts'
import type { Shop } from '../domain/trade/trade.ts'
import { createHistogram } from '../kernel/histogram.ts'
import type { Sql, Store } from '../store/sql.ts'
import { clock } from './open-shop.ts'

/** Throws a ContentError if the settings of the tools name something unknown. */
export function describeApp(
  shop: Shop,
  options: Pick<AppOptions, 'baseUrl' | 'writeLimit'>,
): AppRoutes {
  return createApp(
    shop,
    { ...options, trustProxy: 0, mcpOrigins: [], lenientMcpVersions: false },
    { store: absentStore, secret: '', now: clock },
  ).routes
}

function rejectUse(): Promise<never> {
  return Promise.reject(new Error('an app that is only described has no database'))
}

const sql: Sql = { all: rejectUse, get: rejectUse, run: rejectUse }

const absentStore: Store = {
  read: sql,
  write: rejectUse,
  ready: rejectUse,
  findIntegrityErrors: rejectUse,
  vacuum: rejectUse,
  metrics: () => ({
    writeDurations: createHistogram([]),
    transactions: 0,
    failures: 0,
    queueLength: 0,
  }),
  close: rejectUse,
}
