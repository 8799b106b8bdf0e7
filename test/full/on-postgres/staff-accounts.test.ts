import { onPostgres } from '../../support/database.ts'

for (const subject of ['links', 'passwords', 'signing-in', 'accounts']) {
  await onPostgres(`staff-${subject}.test.ts`)
}
