/** Runs tests in a copy of the repository, in a process of their own. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** Returns the first failure; undefined if all tests pass. */
export async function runTests(
  folder: string,
  files: readonly string[],
  command: string,
  limitMs: number,
): Promise<string | undefined> {
  const words = command.split(' ').filter((word) => word !== '')
  const [program = '', ...args] = [
    ...words,
    process.execPath,
    join(folder, 'scripts/mutate/try.ts'),
    String(limitMs),
    ...files,
  ]
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
  let output = ''
  child.stdout.on('data', (text) => {
    output += text
  })
  const exitCode = await new Promise<number | null>((resolve) => child.on('close', resolve))
  if (exitCode === 0) return undefined
  return output.split('\n')[0] || `exit code ${exitCode}`
}
