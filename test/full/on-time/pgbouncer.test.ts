import { onTime } from '../../support/timing.ts'

await onTime('test/full/pgbouncer.test.ts')
