import { onPostgres } from '../support/database.ts'

await onPostgres('staff-places.test.ts')
