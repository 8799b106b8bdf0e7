/** Concurrent, repeated and random requests of guests never lead to a double booking. */
import { hotSlotProof } from '../../proof/hot-slot.ts'
import { overlapsProof } from '../../proof/overlaps.ts'
import { retriesProof } from '../../proof/retries.ts'
import { proveShortly } from '../support/prove.ts'

proveShortly(hotSlotProof)
proveShortly(overlapsProof)
proveShortly(retriesProof)
