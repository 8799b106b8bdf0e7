/** Keeps the configured number of workers running: starts, replaces and stops them, with backoff after failures. */
import type { Log } from '../kernel/log.ts'
import { forkWorker, type WorkerHandle } from './fork-worker.ts'

export type WorkerPool = {
  /** Resolves when all workers are ready; false if the first one failed. */
  start(): Promise<boolean>
  /** Replaces the workers one by one. */
  restart(): void
  /** Resolves when all workers have completed their requests and exited. */
  stop(): Promise<void>
}

/** A worker that ran for this long did not fail at its start. */
const stableAfterMs = 5_000
const maxBackoffMs = 30_000

/** Failures in a row after which a pool without a running worker gives up; about half a minute. */
const maxFailures = 6

export function createWorkerPool(
  processes: number,
  log: Log,
  onStartFailure: () => void,
): WorkerPool {
  /** Workers that are ready or starting. */
  const active = new Set<WorkerHandle>()
  /** The active workers, and replaced ones that have not exited yet. */
  const alive = new Set<WorkerHandle>()
  let isStopping = false
  let failures = 0
  let refillTimer: NodeJS.Timeout | undefined

  const add = (): WorkerHandle => {
    const worker = forkWorker(() => enqueue(() => replace(worker)))
    active.add(worker)
    alive.add(worker)
    void worker.ended.then((reason) => replaceExited(worker, reason))
    return worker
  }

  const fill = () => {
    refillTimer = undefined
    while (!isStopping && active.size < processes) add()
  }

  const replaceExited = (worker: WorkerHandle, reason: string) => {
    alive.delete(worker)
    if (!active.delete(worker) || isStopping) return
    log.warn('worker exited', { process: worker.pid, reason })
    if (refillTimer === undefined) {
      failures = worker.ageMs() < stableAfterMs ? failures + 1 : 0
      refillTimer = setTimeout(fill, failures && Math.min(250 * 2 ** failures, maxBackoffMs))
    }
    if (active.size === 0 && failures > maxFailures) onStartFailure()
  }

  let queue: Promise<unknown> = Promise.resolve()
  const enqueue = (work: () => Promise<unknown>) => {
    queue = queue.then(work)
  }

  /** The worker leaves only when its replacement is ready; false if that could not start. */
  const replace = async (worker: WorkerHandle): Promise<boolean> => {
    if (isStopping || !active.has(worker)) return true
    if (!(await add().ready)) return false
    if (active.delete(worker)) worker.send('leave')
    return true
  }

  const replaceAll = async () => {
    log.info('restarting', { processes: active.size })
    for (const worker of [...active]) {
      if (await replace(worker)) continue
      log.error('restart aborted: new worker failed, old workers keep running')
      return
    }
    if (!isStopping) log.info('restarted', { processes: active.size })
  }

  return {
    async start() {
      // The first one alone: it migrates the database, and errors are reported once.
      if (!(await add().ready)) return false
      fill()
      await Promise.all([...active].map(({ ready }) => ready))
      return true
    },
    restart: () => enqueue(replaceAll),
    async stop() {
      isStopping = true
      clearTimeout(refillTimer)
      const all = [...alive]
      for (const worker of all) worker.send('close')
      // A client that reconnects must not reach a worker that is about to close, so all close before any ends.
      await Promise.all(all.map(({ closed, ended }) => Promise.race([closed, ended])))
      for (const worker of all) worker.send('end')
      await Promise.all(all.map(({ ended }) => ended))
    },
  }
}
