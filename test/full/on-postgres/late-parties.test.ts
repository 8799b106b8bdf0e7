import { onPostgres } from '../../support/database.ts'

await onPostgres('late-parties.test.ts')
