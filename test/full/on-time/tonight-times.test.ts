import { onTime } from '../../support/timing.ts'

await onTime('test/full/tonight-times.test.ts')
