import { onPgbouncer } from '../../support/database.ts'

await onPgbouncer('store.test.ts')
