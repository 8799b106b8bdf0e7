import { onPostgres } from '../support/database.ts'

await onPostgres('desk-override.test.ts')
