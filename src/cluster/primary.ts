/**
 * Several processes that share the ports of one machine. Their parent starts them, starts another where
 * one has ended, and replaces them one after the other when it is told to. It takes no request.
 */
import cluster from 'node:cluster'
import { availableParallelism } from 'node:os'
import { isatty } from 'node:tty'
import { readConfig } from '../config/config.ts'
import { createLog } from '../kernel/log.ts'
import { onParentExit } from '../server/serve.ts'
import { clock } from '../server/start.ts'
import { isPostgres } from '../store/postgres/connection-url.ts'
import { relayMetrics } from './metrics-exchange.ts'
import { serveAsWorker } from './worker.ts'
import { createWorkerPool } from './worker-pool.ts'

export async function serveCluster(
  environment: NodeJS.ProcessEnv,
  /** How many, before what the environment says. */
  requestedProcesses?: string,
): Promise<void> {
  if (cluster.isWorker) return serveAsWorker(environment)
  const config = readConfig({
    ...environment,
    PROCESSES: requestedProcesses ?? environment.PROCESSES,
  })
  const { processes = availableParallelism(), databaseUrl } = config
  const log = createLog(config.logLevel, clock)
  // The system hands out the connections: those that nobody has taken yet belong to all, so neither
  // a process that leaves nor one that is killed takes any with it.
  cluster.schedulingPolicy = cluster.SCHED_NONE

  /** What was wrong has been said by whoever could not start. */
  const exitAfterFailedStart = () => {
    log.flush()
    process.stderr.write('No process could be started.\n', () => process.exit(1))
  }
  const workerPool = createWorkerPool(processes, log, exitAfterFailedStart)
  let stopping = false
  const stop = async (signal: string) => {
    stopping = true
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
  // The end of a terminal is also a SIGHUP, but then the shell is gone as well.
  const isInteractive = environment.npm_lifecycle_event !== undefined || isatty(0)
  if (isInteractive) onParentExit(() => stop('parent gone'))

  relayMetrics()
  const hasStarted = await workerPool.start()
  if (stopping) return
  if (hasStarted) process.stderr.write(formatClusterBanner(processes, isPostgres(databaseUrl)))
  else exitAfterFailedStart()
}

function formatClusterBanner(processes: number, onPostgres: boolean): string {
  const sqlite = `    The book is a SQLite file, to which they write in turn: that is safe, but no quicker than
    one process. For more, keep it in PostgreSQL (DATABASE_URL).
`
  return `    ${processes} processes share the work.
    kill -HUP ${process.pid}          starts each anew, one after the other, for new code, content or settings
${onPostgres ? '' : sqlite}
`
}
