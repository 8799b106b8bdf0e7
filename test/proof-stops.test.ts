/** What is stopped, replaced and started anew while guests ask: nobody notices. */
import { it } from 'node:test'
import { balancersProof } from '../proof/balancers.ts'
import { rollingProof } from '../proof/rolling.ts'
import { proveShortly } from './support/prove.ts'

proveShortly(rollingProof)

// It waits for balancers to notice, for half a minute, and only where there are any.
if (process.env.BALANCERS) proveShortly(balancersProof)
else {
  it(`${balancersProof.id} ${balancersProof.name}`, (test) =>
    test.skip('SKIPPED: it takes half a minute; BALANCERS=1 npm test tries it'))
}
