import { onPostgres } from '../../support/database.ts'

await onPostgres('staff-passkeys.test.ts')
