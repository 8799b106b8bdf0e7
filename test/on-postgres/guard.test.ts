import { onPostgresTogether } from '../support/database.ts'

onPostgresTogether(
  'duplicate-callbacks.test.ts',
  'guard-forms.test.ts',
  'guard-idempotency.test.ts',
  'guard-request-body.test.ts',
  'guard-write-limit.test.ts',
)
