/** Forks one worker and exposes its lifecycle as promises. */
import cluster from 'node:cluster'
import type { PrimaryMessage, WorkerMessage } from './worker.ts'

export type WorkerHandle = {
  pid: number
  /** True when the worker is ready; false if it exited before, or took too long. */
  ready: Promise<boolean>
  /** Resolves when the worker accepts no new connections. */
  closed: Promise<void>
  /** Resolves with the exit code or the signal. */
  ended: Promise<string>
  ageMs(): number
  send(message: PrimaryMessage): void
}

/** Long, because the migration of a large database takes time. */
const startTimeoutMs = 600_000

export function forkWorker(onReplaceRequest: () => void): WorkerHandle {
  const startedAtMs = performance.now()
  const worker = cluster.fork()
  const ready = Promise.withResolvers<boolean>()
  const closed = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<string>()
  const startTimer = setTimeout(() => worker.process.kill('SIGKILL'), startTimeoutMs)

  worker.on('message', (message: WorkerMessage) => {
    if (message === 'ready') {
      clearTimeout(startTimer)
      ready.resolve(true)
    } else if (message === 'closed') closed.resolve()
    else if (message === 'replace') onReplaceRequest()
  })
  const end = (reason: string) => {
    clearTimeout(startTimer)
    ready.resolve(false)
    ended.resolve(reason)
  }
  worker.on('exit', (code: number | null, signal: string | null) => end(signal ?? `code ${code}`))
  // The worker could not be forked, or a message could not be sent. Only the first ends it.
  worker.on('error', (error: NodeJS.ErrnoException) => {
    if (worker.process.pid === undefined) end(error.code ?? error.message)
  })

  return {
    pid: worker.process.pid ?? 0,
    ready: ready.promise,
    closed: closed.promise,
    ended: ended.promise,
    ageMs: () => performance.now() - startedAtMs,
    send: (message) => {
      if (worker.isConnected()) worker.send(message)
    },
  }
}
