/** The proofs detect faults: each runs against a copy of the product that is broken in the way that it must detect. */
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { proofs } from '../../proof/all.ts'
import { createCopy } from '../../proof/broken/copy.ts'
import { runBroken } from '../../proof/broken/run.ts'
import { faultsOf } from '../../proof/faults/all.ts'
import { chooseSeed } from '../support/varied-seed.ts'

const seed = chooseSeed()

const copy = createCopy()
after(copy.remove)

for (const proof of proofs) {
  for (const fault of faultsOf(proof.id).faults.filter(({ isTested }) => isTested)) {
    it(`${proof.id} detects that ${fault.breaks} (SEED=${seed})`, async (test) => {
      const { outcome, report } = await runBroken(copy, proof, fault, seed)
      test.diagnostic(report)
      if (outcome === 'skipped') test.skip(`SKIPPED: ${report}`)
      else assert.equal(outcome, 'detected', `${fault.name}: ${report}`)
    })
  }
}
