import { onPostgres } from '../support/database.ts'

await onPostgres('desk-live.test.ts')
