import { onPostgres } from '../../support/database.ts'

await onPostgres('seated-parties.test.ts')
