/** A process that serves with others, as their parent sees it. */
import cluster from 'node:cluster'
import type { PrimaryMessage, WorkerMessage } from './worker.ts'

export type WorkerHandle = {
  pid: number
  /** True when it serves; false if it ended before, or took too long. */
  ready: Promise<boolean>
  /** Resolves when it takes no new connections. */
  closed: Promise<void>
  /** Resolves with the signal or the code by which it ended. */
  ended: Promise<string>
  /** In milliseconds. */
  ageMs(): number
  send(message: PrimaryMessage): void
}

/** Whoever does not serve by then never will; bringing a large book up to date takes its time. */
const startTimeoutMs = 600_000

export function forkWorker(onReplaceRequest: () => void): WorkerHandle {
  const startedAt = performance.now()
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
  // It was not even started, or could not be told something.
  worker.on('error', (error: NodeJS.ErrnoException) => {
    if (worker.process.pid === undefined) end(error.code ?? error.message)
  })

  return {
    pid: worker.process.pid ?? 0,
    ready: ready.promise,
    closed: closed.promise,
    ended: ended.promise,
    ageMs: () => performance.now() - startedAt,
    send: (message) => {
      if (worker.isConnected()) worker.send(message)
    },
  }
}
