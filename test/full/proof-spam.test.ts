/** Strangers cannot use the shop to send their texts, or more email than its budget allows. */
import { spamRelayProof } from '../../proof/spam-relay.ts'
import { proveShortly } from '../support/prove.ts'

proveShortly(spamRelayProof)
