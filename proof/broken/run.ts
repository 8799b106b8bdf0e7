/** `npm run prove -- --broken`: breaks copies of the product and shows that the proofs detect it. */
import { spawn } from 'node:child_process'
import { text as readText } from 'node:stream/consumers'
import { withProgress } from '../../src/commands/progress.ts'
import { faultsOf } from '../faults/all.ts'
import type { Proof } from '../support/proof.ts'
import { type Copy, createCopy } from './copy.ts'
import type { Fault } from './fault.ts'
import type { OutcomeInCopy } from './run-in-copy.ts'

/**
 * `missed`: the proof holds although the product is broken. `failed`: it could not be completed, which is no verdict.
 * `skipped`: this machine lacks a requirement of the proof.
 */
type BrokenOutcome = 'detected' | 'missed' | 'failed' | 'skipped'

type BrokenRun = {
  proof: string
  fault: string
  breaks: string
  outcome: BrokenOutcome
  /** What the proof reported. */
  report: string
  seconds: number
}

/** A proof of a broken product may wait for something that never happens. */
const timeoutMs = 300_000

export async function runBroken(
  copy: Copy,
  { id, name: proofName }: Proof,
  fault: Fault,
  seed: number,
): Promise<BrokenRun> {
  const { name, breaks, edits, options = {} } = fault
  const began = performance.now()
  const args = [id, proofName, String(seed), JSON.stringify(options)]
  const outcome = await copy.runBroken(edits, () => runInCopy(copy.folder, args))
  const seconds = Math.round((performance.now() - began) / 100) / 10
  return { proof: id, fault: name, breaks, ...judge(outcome), seconds }
}

/** Only a completed proof that does not hold has detected the fault. */
function judge(outcome: OutcomeInCopy): Pick<BrokenRun, 'outcome' | 'report'> {
  if ('skipped' in outcome) return { outcome: 'skipped', report: outcome.skipped }
  if ('error' in outcome) return { outcome: 'failed', report: outcome.error }
  return { outcome: outcome.holds ? 'missed' : 'detected', report: outcome.summary }
}

async function runInCopy(folder: string, args: readonly string[]): Promise<OutcomeInCopy> {
  const cached = ['--import', './bin/compile-cache.js']
  const child = spawn(process.execPath, [...cached, 'proof/broken/run-in-copy.ts', ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  })
  const [output, errors] = await Promise.all([readText(child.stdout), readText(child.stderr)])
  const last = output.trim().split('\n').at(-1) ?? ''
  return last.startsWith('{')
    ? (JSON.parse(last) as OutcomeInCopy)
    : { error: `The proof ended without a result.\n${errors}` }
}

/** A copy without a fault. If the proof does not hold for it, a detected fault means nothing. */
const control = { name: '(none)', breaks: 'nothing: the proof must hold', edits: [] } as const

const headings = ['Proof', 'Fault', 'Detected', 'After', 'What is broken'] as const

type BrokenOptions = { seed: number; fault?: string | undefined; json: boolean }

/**
 * Prints a table with a row as soon as each run is complete, or each run as a line of JSON. Returns whether all faults
 * were detected and all control runs hold, apart from those that this machine cannot run.
 */
export async function runAllBroken(
  proofs: readonly Proof[],
  { seed, fault: onlyFault, json }: BrokenOptions,
  print: (line: string) => void,
): Promise<boolean> {
  const steps = proofs.flatMap((proof) =>
    withControls(
      faultsOf(proof.id).faults.filter(({ name }) => onlyFault === undefined || name === onlyFault),
    ).map((fault) => ({ label: `${proof.id}, fault ${fault.name}`, proof, fault })),
  )
  const table = json ? undefined : createTable(steps, print)
  table?.begin(seed)
  const runs: BrokenRun[] = []
  const progressOptions = { stream: process.stderr, environment: process.env }
  const copy = createCopy()
  try {
    await withProgress(steps, progressOptions, async (progress) => {
      for (const step of steps) {
        const run = await progress.run(step, () => runBroken(copy, step.proof, step.fault, seed))
        runs.push(run)
        progress.clear()
        if (table) table.addRow(run)
        else print(JSON.stringify({ seed, ...run, isExpected: isExpected(run) }))
      }
    })
  } finally {
    copy.remove()
  }
  const skipped = runs.filter(({ outcome }) => outcome === 'skipped')
  const wrong = runs.filter((run) => !isExpected(run) && !skipped.includes(run))
  table?.end(runs.length, wrong.length, skipped.length)
  return runs.length > 0 && wrong.length === 0
}

function createTable(steps: readonly { fault: Fault }[], print: (line: string) => void) {
  const nameWidth = Math.max(...steps.map(({ fault }) => fault.name.length), 5)
  const printRow = ([proof, fault, detected, after, breaks]: readonly string[]) =>
    print(
      [
        proof?.padEnd(5),
        fault?.padEnd(nameWidth),
        detected?.padEnd(9),
        after?.padStart(7),
        breaks,
      ].join('  '),
    )
  return {
    begin(seed: number) {
      print(`seed ${seed}`)
      printRow(headings)
    },
    addRow(run: BrokenRun) {
      printRow([run.proof, run.fault, labelOf(run), `${run.seconds.toFixed(1)} s`, run.breaks])
      if (!isExpected(run)) print(`       ${run.report.replaceAll('\n', '\n       ')}`)
    },
    end(all: number, wrong: number, skipped: number) {
      print(
        `${all - wrong - skipped} of ${all} runs as expected, ${wrong} not, ${skipped} not tried`,
      )
    },
  }
}

/** A control run before the faults that are tried with the same options. */
function withControls(faults: readonly Fault[]): Fault[] {
  const groups = Map.groupBy(faults, ({ options }) => JSON.stringify(options))
  return [...groups.values()].flatMap((group) => {
    const options = group[0]?.options
    return [{ ...control, ...(options && { options }) }, ...group]
  })
}

function isControl({ fault }: BrokenRun): boolean {
  return fault === control.name
}

function isExpected(run: BrokenRun): boolean {
  return run.outcome === (isControl(run) ? 'missed' : 'detected')
}

function labelOf(run: BrokenRun): string {
  if (run.outcome === 'skipped') return 'not tried'
  if (run.outcome === 'failed') return 'FAILED'
  const isDetected = run.outcome === 'detected'
  if (isControl(run)) return isDetected ? 'NOT HELD' : 'no'
  return isDetected ? 'yes' : 'NO'
}
