/** What one view of Tonight costs with 104 bookings that evening, first after a change and again. */
import { describe, it } from 'node:test'
import { enginesUnderTest } from '../support/database.ts'
import { measureScreen, quantile } from '../support/screen-costs.ts'
import { assertDuration, onlyOnTime } from '../support/timing.ts'

const skip = onlyOnTime()

/** In units of what a change costs its sender and the server: it does not depend on the speed of the machine. */
const maxRatio = 2

for (const engine of enginesUnderTest('Tonight, first view after a change')) {
  describe(`what Tonight costs, ${engine}`, { skip }, () => {
    it('Tonight, first view after a change (timing)', async (test) => {
      const evening = { engine, desk: 'evening', path: '/tonight', count: 104 } as const
      const { change, first } = await measureScreen(test, evening)
      assertDuration(quantile(first, 0.5), { belowMs: maxRatio * quantile(change, 0.5) })
    })
  })
}
