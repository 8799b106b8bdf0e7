/** A staff member at the desk, in a browser. */
import assert from 'node:assert/strict'
import type { Page } from './browser.ts'
import { addStaff, type StaffClient } from './desk.ts'
import type { RunningShop } from './shop.ts'

/** Sets the session cookie of a staff member in the browser of a page, and opens the desk. */
export async function openDeskAs(
  page: Page,
  app: RunningShop,
  { cookie }: StaffClient,
  path = '/',
): Promise<void> {
  const [name = '', value = ''] = cookie.split('=')
  const flags = { httpOnly: true, secure: true, sameSite: 'Strict' } as const
  await page.context().addCookies([{ name, value, domain: 'localhost', path: '/', ...flags }])
  await page.goto(app.deskUrl + path)
  assert.equal(await page.locator('body[data-live]').count(), 1, page.url())
}

/** A new staff member with a separate page at the desk. */
export async function signInAtDesk(
  page: Page,
  app: RunningShop,
  name: string,
  { path = '/', role = 'host' as 'owner' | 'host' } = {},
): Promise<StaffClient> {
  const staffMember = await addStaff(app, name, role)
  await openDeskAs(page, app, staffMember, path)
  return staffMember
}

/** Lets the browser of a page create and use passkeys, as a phone with a fingerprint does. */
export async function addAuthenticator(page: Page): Promise<void> {
  const chrome = await page.context().newCDPSession(page)
  await chrome.send('WebAuthn.enable')
  await chrome.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
}

/** All errors of a page from now on: scripts, content security policy, network. */
export function collectPageErrors(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return
    const text = message.text()
    const isOfNetwork = text.startsWith('Failed to load resource')
    complaints.push(isOfNetwork ? `${text} of ${message.location().url}` : text)
  })
  return complaints
}

/** The browser also reports the response of a rejected action as a network error. */
export const isUnexpectedError = (text: string) => !/status of (403|409)/.test(text)

export const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
export const wide = { viewport: { width: 1280, height: 850 } }

export const cards = (page: Page) => page.locator('#waiting .card')
export const confirmIn = (page: Page) =>
  cards(page).first().getByRole('button', { name: 'Xác nhận' })
/** Opens or closes everything else that can be done with a request. */
export const moreIn = (page: Page) => cards(page).first().locator('summary')
export const notice = (page: Page) => page.locator('main > .notice')
export const bell = (page: Page) => page.getByRole('button', { name: /chuông/i })
export const announcement = (page: Page, text: string | RegExp) =>
  page.locator('#alerts a').getByText(text)
export const readAlertCount = async (page: Page) =>
  Number((await page.locator('body').getAttribute('data-rang')) ?? 0)

/** The current rendering of an element, read in one step because the screen may be replaced. */
export function styleOf(page: Page, selector: string) {
  return page.locator('body').evaluate((body, wanted) => {
    const style = body.ownerDocument.defaultView.getComputedStyle(body.querySelector(wanted))
    return { outlineStyle: style.outlineStyle, backgroundImage: style.backgroundImage }
  }, selector)
}
