import { onPostgres } from '../../support/database.ts'

await onPostgres('desk-privacy.test.ts')
