import { onPostgres } from '../support/database.ts'

await onPostgres('numbers.test.ts')
