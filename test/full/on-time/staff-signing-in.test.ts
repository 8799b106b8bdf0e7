import { onTime } from '../../support/timing.ts'

await onTime('test/full/staff-signing-in.test.ts')
