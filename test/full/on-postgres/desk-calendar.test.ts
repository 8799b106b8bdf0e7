import { onPostgres } from '../../support/database.ts'

await onPostgres('desk-calendar.test.ts')
