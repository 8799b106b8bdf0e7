/** A program that runs to its end, such as a command of an operator. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const letanProgram = join(import.meta.dirname, '../../bin/letan.js')

export type FinishedCommand = { code: number | null; output: string; milliseconds: number }

/** `letan` with these words, as a process of its own; in English, whatever the machine speaks. */
export function runLetan(
  args: readonly string[],
  environment: Record<string, string>,
): Promise<FinishedCommand> {
  return runProgram(process.execPath, [letanProgram, ...args], {
    LC_ALL: 'C.UTF-8',
    ...environment,
  })
}

export function runProgram(
  program: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<FinishedCommand> {
  const began = performance.now()
  const child = spawn(program, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      output += part
    })
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) =>
      resolve({ code, output, milliseconds: Math.round(performance.now() - began) }),
    )
  })
}

/** The same where it must succeed. */
export async function assertSuccess(command: Promise<FinishedCommand>): Promise<FinishedCommand> {
  const finished = await command
  if (finished.code !== 0) throw new Error(`it ended with ${finished.code}: ${finished.output}`)
  return finished
}
