import { onPostgresTogether } from '../../support/database.ts'

onPostgresTogether(
  'desk-bookings.test.ts',
  'desk-changes.test.ts',
  'desk-events.test.ts',
  'desk-nights.test.ts',
  'desk-privacy.test.ts',
  'desk-requests.test.ts',
  'desk-sender-requests.test.ts',
)
