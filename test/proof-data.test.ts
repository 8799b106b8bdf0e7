/** What is kept can be had again, and what is to be forgotten is. */
import { backupProof } from '../proof/backup.ts'
import { eraseProof } from '../proof/erase.ts'
import { proveShortly } from './support/prove.ts'

proveShortly(backupProof)
proveShortly(eraseProof)
