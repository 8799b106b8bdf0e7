import { onPostgres } from '../support/database.ts'

await onPostgres('staff-model.test.ts')
