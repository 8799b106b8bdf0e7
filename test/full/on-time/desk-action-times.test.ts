import { onTime } from '../../support/timing.ts'

await onTime('test/full/desk-action-times.test.ts')
