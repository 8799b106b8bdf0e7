import { onTime } from '../../support/timing.ts'

await onTime('test/full/unread-responses.test.ts')
