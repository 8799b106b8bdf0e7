import { onPostgres } from '../support/database.ts'

await onPostgres('bank-transfers.test.ts')
