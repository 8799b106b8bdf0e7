/** Runs the short form of a proof as a test; `npm run prove` runs the long form. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type Proof, ProofSkipped } from '../../proof/support/proof.ts'
import { chooseSeed } from './varied-seed.ts'

const seed = chooseSeed()

type ShortOptions = {
  skip?: string | false
  /** Replaces options of the short form. */
  options?: Readonly<Record<string, number | string>>
}

export function proveShortly(
  { id, name, guarantee, run, summarize }: Proof,
  { skip = false, options = {} }: ShortOptions = {},
): void {
  it(`${id} ${name}: ${guarantee} (SEED=${seed})`, { skip }, async (test) => {
    try {
      const result = await run('short', seed, options)
      test.diagnostic(summarize(result))
      assert.ok(result.holds, JSON.stringify(result, undefined, 1))
    } catch (error) {
      if (!(error instanceof ProofSkipped)) throw error
      test.skip(`SKIPPED: ${error.message}`)
    }
  })
}
