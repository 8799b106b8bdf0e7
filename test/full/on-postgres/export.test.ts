import { onPostgres } from '../../support/database.ts'

await onPostgres('export.test.ts')
