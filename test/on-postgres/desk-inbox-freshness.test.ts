import { onPostgres } from '../support/database.ts'

await onPostgres('desk-inbox-freshness.test.ts')
