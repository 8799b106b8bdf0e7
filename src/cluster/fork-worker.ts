/** A process that serves with others, as their parent sees it. */
import cluster from 'node:cluster'
import type { Order, Report } from './worker.ts'

export type Member = {
  pid: number
  /** True when it serves; false if it ended before, or took too long. */
  ready: Promise<boolean>
  /** Resolves when it takes no new connections. */
  closed: Promise<void>
  /** Resolves with the signal or the code by which it ended. */
  ended: Promise<string>
  /** In milliseconds. */
  age(): number
  order(word: Order): void
}

/** Whoever does not serve by then never will; bringing a large book up to date takes its time. */
const startPatience = 600_000

export function enlist(wantsToGo: () => void): Member {
  const began = performance.now()
  const worker = cluster.fork()
  const ready = Promise.withResolvers<boolean>()
  const closed = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<string>()
  const tooLong = setTimeout(() => worker.process.kill('SIGKILL'), startPatience)

  worker.on('message', (word: Report) => {
    if (word === 'ready') {
      clearTimeout(tooLong)
      ready.resolve(true)
    } else if (word === 'closed') closed.resolve()
    else if (word === 'replace') wantsToGo()
  })
  const end = (why: string) => {
    clearTimeout(tooLong)
    ready.resolve(false)
    ended.resolve(why)
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
    age: () => performance.now() - began,
    order: (word) => {
      if (worker.isConnected()) worker.send(word)
    },
  }
}
