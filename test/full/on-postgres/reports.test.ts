import { onPostgres } from '../../support/database.ts'

await onPostgres('reports.test.ts')
