import { onPostgres } from '../support/database.ts'

await onPostgres('sold-out.test.ts')
