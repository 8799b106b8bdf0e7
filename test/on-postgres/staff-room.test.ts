import { onPostgres } from '../support/database.ts'

await onPostgres('staff-room.test.ts')
