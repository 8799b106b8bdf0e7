/** Concurrent actions of guests, staff and background jobs leave a consistent database and a complete history. */
import { cardsProof } from '../../proof/cards.ts'
import { concurrentStaffProof } from '../../proof/concurrent-staff.ts'
import { lostDeviceProof } from '../../proof/lost-device.ts'
import { stateMachineProof } from '../../proof/state-machine.ts'
import { proveShortly } from '../support/prove.ts'

proveShortly(stateMachineProof)
proveShortly(concurrentStaffProof)
proveShortly(lostDeviceProof)
proveShortly(cardsProof)
