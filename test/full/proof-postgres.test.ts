/** Locks, clocks, migrations and failovers of PostgreSQL lose no booking and delay no guest. */
import { postgresFaultsProof } from '../../proof/postgres-faults.ts'
import { proveShortly } from '../support/prove.ts'

proveShortly(postgresFaultsProof)
