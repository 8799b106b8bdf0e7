import { onPostgres } from '../support/database.ts'

await onPostgres('online-limits.test.ts')
