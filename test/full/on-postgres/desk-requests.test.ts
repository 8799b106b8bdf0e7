import { onPostgres } from '../../support/database.ts'

await onPostgres('desk-requests.test.ts')
