import { onPostgres } from '../../support/database.ts'

await onPostgres('staff-walk-ins-and-blocks.test.ts')
