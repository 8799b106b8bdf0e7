/**
 * What one view of Tonight costs with 104 bookings that evening, first after a change and again. After every action all
 * open desks load the screen again, so with three desks (phone, tablet and desktop) two of three views are of the
 * second kind.
 */
import { describe, it } from 'node:test'
import { enginesUnderTest } from '../support/database.ts'
import { measureScreen, quantile, undisturbed } from '../support/screen-costs.ts'
import { assertDuration, onlyOnTime } from '../support/timing.ts'

const skip = onlyOnTime()

/** In units of what a change costs its sender and the server: it does not depend on the speed of the machine. */
const maxRatios = { first: 2, ofThreeDesks: 0.8 }

for (const engine of enginesUnderTest('Tonight, first view after a change')) {
  describe(`what Tonight costs, ${engine}`, { skip }, () => {
    it('Tonight, first view after a change and the next one (timing)', async (test) => {
      const evening = { engine, desk: 'evening', path: '/tonight', count: 104 } as const
      const { change, first, again } = await measureScreen(test, evening)
      const [changeMs, firstMs] = [quantile(change, 0.5), quantile(first, 0.5)]
      const meanMs = (firstMs + 2 * quantile(again, undisturbed[engine])) / 3
      test.diagnostic(`mean of three desks: ${meanMs.toFixed(2)} ms of CPU time`)
      assertDuration(firstMs, { belowMs: maxRatios.first * changeMs })
      assertDuration(meanMs, { belowMs: maxRatios.ofThreeDesks * changeMs })
    })
  })
}
