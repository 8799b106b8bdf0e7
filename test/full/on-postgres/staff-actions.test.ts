import { onPostgres } from '../../support/database.ts'

await onPostgres('staff-actions.test.ts')
