import { onPostgres } from '../../support/database.ts'

await onPostgres('desk-sender-requests.test.ts')
