/** News under fire: all of it arrives, in order, whoever is killed and whoever does not listen. */
import { outboxProof } from '../proof/outbox.ts'
import { proveShortly } from './support/prove.ts'

proveShortly(outboxProof)
