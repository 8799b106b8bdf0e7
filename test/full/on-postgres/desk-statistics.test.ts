import { onPostgres } from '../../support/database.ts'

await onPostgres('desk-statistics.test.ts')
