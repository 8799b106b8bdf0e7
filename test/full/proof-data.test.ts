/** Stored data can be restored, and erased data is gone. */
import { backupProof } from '../../proof/backup.ts'
import { eraseProof } from '../../proof/erase.ts'
import { proveShortly } from '../support/prove.ts'

proveShortly(backupProof)
proveShortly(eraseProof)
