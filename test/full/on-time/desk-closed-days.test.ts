import { onTime } from '../../support/timing.ts'

await onTime('test/desk-closed-days.test.ts')
