import { onPostgresTogether } from '../../support/database.ts'

onPostgresTogether(
  'staff-accounts.test.ts',
  'staff-links.test.ts',
  'staff-passkeys.test.ts',
  'staff-passwords.test.ts',
  'full/staff-signing-in.test.ts',
)
