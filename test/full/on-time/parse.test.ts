import { onTime } from '../../support/timing.ts'

await onTime('src/domain/quick-entry/parse.test.ts')
