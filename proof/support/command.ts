/** A program that runs to its end, such as a command of an operator. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const letanProgram = join(import.meta.dirname, '../../bin/letan.js')

export type Ended = { code: number | null; said: string; milliseconds: number }

/** `letan` with these words, as a process of its own; in English, whatever the machine speaks. */
export function letan(
  words: readonly string[],
  environment: Record<string, string>,
): Promise<Ended> {
  return run(process.execPath, [letanProgram, ...words], { LC_ALL: 'C.UTF-8', ...environment })
}

export function run(
  program: string,
  words: readonly string[],
  environment: Record<string, string> = {},
): Promise<Ended> {
  const began = performance.now()
  const child = spawn(program, words, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      said += part
    })
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) =>
      resolve({ code, said, milliseconds: Math.round(performance.now() - began) }),
    )
  })
}

/** The same where it must succeed. */
export async function succeed(ended: Promise<Ended>): Promise<Ended> {
  const found = await ended
  if (found.code !== 0) throw new Error(`it ended with ${found.code}: ${found.said}`)
  return found
}
