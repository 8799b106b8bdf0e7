import { onTime } from '../../support/timing.ts'

await onTime('test/full/inbox-times.test.ts')
