import { onPostgres } from '../../support/database.ts'

await onPostgres('desk-newsletter.test.ts')
