/** Runs the short form of a proof as a test; `npm run prove` runs the long form. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type Proof, ProofSkipped } from '../../proof/support/proof.ts'

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000))

export function proveShortly(
  { id, name, guarantee, run, summarize }: Proof,
  options: { skip?: string | false } = {},
): void {
  it(`${id} ${name}: ${guarantee} (SEED=${seed})`, options, async (test) => {
    try {
      const result = await run('short', seed, {})
      test.diagnostic(summarize(result))
      assert.ok(result.holds, JSON.stringify(result, undefined, 1))
    } catch (error) {
      if (!(error instanceof ProofSkipped)) throw error
      test.skip(`SKIPPED: ${error.message}`)
    }
  })
}
