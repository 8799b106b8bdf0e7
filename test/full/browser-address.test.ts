/** The owner of an address confirms it in a browser. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { addressToken } from '../../src/domain/guest/confirmed-addresses.ts'
import { book, table } from '../support/booking.ts'
import { isTooWide, openBrowser, startBrowserShop } from '../support/browser.ts'
import { secret } from '../support/shop.ts'

const { skip, newPage } = openBrowser()

it('presses the button behind the link in an email', { skip }, async () => {
  const app = await startBrowserShop('restaurant')
  const email = 'lan@guest.example'
  const { code } = (await book(app, { ...table, email })).body
  const page = await newPage({ viewport: { width: 390, height: 844 } })
  const token = addressToken(secret, { kind: 'booking', code }, email)
  await page.goto(`${app.address}/en/booking/${code}?token=${token}`)
  assert.equal(await isTooWide(page), false)
  const button = page.getByRole('button', { name: 'This is my address' })
  const rows = () => app.store.read.all('SELECT address FROM confirmed_addresses')
  assert.deepEqual(await rows(), [])
  await button.click()
  await page.getByText('You have confirmed your email address.').waitFor()
  assert.equal(await button.count(), 0)
  assert.equal((await rows()).length, 1)
})
