import { onPostgres } from '../support/database.ts'

await onPostgres('forms.test.ts')
