/** Whatever version a book is of, the newest goes on with it. */
import { migrationsProof } from '../proof/migrations.ts'
import { proveShortly } from './support/prove.ts'

proveShortly(migrationsProof)
