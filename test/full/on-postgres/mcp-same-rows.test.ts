import { onPostgres } from '../../support/database.ts'

await onPostgres('mcp-same-rows.test.ts')
