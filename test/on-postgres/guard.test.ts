import { onPostgres } from '../support/database.ts'

await onPostgres('guard.test.ts')
