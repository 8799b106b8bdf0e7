import { onPostgresTogether } from '../../support/database.ts'

onPostgresTogether(
  'desk-calendar.test.ts',
  'desk-callbacks.test.ts',
  'desk-newsletter.test.ts',
  'desk-orders.test.ts',
  'desk-statistics.test.ts',
  'desk-team.test.ts',
  'reports.test.ts',
)
