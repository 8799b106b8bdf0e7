/**
 * How many taps and page loads the journeys of guests take on a phone, with and without JavaScript, and that each can be
 * made with the keyboard alone. `test/support/journey.ts` says what counts.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openBrowser, startBrowserShop } from '../support/browser.ts'
import { guestJourneys } from '../support/guest-journeys.ts'
import { finger, keyboard } from '../support/input-methods.ts'
import { startJourney } from '../support/journey.ts'
import { openForEachTrade } from '../support/shop.ts'

const { skip, newPage } = openBrowser()
const shops = openForEachTrade((trade) => startBrowserShop(trade))

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const manners = [
  { name: 'with JavaScript', hasScript: true, by: finger },
  { name: 'without JavaScript', hasScript: false, by: finger },
  { name: 'with the keyboard only', hasScript: true, by: keyboard },
]

for (const [attempt, { name: manner, hasScript, by }] of manners.entries()) {
  describe(`${manner}, on a phone`, { skip }, () => {
    for (const { name, trade, maxTaps, maxLoads, start, run } of guestJourneys) {
      it(`${name}: at most ${maxTaps} taps, ${maxLoads} page loads`, async (t) => {
        const app = shops[trade]
        const path = (await start?.(app, attempt)) ?? '/'
        const page = await newPage({ ...phone, javaScriptEnabled: hasScript })
        await page.goto(app.address + path)
        const journey = startJourney(page, by)
        await run({ app, page, journey, hasScript })
        const { taps, loads } = journey
        t.diagnostic(`${name}, ${manner}: ${taps} taps, ${loads} page loads`)
        assert.ok(taps <= maxTaps, `${taps} taps`)
        if (hasScript) assert.ok(loads <= maxLoads, `${loads} page loads`)
        await page.context().close()
      })
    }
  })
}

describe('the allergens of a filtered menu', { skip }, () => {
  it('go with the guest into the booking, where one tap removes each', async () => {
    const { restaurant } = shops
    const page = await newPage({ ...phone, javaScriptEnabled: false })
    await page.goto(`${restaurant.address}/menu?without=peanuts,soy`)
    await page.locator('header a.button').tap()
    const panel = page.locator('#booking')
    await panel.getByRole('link', { name: /^T4 18\/11$/ }).tap()
    await panel.getByRole('link', { name: /^19:00/ }).tap()
    const soy = panel.getByLabel('Đậu nành')
    await soy.waitFor()
    assert.deepEqual(
      [await panel.getByLabel('Lạc').isChecked(), await soy.isChecked()],
      [true, true],
    )
    await soy.tap()
    assert.equal(await soy.isChecked(), false)
    await page.context().close()
  })
})
