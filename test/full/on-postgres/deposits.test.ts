import { onPostgres } from '../../support/database.ts'

await onPostgres('deposits.test.ts')
