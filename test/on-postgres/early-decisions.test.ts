import { onPostgres } from '../support/database.ts'

await onPostgres('early-decisions.test.ts')
