import { onPostgres } from '../../support/database.ts'

for (const subject of ['links', 'passwords', 'accounts']) {
  await onPostgres(`staff-${subject}.test.ts`)
}
await onPostgres('full/staff-signing-in.test.ts')
