import { onPostgres } from '../../support/database.ts'

await onPostgres('duplicate-requests.test.ts')
