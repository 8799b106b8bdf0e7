/** The faults of every proof. */
import type { FaultsOfProof } from '../broken/fault.ts'
import { accessFaults } from './access.ts'
import { bankFaults } from './bank.ts'
import { bookingFaults } from './bookings.ts'
import { isolationFaults } from './isolation.ts'
import { postgresFaults } from './postgres.ts'
import { serviceFaults } from './service.ts'
import { storageFaults } from './storage.ts'

const faults: Readonly<Record<string, FaultsOfProof>> = {
  ...bookingFaults,
  ...storageFaults,
  ...serviceFaults,
  ...postgresFaults,
  ...accessFaults,
  ...isolationFaults,
  ...bankFaults,
}

export function faultsOf(id: string): FaultsOfProof {
  const found = faults[id]
  if (!found) throw new Error(`${id} names no fault that it must detect: add one in proof/faults.`)
  return found
}
