/** What is marked as paid equals what the bank has reported. */
import { bankTransfersProof } from '../../proof/bank-transfers.ts'
import { proveShortly } from '../support/prove.ts'

proveShortly(bankTransfersProof)
