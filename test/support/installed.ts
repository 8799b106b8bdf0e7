/** Programs of others that tests run but the product does not need: installed apart, once on a machine. */
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

export const run = promisify(execFile)

export type Installed = { folder: string } | { missing: string }

/** What npm says when nobody can be reached; any other failure to install is one. */
const unreachable = /E(NOTFOUND|CONNREFUSED|CONNRESET|TIMEDOUT|AI_AGAIN|NETUNREACH|HOSTUNREACH)/

/** `name` is that of their folder and says their versions; it comes to its place only when whole. */
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

/** Why npm found nobody; any other failure is one. */
export function explainUnreachable(error: unknown): string {
  const { stderr = '', killed } = error as { stderr?: string; killed?: boolean }
  const reason = killed ? 'npm took over a minute' : unreachable.exec(stderr)?.[0]
  if (reason === undefined) throw error
  return reason
}

/** Why the tests that need them are skipped, if they are. */
export function skipReason(installed: Installed): string | false {
  return 'missing' in installed && `the registry could not be reached: ${installed.missing}`
}
