/** A wrong clock locks no one out; a content folder shows no other file of the server and runs nothing in a browser. */
import { clockSkewProof } from '../../proof/clock-skew.ts'
import { contentIsolationProof } from '../../proof/content-isolation.ts'
import { proveShortly } from '../support/prove.ts'

proveShortly(clockSkewProof)
proveShortly(contentIsolationProof)
