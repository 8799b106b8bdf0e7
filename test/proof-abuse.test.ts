/** Whoever is outside, whatever he sends and however slowly: the house stands, and guests are served. */
import { fuzzProof } from '../proof/fuzz.ts'
import { slowProof } from '../proof/slow.ts'
import { proveShortly } from './support/prove.ts'

proveShortly(slowProof)
proveShortly(fuzzProof)
