/** Guests, staff and the clock together: the book is as it should be, and everybody knows who did what. */
import { concurrentStaffProof } from '../proof/concurrent-staff.ts'
import { stateMachineProof } from '../proof/state-machine.ts'
import { proveShortly } from './support/prove.ts'

proveShortly(stateMachineProof)
proveShortly(concurrentStaffProof)
