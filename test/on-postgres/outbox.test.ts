import { onPostgres } from '../support/database.ts'

await onPostgres('outbox.test.ts')
