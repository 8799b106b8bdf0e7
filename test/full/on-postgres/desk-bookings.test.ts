import { onPostgres } from '../../support/database.ts'

await onPostgres('desk-bookings.test.ts')
