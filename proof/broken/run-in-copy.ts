/**
 * Runs the short form of one proof and prints the outcome as the last line. It runs in a copy of the repository, as a
 * program of its own, because some proofs use modules of the product directly.
 */
import { type Proof, ProofSkipped } from '../support/proof.ts'

/** `error`: the proof could not be completed, which is not a verdict about the product. */
export type OutcomeInCopy =
  | { holds: boolean; summary: string }
  | { skipped: string }
  | { error: string }

const [id, name, seed, options = '{}'] = process.argv.slice(2)

async function run(): Promise<OutcomeInCopy> {
  // Loading all proofs takes longer than some of them run.
  const loaded: Record<string, unknown> = await import(`../${name}.ts`)
  const proof = Object.values(loaded).find((one) => (one as Partial<Proof>).id === id) as Proof
  try {
    const result = await proof.run('short', Number(seed), JSON.parse(options))
    return { holds: result.holds, summary: proof.summarize(result) }
  } catch (error) {
    if (error instanceof ProofSkipped) return { skipped: error.message }
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

const outcome = await run()
// Servers of an incomplete proof would keep this process alive.
process.stdout.write(`\n${JSON.stringify(outcome)}\n`, () => process.exit(0))
