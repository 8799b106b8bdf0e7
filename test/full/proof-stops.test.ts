/** Processes are stopped, replaced and restarted during requests without errors for guests. */
import { it } from 'node:test'
import { balancersProof } from '../../proof/balancers.ts'
import { rollingProof } from '../../proof/rolling.ts'
import { proveShortly } from '../support/prove.ts'

proveShortly(rollingProof)

// This proof waits half a minute for load balancers, so it runs only on demand.
if (process.env.BALANCERS) proveShortly(balancersProof)
else {
  it(`${balancersProof.id} ${balancersProof.name}`, (test) =>
    test.skip('SKIPPED: it takes half a minute; run it with BALANCERS=1 npm test'))
}
