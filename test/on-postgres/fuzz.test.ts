import { onPostgres } from '../support/database.ts'

// As much as it takes to meet every address; the long form is tried on SQLite.
process.env.FUZZ_RUNS ??= '80'
await onPostgres('fuzz.test.ts')
