import { onPostgres } from '../../support/database.ts'

// In one process: each of these suites takes less time than its start.
for (const screen of ['calendar', 'callbacks', 'newsletter', 'orders', 'statistics', 'team']) {
  await onPostgres(`desk-${screen}.test.ts`)
}
