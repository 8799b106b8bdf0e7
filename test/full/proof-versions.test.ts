/** The newest version opens databases of every older version. */
import { migrationsProof } from '../../proof/migrations.ts'
import { proveShortly } from '../support/prove.ts'

proveShortly(migrationsProof)
