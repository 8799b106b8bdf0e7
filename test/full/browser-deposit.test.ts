/** Payment of a deposit in a browser, with the QR code as rendered on a screen. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findTooSmall, findViolations, validateHtml } from '../support/access.ts'
import { book, table } from '../support/booking.ts'
import { isTooWide, openBrowser, type Page, startBrowserShop } from '../support/browser.ts'
import { openBefore, prepare } from '../support/lifetime.ts'
import { type Pixels, pixelsOf, readQr } from '../support/picture.ts'

const { skip, newPage } = openBrowser()
const app = openBefore(() => startBrowserShop('restaurant'))
let [code, qr, account] = ['', '', '']
prepare(async () => {
  code = (await book(app, { ...table, party_size: 10 })).body.code
  await app.desk.deposit({ code, version: 1, actor: 'staff:1', newState: 'asked' })
  const { deposit } = (await app.json(`/api/booking/${code}`)) as {
    deposit: { transfer: { qr: string; account: string } }
  }
  qr = deposit.transfer.qr
  account = deposit.transfer.account
})

/** A screenshot of the area around the code. */
async function takeScreenshot(page: Page): Promise<Pixels> {
  const png = await page.locator('.payment figure').screenshot()
  const { data, width, height } = await page.locator('body').evaluate(
    async (body, source) => {
      const { ownerDocument: document } = body
      const image = document.createElement('img')
      image.src = source
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.width
      canvas.height = image.height
      const brush = canvas.getContext('2d')
      brush.drawImage(image, 0, 0)
      const { data } = brush.getImageData(0, 0, image.width, image.height)
      return {
        // One string: the browser would need ten seconds to transfer half a million numbers.
        data: Array.from(data as number[], (one) => String.fromCharCode(one)).join(''),
        width: Number(image.width),
        height: Number(image.height),
      }
    },
    `data:image/png;base64,${png.toString('base64')}`,
  )
  return { data: new Uint8ClampedArray(Buffer.from(data, 'latin1')), width, height }
}

const phone = { width: 390, height: 844 }
const displayModes = {
  'on a phone': { viewport: phone },
  'on a phone in dark mode': { viewport: phone, colorScheme: 'dark' },
  'on a narrow phone': { viewport: { width: 320, height: 640 } },
  'on a desktop in dark mode': { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' },
  'with forced colors': { viewport: phone, forcedColors: 'active' },
} as const

describe('unpaid deposit', { skip }, () => {
  for (const [name, displayMode] of Object.entries(displayModes)) {
    it(`can be scanned ${name}`, async () => {
      const page = await newPage(displayMode)
      await page.goto(`${app.address}/booking/${code}`)
      assert.equal(await isTooWide(page), false)
      assert.equal(readQr(await takeScreenshot(page)), qr)
    })
  }

  it('can be copied line by line with one tap each', async () => {
    const page = await newPage({ viewport: phone })
    await page.goto(`${app.address}/booking/${code}`)
    await page.getByText(account, { exact: true }).click()
    const chosen = await page
      .locator('html')
      .evaluate((html) => String(html.ownerDocument.defaultView.getSelection()))
    assert.equal(chosen.trim(), account)
  })

  it('can be downloaded as an image for the banking app on the same phone', async () => {
    const page = await newPage({ viewport: phone, acceptDownloads: true })
    await page.goto(`${app.address}/en/booking/${code}`)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Save the QR code' }).click(),
    ])
    const parts: Buffer[] = []
    for await (const part of await download.createReadStream()) parts.push(part as Buffer)
    assert.equal(readQr(pixelsOf(Buffer.concat(parts))), qr)
  })

  it('is accessible', async () => {
    const page = await newPage({ viewport: phone })
    for (const path of [`/booking/${code}`, `/en/booking/${code}`]) {
      await page.goto(`${app.address}${path}`)
      assert.deepEqual(await findViolations(page), [])
      assert.deepEqual(await findTooSmall(page, '.payment a', { width: 44, height: 44 }), [])
      assert.deepEqual(await validateHtml(path, await (await app.get(path)).text()), [])
      const image = page.getByRole('img', { name: new RegExp(account) })
      assert.equal(await image.count(), 1)
    }
  })
})
