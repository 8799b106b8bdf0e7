/** Runs tests in a copy of the repository, in processes of their own. */
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

type TestRun = {
  files: readonly { test: string; limitMs: number }[]
  /** A command that runs the tests. */
  command: string
  environment?: Readonly<Record<string, string>>
}

/** For what the tests have started, after their end. */
const endLimitMs = 5_000

const groups = new Set<number>()
process.on('exit', () => {
  for (const group of groups) endGroup(group)
})

/** Returns the first failure; undefined if all tests pass. */
export async function runTests(
  folder: string,
  { files, command, environment }: TestRun,
): Promise<string | undefined> {
  const words = command.split(' ').filter((word) => word !== '')
  const [program = '', ...args] = [
    ...words,
    process.execPath,
    join(folder, 'scripts/mutate/try.ts'),
    ...files.map(({ test, limitMs }) => `${test}:${limitMs}`),
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
  })
  // A test file may ignore that it is ended.
  const limitMs = files.reduce((sum, one) => sum + one.limitMs, endLimitMs)
  const timer = setTimeout(() => endGroup(pid), limitMs)
  const exitCode = await new Promise<number | null>((resolve) => child.on('exit', resolve))
  clearTimeout(timer)
  await waitForGroup(pid)
  groups.delete(pid)
  try {
    rmSync(temporary, { recursive: true, force: true })
  } catch {
    // A disk that a test has mounted and could not unmount. It prevents no further test.
  }
  if (output === '' && exitCode === 0) return undefined
  return output.replaceAll(`${folder}/`, '').split('\n')[0] || `exit code ${exitCode}`
}

export const typeChecker = 'the type checker'

/** Whether the sources do not compile. A value that is only unused compiles here, although the check rejects it. */
export function hasTypeError(folder: string): boolean {
  const options = ['--noEmit', '--noUnusedLocals', 'false', '--noUnusedParameters', 'false']
  const { error, status } = spawnSync('node_modules/.bin/tsc', options, { cwd: folder })
  if (error) throw error
  return status !== 0
}

/** What tests leave behind when they are ended is removed with it. PostgreSQL runs as a user who must reach it. */
function newTemporaryFolder(folder: string): string {
  const temporary = join(folder, '.tmp')
  mkdirSync(temporary, { recursive: true })
  for (const one of [folder, temporary]) chmodSync(one, 0o755)
  return temporary
}

/** What a test has started cleans up when the test ends: PostgreSQL removes its files, a disk is unmounted. */
async function waitForGroup(pid: number): Promise<void> {
  const deadline = performance.now() + endLimitMs
  while (isAlive(pid) && performance.now() < deadline) await pause(20)
  endGroup(pid)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(-pid, 0)
  } catch {
    return false
  }
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // All of its processes have ended.
  }
}
