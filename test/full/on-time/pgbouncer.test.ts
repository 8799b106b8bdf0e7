import { havePgbouncer } from '../../support/database.ts'
import { onTime } from '../../support/timing.ts'

// A skipped suite reports nothing to a run that selects tests by name.
if (havePgbouncer('several processes behind PgBouncer (timing)')) {
  await onTime('test/full/pgbouncer.test.ts')
}
