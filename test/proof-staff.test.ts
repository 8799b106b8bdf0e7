/** Staff at once: one acts, and the others know who did. */
import { crewProof } from '../proof/crew.ts'
import { proveShortly } from './support/prove.ts'

proveShortly(crewProof)
