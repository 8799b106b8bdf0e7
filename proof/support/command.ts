/** Runs a program until it exits. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const letanProgram = join(import.meta.dirname, '../../bin/letan.js')

type FinishedCommand = { code: number | null; output: string; milliseconds: number }

/** Runs a `letan` command with English output. */
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

/** Throws if the command fails. */
export async function assertSuccess(command: Promise<FinishedCommand>): Promise<FinishedCommand> {
  const finished = await command
  if (finished.code !== 0)
    throw new Error(`The command exited with ${finished.code}: ${finished.output}`)
  return finished
}
