import { onPostgres } from '../../support/database.ts'

await onPostgres('shop-identity.test.ts')
