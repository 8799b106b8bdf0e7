import { onPostgres } from '../../support/database.ts'

// Enough requests to reach every path; the long run is on SQLite.
process.env.FUZZ_RUNS ??= '80'
await onPostgres('fuzz.test.ts')
