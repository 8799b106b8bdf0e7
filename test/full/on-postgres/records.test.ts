import { onPostgresTogether } from '../../support/database.ts'

onPostgresTogether(
  'export.test.ts',
  'mcp-same-rows.test.ts',
  'messages.test.ts',
  'messages-events.test.ts',
  'personal-data.test.ts',
  'shop-identity.test.ts',
)
