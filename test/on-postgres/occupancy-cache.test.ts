import { onPostgres } from '../support/database.ts'

await onPostgres('held-days.test.ts')
