/** The processes that serve together: as many as wanted, whoever ends, and new ones when told to. */

import type { Log } from '../kernel/log.ts'
import { forkWorker, type WorkerHandle } from './fork-worker.ts'

export type WorkerPool = {
  /** Resolves when all serve; false if the very first could not. */
  start(): Promise<boolean>
  /** Puts a new process in the place of each, one after the other. */
  restart(): void
  /** Resolves when everybody has gone, and nobody's request was lost. */
  stop(): Promise<void>
}

/** Whoever has lived so long did not fail at its start. */
const stableAfterMs = 5_000
const maxBackoffMs = 30_000

/** So often in a row may all of them fail, about half a minute in all. */
const maxFailures = 6

export function createWorkerPool(
  processes: number,
  log: Log,
  onStartFailure: () => void,
): WorkerPool {
  /** Who serves or is about to. */
  const active = new Set<WorkerHandle>()
  /** They, and whoever has been replaced and has not gone yet. */
  const alive = new Set<WorkerHandle>()
  let stopping = false
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
    while (!stopping && active.size < processes) add()
  }

  const replaceExited = (worker: WorkerHandle, reason: string) => {
    alive.delete(worker)
    if (!active.delete(worker) || stopping) return
    log.warn('process ended', { process: worker.pid, why: reason })
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

  /** Whoever is there goes only when somebody else serves; false if nobody else could. */
  const replace = async (worker: WorkerHandle): Promise<boolean> => {
    if (stopping || !active.has(worker)) return true
    if (!(await add().ready)) return false
    if (active.delete(worker)) worker.send('leave')
    return true
  }

  const replaceAll = async () => {
    log.info('restarting', { processes: active.size })
    for (const worker of [...active]) {
      if (await replace(worker)) continue
      log.error('not restarted: the new process could not start, the others go on')
      return
    }
    if (!stopping) log.info('restarted', { processes: active.size })
  }

  return {
    async start() {
      // The first alone: it brings the book up to date, and what is wrong is said once.
      if (!(await add().ready)) return false
      fill()
      await Promise.all([...active].map(({ ready }) => ready))
      return true
    },
    restart: () => enqueue(replaceAll),
    async stop() {
      stopping = true
      clearTimeout(refillTimer)
      const all = [...alive]
      for (const worker of all) worker.send('close')
      // Whoever is told to come back on another connection must find no door that is about to close.
      await Promise.all(all.map(({ closed, ended }) => Promise.race([closed, ended])))
      for (const worker of all) worker.send('end')
      await Promise.all(all.map(({ ended }) => ended))
    },
  }
}
