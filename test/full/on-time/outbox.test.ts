import { onTime } from '../../support/timing.ts'

await onTime('test/outbox.test.ts')
