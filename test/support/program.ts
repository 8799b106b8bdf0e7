/** The program as a separate process, for tests of installations. */
import assert from 'node:assert/strict'
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { closeAfter } from './lifetime.ts'

export type Program = { output(): string; end(signal: NodeJS.Signals): Promise<number | null> }

/** Resolves when the output says that the shop is open. */
export async function startProgram(
  command: string,
  args: readonly string[],
  options: SpawnOptions,
): Promise<Program> {
  const child: ChildProcess = spawn(command, args, {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  closeAfter(() => child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (part) => {
      output += part
    })
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  for (let tries = 0; !output.includes('is open.'); tries++) {
    if (child.exitCode !== null || tries > 2_400) assert.fail(`did not start:\n${output}`)
    await pause(50)
  }
  return {
    output: () => output,
    end(signal) {
      child.kill(signal)
      return ended
    },
  }
}
