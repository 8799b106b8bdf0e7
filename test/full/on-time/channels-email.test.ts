import { onTime } from '../../support/timing.ts'

await onTime('test/channels-email.test.ts')
