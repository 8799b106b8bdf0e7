/** Smoke test in a real browser, if one is installed; test/full has the browser tests. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { guest } from './support/booking.ts'
import { findChromium, isTooWide, openBrowser, startBrowserShop } from './support/browser.ts'
import { chooseInPanel } from './support/panel.ts'
import { samples } from './support/samples.ts'

// The full tier installs a missing browser; here the test is skipped.
const { skip, newPage } = openBrowser(findChromium)

it('a guest requests a table in a browser, and staff see it', { skip }, async () => {
  const app = await startBrowserShop('restaurant')
  const { site, request } = samples.restaurant
  const page = await newPage({ viewport: { width: 390, height: 844 } })
  await page.goto(`${app.address}/en/booking`)
  for (const name of [...site.en.choices, /^Fri 20/, new RegExp(`^${request.time}`)]) {
    await chooseInPanel(page, name)
  }
  assert.equal(await isTooWide(page), false)
  app.clock.now += 5_000
  await page.getByLabel('Your name', { exact: true }).fill(guest.name)
  await page.getByLabel('Phone', { exact: true }).fill(guest.phone)
  await page.getByRole('button', { name: 'Review' }).click()
  await page.locator('#consent').check()
  await page.getByRole('button', { name: 'Send the request' }).click()
  await page.waitForURL(/\/booking\/[A-Z0-9-]+$/)
  const row = await app.store.read.get('SELECT status, time FROM bookings')
  assert.deepEqual({ ...row }, { status: 'pending', time: request.time })
})
