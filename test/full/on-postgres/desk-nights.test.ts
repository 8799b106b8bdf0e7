import { onPostgres } from '../../support/database.ts'

await onPostgres('desk-nights.test.ts')
