import { onPostgres } from '../../support/database.ts'

await onPostgres('availability.test.ts')
