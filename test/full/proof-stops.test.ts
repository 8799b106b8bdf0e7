/** Processes are stopped, replaced and restarted during requests without errors for guests. */
import { balancersProof } from '../../proof/balancers.ts'
import { rollingProof } from '../../proof/rolling.ts'
import { proveShortly } from '../support/prove.ts'

proveShortly(rollingProof)

// This proof waits half a minute for load balancers, so it runs only on demand.
const isRequested = process.env.BALANCERS !== undefined
proveShortly(balancersProof, {
  skip: isRequested ? false : 'it takes half a minute; run it with BALANCERS=1 npm run test:full',
})
