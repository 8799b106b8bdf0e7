/** The seed of tests that take other random inputs in every run; they print it. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'

/**
 * In CI it is derived from the code, so that a run that failed fails again until the code is corrected: running the same
 * commit once more cannot hide a failing seed.
 */
export function chooseSeed(environment: NodeJS.ProcessEnv = process.env): number {
  if (environment.SEED) return Number(environment.SEED)
  return (environment.CI ? hashCode() : undefined) ?? Math.floor(Math.random() * seedCount)
}

const seedCount = 1_000_000

/** Of what is proven and of the proofs. A change of a document or of a test needs no new seed. */
function hashCode(): number | undefined {
  try {
    const trees = execFileSync(
      'git',
      ['rev-parse', ...['content', 'proof', 'src'].map((folder) => `HEAD:${folder}`)],
      { cwd: import.meta.dirname, stdio: ['ignore', 'pipe', 'ignore'] },
    )
    return createHash('sha256').update(trees).digest().readUInt32BE() % seedCount
  } catch {
    // A copy without the history has random seeds.
    return undefined
  }
}
