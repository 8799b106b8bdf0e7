import { onPostgres } from '../../support/database.ts'

// Enough requests to reach every path; test/full/random-seeds.test.ts sends more on SQLite.
process.env.FUZZ_RUNS ??= '80'
// A failure prints its seed.
process.env.SEED ??= String(Math.floor(Math.random() * 1_000_000))
await onPostgres('fuzz.test.ts')
