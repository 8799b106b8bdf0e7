import { onPostgres } from '../../support/database.ts'

await onPostgres('desk-team.test.ts')
