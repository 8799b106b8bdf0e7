import { onTime } from '../../support/timing.ts'

await onTime('test/full/several-processes.test.ts')
