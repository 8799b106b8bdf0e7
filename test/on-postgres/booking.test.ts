import { onPostgres } from '../support/database.ts'

await onPostgres('booking.test.ts')
