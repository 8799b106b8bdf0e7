/** What is stopped, replaced and started anew while guests ask: nobody notices. */
import { rollingProof } from '../proof/rolling.ts'
import { proveShortly } from './support/prove.ts'

proveShortly(rollingProof)
