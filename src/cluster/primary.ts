/**
 * Cluster primary: starts workers that share the ports of one machine, replaces a worker that exits, and restarts
 * all of them one by one on SIGHUP. It handles no requests itself.
 */
import cluster from 'node:cluster'
import { availableParallelism } from 'node:os'
import { isatty } from 'node:tty'
import { chooseCommandLanguage } from '../config/language.ts'
import { isPostgres } from '../kernel/database-url.ts'
import type { LocalizedText } from '../kernel/locale.ts'
import { createLog } from '../kernel/log.ts'
import { clock } from '../server/open-shop.ts'
import { onParentExit } from '../server/serve.ts'
import { readShopConfig } from '../server/shop-config.ts'
import { relayMetrics } from './metrics-exchange.ts'
import { serveAsWorker } from './worker.ts'
import { createWorkerPool } from './worker-pool.ts'

export async function serveCluster(
  environment: NodeJS.ProcessEnv,
  /** Takes precedence over PROCESSES. */
  requestedProcesses?: string,
): Promise<void> {
  if (cluster.isWorker) return serveAsWorker(environment)
  const PROCESSES = requestedProcesses ?? environment.PROCESSES
  const config = readShopConfig({ ...environment, PROCESSES })
  const { processes = availableParallelism(), databaseUrl } = config
  const log = createLog(config.logLevel, clock)
  const language = chooseCommandLanguage([], environment)
  // The operating system distributes the connections. Those not yet accepted belong to all workers, so none is lost
  // when a worker exits.
  cluster.schedulingPolicy = cluster.SCHED_NONE

  /** The worker has already printed the reason. */
  const exitAfterFailedStart = () => {
    log.flush()
    process.stderr.write(noWorker[language], () => process.exit(1))
  }
  const workerPool = createWorkerPool(processes, log, exitAfterFailedStart)
  let isStopping = false
  const stop = async (signal: string) => {
    isStopping = true
    log.info('stopping', { signal })
    await workerPool.stop()
    log.info('stopped')
    log.flush()
    process.exit(0)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  process.on('SIGHUP', workerPool.restart)
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  // A closed terminal also sends SIGHUP; its shell exits as well, which tells the two apart.
  const isInteractive = environment.npm_lifecycle_event !== undefined || isatty(0)
  if (isInteractive) onParentExit(() => stop('parent gone'))

  relayMetrics()
  const hasStarted = await workerPool.start()
  if (isStopping) return
  const banner = clusterBanner(processes, isPostgres(databaseUrl))
  if (hasStarted) process.stderr.write(banner[language])
  else exitAfterFailedStart()
}

function clusterBanner(processes: number, onPostgres: boolean): LocalizedText {
  const restart = `kill -HUP ${process.pid}         `
  return {
    vi: `    ${processes} tiến trình đang chạy.
    ${restart} khởi động lại từng tiến trình với mã, nội dung hoặc thiết lập mới
${onPostgres ? '' : sqliteNote.vi}
`,
    en: `    ${processes} workers are running.
    ${restart} restarts the workers one by one with new code, content or settings
${onPostgres ? '' : sqliteNote.en}
`,
  }
}

const sqliteNote: LocalizedText = {
  vi: `    Cơ sở dữ liệu là một tệp SQLite, các tiến trình lần lượt ghi vào đó. Như vậy an toàn, nhưng không
    nhanh hơn một tiến trình. Muốn nhanh hơn, hãy dùng PostgreSQL (DATABASE_URL).
`,
  en: `    The database is a SQLite file, to which the workers write one at a time. That is safe, but no
    faster than one process. For more, use PostgreSQL (DATABASE_URL).
`,
}

const noWorker: LocalizedText = {
  vi: 'Không tiến trình nào khởi động được.\n',
  en: 'No worker could be started.\n',
}
