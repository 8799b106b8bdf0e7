import { onTime } from '../../support/timing.ts'

await onTime('src/domain/guard/request-delay.test.ts')
