import { onPostgresTogether } from '../../support/database.ts'

onPostgresTogether(
  'staff.test.ts',
  'staff-actions.test.ts',
  'staff-undo.test.ts',
  'staff-walk-ins-and-blocks.test.ts',
)
