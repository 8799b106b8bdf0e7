import { onTime } from '../../support/timing.ts'

await onTime('test/full/shutdown.test.ts')
