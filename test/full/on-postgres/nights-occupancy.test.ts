import { onPostgres } from '../../support/database.ts'

await onPostgres('nights-occupancy.test.ts')
