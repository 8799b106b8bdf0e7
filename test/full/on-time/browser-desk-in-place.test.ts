import { onTime } from '../../support/timing.ts'

await onTime('test/full/browser-desk-in-place.test.ts')
