import { onPostgres } from '../support/database.ts'

await onPostgres('occupancy-cache.test.ts')
