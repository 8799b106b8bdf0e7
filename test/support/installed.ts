/** Third-party programs that only tests run, installed separately and once per machine. */
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

export const run = promisify(execFile)

export type Installed = { folder: string } | { missing: string }

/** Errors of npm without a network; any other installation error fails the test. */
const unreachable = /E(NOTFOUND|CONNREFUSED|CONNRESET|TIMEDOUT|AI_AGAIN|NETUNREACH|HOSTUNREACH)/

/** `name` is the name of the folder, with the versions; the folder is moved into place when it is complete. */
export async function install(name: string, packages: readonly string[]): Promise<Installed> {
  const folder = join(tmpdir(), name)
  if (existsSync(folder)) return { folder }
  const unfinished = mkdtempSync(`${folder}-`)
  try {
    const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--fetch-retries=0']
    await run('npm', ['install', ...quiet, '--prefix', unfinished, ...packages], {
      cwd: unfinished,
      timeout: 60_000,
      shell: process.platform === 'win32',
    })
    renameSync(unfinished, folder)
    return { folder }
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (existsSync(folder)) return { folder }
    return { missing: explainUnreachable(error) }
  }
}

/** Why npm could not reach the registry; any other error is thrown. */
export function explainUnreachable(error: unknown): string {
  const { stderr = '', killed } = error as { stderr?: string; killed?: boolean }
  const reason = killed ? 'npm took over a minute' : unreachable.exec(stderr)?.[0]
  if (reason === undefined) throw error
  return reason
}

/** The reason to skip the tests that need these programs, if they are missing. */
export function skipReason(installed: Installed): string | false {
  return 'missing' in installed && `the registry could not be reached: ${installed.missing}`
}
