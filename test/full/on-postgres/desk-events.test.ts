import { onPostgres } from '../../support/database.ts'

await onPostgres('desk-events.test.ts')
