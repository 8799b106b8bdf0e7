import { onTime } from '../../support/timing.ts'

await onTime('test/full/browser-desk.test.ts')
