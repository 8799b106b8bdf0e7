/** All outbox events arrive in order, even if processes are killed and receivers fail. */
import { outboxProof } from '../../proof/outbox.ts'
import { proveShortly } from '../support/prove.ts'

proveShortly(outboxProof)
