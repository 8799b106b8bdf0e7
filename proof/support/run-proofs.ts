/** Runs proofs one after the other, shows the progress, prints and publishes the results. */
import { type Progress, withProgress } from '../../src/commands/progress.ts'
import { type Proof, ProofSkipped, type ReportProgress, type Result } from './proof.ts'
import { publishProof, readPublishedRuns } from './publish.ts'

type RunOptions = {
  form: 'short' | 'long'
  /** By default each proof gets a random seed. */
  seed?: number | undefined
  options: Readonly<Record<string, number | string>>
  shouldPublish: boolean
  /** Prints each result as a line of JSON instead of text and a table. */
  json: boolean
}

type FinishedRun = {
  proof: Proof
  seed: number
  seconds: number
  outcome: { result: Result } | { skipped: string }
}

/** Returns whether all guarantees hold. */
export async function runProofs(proofs: readonly Proof[], options: RunOptions): Promise<boolean> {
  const steps = proofs.map((proof) => ({
    proof,
    label: `${proof.id} ${proof.name}`,
    weight: options.form === 'long' ? publishedSeconds(proof) : 1,
  }))
  const progressOptions = { stream: process.stderr, environment: process.env }
  const finished = await withProgress(steps, progressOptions, async ({ run, clear }: Progress) => {
    const runs: FinishedRun[] = []
    for (const step of steps) {
      const one = await run(step, (report) => runProof(step.proof, options, report))
      runs.push(one)
      clear()
      process.stdout.write(options.json ? formatJsonLine(one, options.form) : formatRun(one))
      if (options.shouldPublish) publishRun(one)
    }
    return runs
  })
  if (!options.json && finished.length > 1) process.stdout.write(formatTable(finished))
  return finished.every(({ outcome }) => 'skipped' in outcome || outcome.result.holds)
}

/** The duration of the last published run; a proof without one gets a usual duration. */
function publishedSeconds({ id }: Proof): number {
  const run = readPublishedRuns()[id]
  return run && 'seconds' in run ? Math.max(run.seconds, 1) : 60
}

async function runProof(
  proof: Proof,
  { form, options, seed: fixedSeed }: RunOptions,
  report: ReportProgress,
): Promise<FinishedRun> {
  const seed = fixedSeed ?? Math.floor(Math.random() * 1_000_000)
  const began = performance.now()
  const outcome = await proof.run(form, seed, options, report).then(
    (result) => ({ result }),
    (error: unknown) => {
      if (!(error instanceof ProofSkipped)) throw error
      return { skipped: error.message }
    },
  )
  return { proof, seed, seconds: Math.round((performance.now() - began) / 1000), outcome }
}

function publishRun({ proof, seed, seconds, outcome }: FinishedRun): void {
  publishProof(proof, 'skipped' in outcome ? { seed, ...outcome } : { seed, seconds, ...outcome })
}

function formatJsonLine({ proof, seed, seconds, outcome }: FinishedRun, form: string): string {
  const line =
    'skipped' in outcome
      ? { proof: proof.id, skipped: outcome.skipped }
      : { proof: proof.id, name: proof.name, form, seed, seconds, ...outcome.result }
  return `${JSON.stringify(line)}\n`
}

/** The complete result of a guarantee that does not hold: it has what is needed to find the cause. */
function formatRun({ proof, seed, outcome }: FinishedRun): string {
  const name = `${proof.id} ${proof.name}`
  if ('skipped' in outcome) return `${name}: SKIPPED: ${outcome.skipped}\n`
  const { result } = outcome
  if (result.holds) return `${name}: holds: ${proof.summarize(result)}\n`
  return `${name}: DOES NOT HOLD (--seed ${seed}): ${proof.summarize(result)}\n${JSON.stringify(result)}\n`
}

/** One line for each proof, so that all of them fit on one screen. */
function formatTable(runs: readonly FinishedRun[]): string {
  const rows = runs.map(({ proof, seed, seconds, outcome }) => {
    const verdict =
      'skipped' in outcome ? 'SKIPPED' : outcome.result.holds ? 'holds' : 'DOES NOT HOLD'
    return [
      proof.id.padEnd(4),
      proof.name.padEnd(17),
      verdict.padEnd(14),
      `${seconds} s`.padStart(7),
      `seed ${seed}`.padStart(12),
    ].join(' ')
  })
  return `\n${rows.join('\n')}\n`
}
