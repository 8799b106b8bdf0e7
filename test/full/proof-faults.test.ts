/** No acknowledged write is lost through faults of the machine. */
import { diskProof } from '../../proof/disk.ts'
import { killProof } from '../../proof/kill.ts'
import { outageProof } from '../../proof/outage.ts'
import { powerCutProof } from '../../proof/power-cut.ts'
import { proveShortly } from '../support/prove.ts'

proveShortly(killProof)
proveShortly(powerCutProof)
proveShortly(diskProof)
proveShortly(outageProof)
