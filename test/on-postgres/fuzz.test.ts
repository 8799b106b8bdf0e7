import { onPostgres } from '../support/database.ts'

await onPostgres('fuzz.test.ts')
