/** The server survives malformed, slow and abusive clients, and keeps serving guests. */
import { fairShareProof } from '../../proof/fair-share.ts'
import { fuzzProof } from '../../proof/fuzz.ts'
import { slowProof } from '../../proof/slow.ts'
import { proveShortly } from '../support/prove.ts'

proveShortly(slowProof)
proveShortly(fuzzProof)
proveShortly(fairShareProof)
