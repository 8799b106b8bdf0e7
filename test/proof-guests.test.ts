/** Guests at once, again and at random: nobody gets what another has. */
import { hotSlotProof } from '../proof/hot-slot.ts'
import { retriesProof } from '../proof/retries.ts'
import { stateMachineProof } from '../proof/state-machine.ts'
import { proveShortly } from './support/prove.ts'

proveShortly(hotSlotProof)
proveShortly(retriesProof)
proveShortly(stateMachineProof)
