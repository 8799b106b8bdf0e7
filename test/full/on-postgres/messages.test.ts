import { onPostgres } from '../../support/database.ts'

await onPostgres('messages.test.ts')
