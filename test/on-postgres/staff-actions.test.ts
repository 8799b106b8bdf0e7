import { onPostgres } from '../support/database.ts'

await onPostgres('staff-acts.test.ts')
