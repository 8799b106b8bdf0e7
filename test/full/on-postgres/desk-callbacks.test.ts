import { onPostgres } from '../../support/database.ts'

await onPostgres('desk-callbacks.test.ts')
