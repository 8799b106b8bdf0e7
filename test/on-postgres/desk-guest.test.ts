import { onPostgres } from '../support/database.ts'

await onPostgres('desk-guest.test.ts')
