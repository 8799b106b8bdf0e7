import { onPostgres } from '../../support/database.ts'

await onPostgres('desk-orders.test.ts')
