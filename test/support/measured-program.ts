/** A program of this folder in a process of its own, with the options of `npm start`, to measure what it costs. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { nodeOptions } from '../../proof/support/server.ts'
import { closeAfter } from './lifetime.ts'

type MeasuredProgram = {
  pid: number
  send(message: string): void
  /** Rejects if the program ends before. */
  next(): Promise<unknown>
}

/** Ends it after the test. */
export function startMeasured(file: string, args: readonly string[]): MeasuredProgram {
  const child = fork(join(import.meta.dirname, file), args, { execArgv: [...nodeOptions] })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${file} has ended with exit code ${code}.`)
  })
  ended.catch(() => {})
  closeAfter(() => end(child, ended))
  return {
    pid: child.pid ?? 0,
    send: (message) => void child.send(message),
    next: async () => (await Promise.race([once(child, 'message'), ended]))[0],
  }
}

async function end(child: ChildProcess, ended: Promise<never>): Promise<void> {
  if (child.connected) child.disconnect()
  await ended.catch(() => {})
}
