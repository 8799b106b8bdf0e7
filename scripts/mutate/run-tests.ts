/** Runs tests in a copy of the repository, in processes of their own. */
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

type TestRun = {
  files: readonly string[]
  /** For each file. */
  limitMs: number
  /** A command that runs the tests. */
  command: string
  environment?: Readonly<Record<string, string>>
}

const groups = new Set<number>()
process.on('exit', () => {
  for (const group of groups) endGroup(group)
})

/** Returns the first failure; undefined if all tests pass. */
export async function runTests(
  folder: string,
  { files, limitMs, command, environment }: TestRun,
): Promise<string | undefined> {
  const words = command.split(' ').filter((word) => word !== '')
  const [program = '', ...args] = [
    ...words,
    process.execPath,
    join(folder, 'scripts/mutate/try.ts'),
    String(limitMs),
    ...files,
  ]
  const temporary = newTemporaryFolder(folder)
  // A group of processes, because a change may prevent what a test has started from ending.
  const child = spawn(program, args, {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...process.env,
      TMPDIR: temporary,
      NODE_COMPILE_CACHE: join(folder, '.compile-cache'),
      ...environment,
    },
  })
  const { pid = 0 } = child
  groups.add(pid)
  let output = ''
  child.stdout.on('data', (text) => {
    output += text
    if (output.includes('\n')) endGroup(pid)
  })
  const exitCode = await new Promise<number | null>((resolve) => child.on('exit', resolve))
  endGroup(pid)
  groups.delete(pid)
  rmSync(temporary, { recursive: true, force: true, maxRetries: 10 })
  if (output === '' && exitCode === 0) return undefined
  return output.split('\n')[0] || `exit code ${exitCode}`
}

/** What tests leave behind when they are ended is removed with it. PostgreSQL runs as a user who must reach it. */
function newTemporaryFolder(folder: string): string {
  const temporary = join(folder, '.tmp')
  mkdirSync(temporary, { recursive: true })
  for (const one of [folder, temporary]) chmodSync(one, 0o755)
  return temporary
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // All of its processes have ended.
  }
}
