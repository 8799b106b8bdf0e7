/**
 * Runs jobs one after the other in the process that converts photos. It is started for the first job, and ends when
 * idle.
 */
import { type ChildProcess, fork } from 'node:child_process'
import type { JobResult, PhotoJob } from './job.ts'

export type Converter = {
  /** An urgent job is run before all waiting ones: a client waits for it. */
  run(job: PhotoJob, isUrgent?: boolean): Promise<JobResult>
  close(): Promise<void>
}

type Waiting = { id: number; job: PhotoJob; resolve(result: JobResult): void }

const idleMs = 10_000
/** A job that takes longer is given up; the largest photos take a few seconds. */
const jobTimeoutMs = 90_000

const ended: JobResult = { kind: 'failed', message: 'the conversion was stopped' }

export function createConverter(): Converter {
  const queue: Waiting[] = []
  let current: Waiting | undefined
  let child: ChildProcess | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let lastId = 0

  const finish = (result: JobResult) => {
    clearTimeout(timer)
    const done = current
    current = undefined
    done?.resolve(result)
    startNext()
  }

  const startChild = (): ChildProcess => {
    const process = forkConverter()
    process.on('message', ({ id, result }: { id: number; result: JobResult }) => {
      if (current?.id === id) finish(result)
    })
    process.on('error', (error) => {
      if (child === process) child = undefined
      if (current) finish({ kind: 'failed', message: error.message })
    })
    process.on('exit', (code, signal) => {
      if (child !== process) return
      child = undefined
      // A decoder that crashes or hangs was given a file that it cannot read.
      if (current && !isClosed) finish(crashResult(current.job, signal ?? `code ${code}`))
    })
    return process
  }

  const startNext = () => {
    if (current || isClosed) return
    current = queue.shift()
    if (!current) {
      timer = setTimeout(() => child?.disconnect(), idleMs)
      timer.unref()
      return
    }
    if (!child?.connected) child = startChild()
    timer = setTimeout(() => child?.kill('SIGKILL'), jobTimeoutMs)
    timer.unref()
    child.send({ id: current.id, job: current.job }, (error) => {
      if (error && current) finish({ kind: 'failed', message: error.message })
    })
  }

  return {
    run(job, isUrgent = false) {
      if (isClosed) return Promise.resolve(ended)
      return new Promise((resolve) => {
        lastId += 1
        const waiting = { id: lastId, job, resolve }
        if (isUrgent) queue.unshift(waiting)
        else queue.push(waiting)
        if (!current) clearTimeout(timer)
        startNext()
      })
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      for (const { resolve } of [...(current ? [current] : []), ...queue.splice(0)]) resolve(ended)
      current = undefined
      const running = child
      child = undefined
      if (running?.exitCode !== null || running.signalCode !== null) return
      await new Promise((resolve) => {
        running.once('exit', resolve)
        running.kill('SIGKILL')
      })
    },
  }
}

/** Without the settings of the shop, which contain secrets. */
function forkConverter(): ChildProcess {
  // The file has the same ending as this one: .ts in the repository, .js in a package.
  const file = import.meta.filename.replace(/converter(\.\w+)$/, 'converter-process$1')
  return fork(file, { execArgv: [], env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
}

function crashResult(job: PhotoJob, reason: string): JobResult {
  if (job.kind === 'share image') return { kind: 'failed', message: reason }
  return { kind: 'problem', problem: 'damaged' }
}
