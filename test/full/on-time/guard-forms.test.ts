import { onTime } from '../../support/timing.ts'

await onTime('test/guard-forms.test.ts')
