import { onPostgres } from '../../support/database.ts'
import { chooseSeed } from '../../support/varied-seed.ts'

// Enough requests to reach every path; test/full/random-seeds.test.ts sends more on SQLite.
process.env.FUZZ_RUNS ??= '80'
// A failure prints its seed.
process.env.SEED ??= String(chooseSeed())
await onPostgres('fuzz.test.ts')
