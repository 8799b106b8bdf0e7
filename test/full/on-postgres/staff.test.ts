import { onPostgres } from '../../support/database.ts'

await onPostgres('staff.test.ts')
