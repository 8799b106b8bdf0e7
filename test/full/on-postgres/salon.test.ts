import { onPostgres } from '../../support/database.ts'

await onPostgres('salon.test.ts')
