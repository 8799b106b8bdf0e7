import { onPostgres } from '../support/database.ts'

await onPostgres('desk-others.test.ts')
