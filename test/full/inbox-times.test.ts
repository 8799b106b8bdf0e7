/** What one view of the inbox with sixty requests costs, first after a change and again. */
import { describe, it } from 'node:test'
import { enginesUnderTest } from '../support/database.ts'
import { measureScreen, quantile, undisturbed } from '../support/screen-costs.ts'
import { assertDuration, onlyOnTime } from '../support/timing.ts'

const skip = onlyOnTime()

/**
 * In units of what a change costs its sender and the server, which does not depend on the speed of the machine. The
 * first view costs about 1.4 of it, and 3 if it reads and renders all requests again; the next one 0.2.
 */
const maxRatios = { first: 2.1, again: 0.8 }

for (const engine of enginesUnderTest('the inbox, first view after a change')) {
  describe(`what the inbox costs, ${engine}`, { skip }, () => {
    it('the inbox, first view after a change and the next one (timing)', async (test) => {
      const inbox = { engine, desk: 'inbox', path: '/', count: 60 } as const
      const { change, first, again } = await measureScreen(test, inbox)
      const changeMs = quantile(change, 0.5)
      assertDuration(quantile(first, 0.5), { belowMs: maxRatios.first * changeMs })
      assertDuration(quantile(again, undisturbed[engine]), { belowMs: maxRatios.again * changeMs })
    })
  })
}
