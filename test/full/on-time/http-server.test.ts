import { onTime } from '../../support/timing.ts'

await onTime('src/http/server.test.ts')
