import { onPostgres } from '../../support/database.ts'

await onPostgres('personal-data.test.ts')
