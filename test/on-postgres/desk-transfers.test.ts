import { onPostgres } from '../support/database.ts'

await onPostgres('desk-transfers.test.ts')
