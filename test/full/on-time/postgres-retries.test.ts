import { onTime } from '../../support/timing.ts'

await onTime('test/full/postgres-retries.test.ts')
