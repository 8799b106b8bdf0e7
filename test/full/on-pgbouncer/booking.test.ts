import { onPgbouncer } from '../../support/database.ts'

await onPgbouncer('booking.test.ts')
