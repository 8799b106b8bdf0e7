import { onPostgresTogether } from '../../support/database.ts'

onPostgresTogether(
  'availability.test.ts',
  'deposits.test.ts',
  'duplicate-requests.test.ts',
  'fair-share.test.ts',
  'late-parties.test.ts',
  'nights-occupancy.test.ts',
  'seated-parties.test.ts',
)
