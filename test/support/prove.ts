/** The short form of a figure that we publish, as a test; the long one is `npm run prove`. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type Proof, ProofSkipped } from '../../proof/support/proof.ts'

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000))

export function proveShortly({ id, name, promised, run, summarize: say }: Proof): void {
  it(`${id} ${name}: ${promised} (SEED=${seed})`, async (test) => {
    try {
      const result = await run('short', seed, {})
      test.diagnostic(say(result))
      assert.ok(result.holds, JSON.stringify(result, undefined, 1))
    } catch (error) {
      if (!(error instanceof ProofSkipped)) throw error
      test.skip(`SKIPPED: ${error.message}`)
    }
  })
}
