import { onPostgres } from '../support/database.ts'

await onPostgres('one-line.test.ts')
