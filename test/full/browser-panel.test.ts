/** The script of the booking panel: what changes on the page, in the address and in the focus. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findViolations } from '../support/access.ts'
import { isTooWide, openBrowser, type Page, startBrowserShop } from '../support/browser.ts'
import { keyboard } from '../support/input-methods.ts'
import { openBefore } from '../support/lifetime.ts'
import { chooseInPanel } from '../support/panel.ts'

const { skip, newPage } = openBrowser()
const app = openBefore(() => startBrowserShop('restaurant'))
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const times = (page: Page) => page.getByRole('heading', { name: /^Free times on/ })

/** Counts the navigations of the page from now on. */
function countLoads(page: Page): () => number {
  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads++
  })
  return () => loads
}

describe('the booking panel on the home page', { skip }, () => {
  it('loads the times, and replaces itself when a day is chosen with the keyboard', async () => {
    const page = await newPage()
    await page.goto(`${app.address}/en`)
    await times(page).waitFor()
    const loads = countLoads(page)
    const day = page.locator('#booking').getByRole('link', { name: /^Thu 19/ })
    await keyboard.press(day)
    await page.getByRole('heading', { name: 'Free times on Thursday 19 November 2026' }).waitFor()
    await page.waitForURL(`${app.address}/en?party_size=2&date=2026-11-19`)
    assert.equal(await day.evaluate((link) => link === link.ownerDocument.activeElement), true)
    assert.equal(await day.getAttribute('aria-current'), 'true')
    assert.match(await page.getByRole('status').innerText(), /Thursday 19 November 2026/)
    const languages = page.getByRole('link', { name: 'Tiếng Việt' })
    assert.deepEqual(
      await languages.evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
      Array(2).fill(`${app.address}/?party_size=2&date=2026-11-19`),
    )
    assert.equal(loads(), 0)
    await page.reload()
    await page.getByRole('heading', { name: /Thursday 19 November/ }).waitFor()
  })

  it('returns the focus to a picker whose choice was changed', async () => {
    const page = await newPage()
    await page.goto(`${app.address}/en`)
    await times(page).waitFor()
    await chooseInPanel(page, '6 guests', keyboard)
    const picker = page.locator('.picker summary').first()
    assert.match(await picker.innerText(), /6 guests/)
    assert.equal(
      await picker.evaluate((summary) => summary === summary.ownerDocument.activeElement),
      true,
    )
  })

  it('shows the form after a time was chosen, and the times again with Back', async () => {
    const page = await newPage(phone)
    await page.goto(`${app.address}/en`)
    await times(page).waitFor()
    const loads = countLoads(page)
    await page
      .locator('#booking')
      .getByRole('link', { name: /^19:00/ })
      .tap()
    await page.getByLabel('Your name').waitFor()
    const gap = await page.locator('#booking').evaluate((panel) => {
      const header = panel.ownerDocument.querySelector('header')
      return panel.getBoundingClientRect().top - header.getBoundingClientRect().bottom
    })
    assert.ok(gap >= 0 && gap < 40, `${gap} px between the header and the panel`)
    assert.deepEqual(await findViolations(page), [])
    assert.equal(await isTooWide(page), false)
    await page.goBack()
    await times(page).waitFor()
    await page.goForward()
    await page.getByLabel('Your name').waitFor()
    assert.equal(loads(), 0)
    assert.match(page.url(), /\/en\?party_size=2&date=2026-11-17&time=19%3A00$/)
  })

  it('follows the link if the panel cannot be loaded', async () => {
    const page = await newPage()
    await page.goto(`${app.address}/en`)
    await times(page).waitFor()
    await page.route(/\/booking\?/, async (route) => {
      if (route.request().isNavigationRequest()) await route.continue()
      else await route.abort()
    })
    await page
      .locator('#booking')
      .getByRole('link', { name: /^Thu 19/ })
      .click()
    await page.waitForURL(/\/en\/booking\?party_size=2&date=2026-11-19#booking$/)
    await times(page).waitFor()
  })

  it('opens links in a new tab as the browser does', async () => {
    const page = await newPage()
    await page.goto(`${app.address}/en`)
    await times(page).waitFor()
    const link = page.locator('#booking').getByRole('link', { name: /^19:00/ })
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      link.click({ modifiers: ['ControlOrMeta'] }),
    ])
    await tab.waitForURL(/\/en\/booking\?.*time=19%3A00/)
    assert.equal(page.url(), `${app.address}/en`)
  })
})
