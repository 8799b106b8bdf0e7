import { onTime } from '../../support/timing.ts'

await onTime('src/http/connections.test.ts')
