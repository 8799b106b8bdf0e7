import { onTime } from '../../support/timing.ts'

await onTime('test/desk-events.test.ts')
