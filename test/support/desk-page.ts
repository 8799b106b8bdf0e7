/** Somebody of the staff at the desk, in a browser. */
import assert from 'node:assert/strict'
import type { Page } from './browser.ts'
import { addStaff, type StaffClient } from './desk.ts'
import type { RunningShop } from './shop.ts'

/** Puts a colleague's session into the browser of a page, which then stands at the desk. */
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

/** Somebody new at a desk of his own. */
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

/** Everything that a page complains of, from now on: errors of scripts, of the policy, of the network. */
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

/** That an act was refused is told by the network as well. */
export const isUnexpectedError = (text: string) => !/status of (403|409)/.test(text)

export const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
export const wide = { viewport: { width: 1280, height: 850 } }

export const cards = (page: Page) => page.locator('#waiting .card')
export const confirmIn = (page: Page) =>
  cards(page).first().getByRole('button', { name: 'Xác nhận' })
export const notice = (page: Page) => page.locator('main > .notice')
export const bell = (page: Page) => page.getByRole('button', { name: /chuông/i })
export const announcement = (page: Page, text: string | RegExp) =>
  page.locator('#news a').getByText(text)
export const readAlertCount = async (page: Page) =>
  Number((await page.locator('body').getAttribute('data-rang')) ?? 0)

/** How something is drawn at this moment; a screen that is put in place anew is looked at once. */
export function styleOf(page: Page, selector: string) {
  return page.locator('body').evaluate((body, wanted) => {
    const style = body.ownerDocument.defaultView.getComputedStyle(body.querySelector(wanted))
    return { outlineStyle: style.outlineStyle, backgroundImage: style.backgroundImage }
  }, selector)
}
