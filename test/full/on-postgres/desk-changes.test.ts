import { onPostgres } from '../../support/database.ts'

await onPostgres('desk-changes.test.ts')
