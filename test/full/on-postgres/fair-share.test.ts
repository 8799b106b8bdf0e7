import { onPostgres } from '../../support/database.ts'

await onPostgres('fair-share.test.ts')
