import { onPostgres } from '../../support/database.ts'

await onPostgres('staff-undo.test.ts')
