import { onTime } from '../../support/timing.ts'

await onTime('test/reports.test.ts')
