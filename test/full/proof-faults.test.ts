/** No acknowledged write is lost through faults of the machine. */
import { diskProof } from '../../proof/disk.ts'
import { killProof } from '../../proof/kill.ts'
import { outageProof } from '../../proof/outage.ts'
import { powerCutProof } from '../../proof/power-cut.ts'
import { proveShortly } from '../support/prove.ts'

// On each engine one kill at a random time and one right after a response. Each takes two starts of the program.
proveShortly(killProof, { options: { rounds: 2 } })
proveShortly(powerCutProof)
proveShortly(diskProof)
proveShortly(outageProof)
