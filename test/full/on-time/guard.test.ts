import { onTime } from '../../support/timing.ts'

await onTime('test/guard.test.ts')
