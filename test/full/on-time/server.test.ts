import { onTime } from '../../support/timing.ts'

await onTime('test/server.test.ts')
