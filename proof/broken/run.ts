/** `npm run prove -- --broken`: breaks copies of the product and shows that the proofs detect it. */
import { spawn } from 'node:child_process'
import { text as readText } from 'node:stream/consumers'
import { faultsOf } from '../faults/all.ts'
import type { Proof } from '../support/proof.ts'
import { createBrokenCopy } from './copy.ts'
import type { Fault } from './fault.ts'
import type { OutcomeInCopy } from './run-in-copy.ts'

type BrokenRun = {
  proof: string
  fault: string
  breaks: string
  /** Undefined if this machine lacks a requirement of the proof: such a run is not a success. */
  detected: boolean | undefined
  /** What the proof reported. */
  report: string
  seed: number
  seconds: number
}

/** A proof of a broken product may wait for something that never happens. */
const timeoutMs = 300_000

export async function runBroken({ id }: Proof, fault: Fault, seed: number): Promise<BrokenRun> {
  const { name, breaks, edits, options = {} } = fault
  const copy = createBrokenCopy(edits)
  const began = performance.now()
  try {
    const outcome = await runInCopy(copy.folder, [id, String(seed), JSON.stringify(options)])
    const seconds = Math.round((performance.now() - began) / 100) / 10
    return { proof: id, fault: name, breaks, ...judge(outcome), seed, seconds }
  } finally {
    copy.remove()
  }
}

/** Only a completed proof that does not hold has detected the fault. */
function judge(outcome: OutcomeInCopy): Pick<BrokenRun, 'detected' | 'report'> {
  if ('skipped' in outcome) return { detected: undefined, report: outcome.skipped }
  if ('error' in outcome) return { detected: false, report: outcome.error }
  return { detected: !outcome.holds, report: outcome.summary }
}

async function runInCopy(folder: string, args: readonly string[]): Promise<OutcomeInCopy> {
  const child = spawn(process.execPath, ['proof/broken/run-in-copy.ts', ...args], {
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

const headings = ['Proof', 'Fault', 'Detected', 'After', 'What is broken'] as const

/** Prints a table with a row as soon as each run is complete. Returns whether every fault was detected or skipped. */
export async function runAllBroken(
  proofs: readonly Proof[],
  { seed, fault: onlyFault }: { seed: number; fault?: string | undefined },
  print: (line: string) => void,
): Promise<boolean> {
  const chosen = proofs.flatMap((proof) =>
    faultsOf(proof.id)
      .faults.filter(({ name }) => onlyFault === undefined || name === onlyFault)
      .map((fault) => ({ proof, fault })),
  )
  const nameWidth = Math.max(...chosen.map(({ fault }) => fault.name.length), 5)
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
  print(`seed ${seed}`)
  printRow(headings)
  const runs: BrokenRun[] = []
  for (const { proof, fault } of chosen) {
    const run = await runBroken(proof, fault, seed)
    runs.push(run)
    printRow([run.proof, run.fault, detectedText(run), `${run.seconds.toFixed(1)} s`, run.breaks])
    if (!run.detected) print(`       ${run.report.replaceAll('\n', '\n       ')}`)
  }
  const missed = runs.filter(({ detected }) => detected === false)
  const skipped = runs.filter(({ detected }) => detected === undefined)
  print(
    `${runs.length - missed.length - skipped.length} of ${runs.length} faults detected, ` +
      `${missed.length} missed, ${skipped.length} not tried`,
  )
  return chosen.length > 0 && missed.length === 0
}

function detectedText({ detected }: BrokenRun): string {
  if (detected === undefined) return 'not tried'
  return detected ? 'yes' : 'NO'
}
