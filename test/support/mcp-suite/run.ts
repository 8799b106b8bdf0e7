/** Runs the official conformance suite as a separate process, and reads its results. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'

const suite = join(import.meta.dirname, '../../../node_modules/@modelcontextprotocol/conformance')

export type Check = {
  id: string
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO'
  errorMessage?: string
}

export type Verdict = {
  code: number | null
  /** The output of the suite, for the message of a failed test. */
  printed: string
  /** The checks of each scenario that was run. */
  scenarios: Map<string, Check[]>
}

export async function runSuite(address: string, ...args: string[]): Promise<Verdict> {
  const folder = mkdtempSync(join(tmpdir(), 'letan-suite-'))
  try {
    const program = [join(suite, 'dist/index.js'), 'server', '--url', address, '-o', folder]
    const child = spawn(process.execPath, [...program, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (part: string) => {
        printed += part
      })
    }
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    return { code, printed, scenarios: readResults(folder) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Each scenario has a folder with its name and the time of the run. */
function readResults(folder: string): Map<string, Check[]> {
  const results = new Map<string, Check[]>()
  for (const name of readdirSync(folder)) {
    const scenario = /^server-(.+)-\d{4}-\d{2}-\d{2}T[\dZ-]+$/.exec(name)?.[1]
    if (!scenario) throw new Error(`not a result of the suite: ${name}`)
    const file = join(folder, name, 'checks.json')
    // A scenario that was aborted has none.
    results.set(scenario, existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [])
  }
  return results
}

/** The scenarios that a version of the protocol requires of a server. */
export function requiredBy(version: string): string[] {
  const text = readFileSync(join(suite, 'requirements', `${version}.yaml`), 'utf8')
  return (parse(text) as { server: string[] }).server
}

/** The scenarios that ran without a failure, as the suite counts them; warnings are reported separately. */
export function hasPassed(checks: readonly Check[] | undefined): boolean {
  return Boolean(checks?.length && checks.every(({ status }) => status !== 'FAILURE'))
}

/** All failures and warnings. */
export function findComplaints({ scenarios }: Verdict): Complaint[] {
  return [...scenarios].flatMap(([scenario, checks]) =>
    checks
      .filter(({ status }) => status === 'FAILURE' || status === 'WARNING')
      .map(({ id, errorMessage = '' }) => ({ scenario, check: id, message: errorMessage })),
  )
}

export type Complaint = { scenario: string; check: string; message: string }
