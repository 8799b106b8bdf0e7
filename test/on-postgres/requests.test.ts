import { onPostgres } from '../support/database.ts'

await onPostgres('requests.test.ts')
