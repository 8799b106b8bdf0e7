import { onTime } from '../../support/timing.ts'

await onTime('test/full/postgres-locks.test.ts')
