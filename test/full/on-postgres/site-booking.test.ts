import { onPostgres } from '../../support/database.ts'

await onPostgres('site-booking.test.ts')
