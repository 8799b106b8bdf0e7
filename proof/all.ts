/** All reliability tests in the order of their ids. */
import { backupProof } from './backup.ts'
import { balancersProof } from './balancers.ts'
import { bankTransfersProof } from './bank-transfers.ts'
import { cardsProof } from './cards.ts'
import { clockSkewProof } from './clock-skew.ts'
import { concurrentStaffProof } from './concurrent-staff.ts'
import { contentIsolationProof } from './content-isolation.ts'
import { diskProof } from './disk.ts'
import { eraseProof } from './erase.ts'
import { fairShareProof } from './fair-share.ts'
import { fuzzProof } from './fuzz.ts'
import { hotSlotProof } from './hot-slot.ts'
import { killProof } from './kill.ts'
import { lostDeviceProof } from './lost-device.ts'
import { migrationsProof } from './migrations.ts'
import { outageProof } from './outage.ts'
import { outboxProof } from './outbox.ts'
import { overlapsProof } from './overlaps.ts'
import { postgresFaultsProof } from './postgres-faults.ts'
import { powerCutProof } from './power-cut.ts'
import { retriesProof } from './retries.ts'
import { rollingProof } from './rolling.ts'
import { slowProof } from './slow.ts'
import { spamRelayProof } from './spam-relay.ts'
import { stateMachineProof } from './state-machine.ts'
import type { Proof } from './support/proof.ts'

export const proofs: readonly Proof[] = [
  hotSlotProof,
  overlapsProof,
  killProof,
  powerCutProof,
  diskProof,
  outageProof,
  retriesProof,
  stateMachineProof,
  fuzzProof,
  slowProof,
  outboxProof,
  backupProof,
  eraseProof,
  migrationsProof,
  concurrentStaffProof,
  rollingProof,
  balancersProof,
  fairShareProof,
  spamRelayProof,
  clockSkewProof,
  lostDeviceProof,
  contentIsolationProof,
  postgresFaultsProof,
  cardsProof,
  bankTransfersProof,
]
