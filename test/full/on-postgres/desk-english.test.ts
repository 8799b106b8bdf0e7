import { onPostgres } from '../../support/database.ts'

await onPostgres('desk-english.test.ts')
