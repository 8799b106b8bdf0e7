/** A new owner on a phone turns the sample into a shop of their own, from the first link to the first booking. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openDays } from '../../proof/support/scratch.ts'
import { freePorts, startServer } from '../../proof/support/server.ts'
import { runCommand } from '../../src/commands/run-command.ts'
import { createPhotoLibrary } from '../../src/photos/library.ts'
import { findViolationsInBothSchemes, validateHtml } from '../support/access.ts'
import { isTooWide, openBrowser, type Page } from '../support/browser.ts'
import { addStaff } from '../support/desk.ts'
import { collectPageErrors, openDeskAs, phone } from '../support/desk-page.ts'
import { keyboard, waitForNavigation } from '../support/input-methods.ts'
import { startJourney } from '../support/journey.ts'
import { closeAfter } from '../support/lifetime.ts'
import { prepareOwnShops } from '../support/own-shops.ts'
import { drawPhoto, newPhotoFolder } from '../support/photos.ts'
import { openEditor } from '../support/shop-editor.ts'
import { until } from '../support/until.ts'

const { skip, newPage } = openBrowser()
const { ownShop } = prepareOwnShops()

const [thursday = ''] = openDays(8).filter(
  (date) => new Date(`${date}T00:00:00Z`).getUTCDay() === 4,
)

const offers = ['Phở gà 55k', 'Phở bò 65k', 'Bún thang 60k', 'Xôi gà 45k', 'Quẩy 5k', 'Trà đá 5k']

const steps = [
  'trade',
  'name',
  'address',
  'phone',
  'hours',
  'places',
  'languages',
  'offers',
  'look',
  'photo',
]

/** The program as a process, as an operator starts it for a new owner. */
async function startForNewOwner() {
  const { environment } = await ownShop('restaurant')
  const [deskPort = 0] = await freePorts(1)
  const settings = {
    ...environment,
    DESK_PORT: String(deskPort),
    DESK_URL: `http://localhost:${deskPort}`,
  }
  const server = await startServer(settings)
  closeAfter(() => server.kill('SIGKILL'))
  const { stdout } = await runCommand(['staff', 'link'], { ...process.env, ...settings })
  return { server, link: stdout.split('\n')[0] ?? '', deskUrl: settings.DESK_URL }
}

describe('a new owner on a phone', { skip }, () => {
  it('opens a shop with six offers and two photos on Thursday evenings, and takes a booking', async (test) => {
    const { server, link, deskUrl } = await startForNewOwner()
    const viewport = { width: 390, height: 844 }
    const page = await newPage({ viewport, hasTouch: true, isMobile: true })
    const errors = collectPageErrors(page)
    const startedAt = performance.now()
    await page.goto(link)
    const owner = startJourney(page)
    let typed = 0
    const write = async (selector: string, text: string) => {
      typed += text.length
      await owner.write(page.locator(selector), text)
    }
    const tap = (name: string | RegExp, role: 'button' | 'link' = 'button') =>
      waitForNavigation(page, () =>
        owner.press(page.locator('#content, main').getByRole(role, { name }).first()),
      )
    const save = async (next: string) => {
      await tap('Lưu và tiếp tục')
      await page.waitForURL(`**/shop/setup${next}`)
    }

    await write('[name=name]', 'Chị Điếu')
    await write('[name=password]', 'ba con mèo trên mái nhà')
    await owner.press(page.locator('form#join button[type=submit]'))
    await page.waitForURL('**/shop/setup')
    await tap('Làm tiếp: Tên tiệm', 'link')
    await page.waitForURL('**/shop/setup/name')
    await write('#field-name', 'Phở Gà Hàng Điếu')
    await save('/address')
    await write('#field-address-street', '12 Hàng Điếu')
    await write('#field-address-city-vi', 'Hà Nội')
    await save('/phone')
    await write('#field-phone', '0912 345 678')
    await save('/hours')
    await owner.tick(page.getByLabel('Thứ Hai').first())
    for (const [end, time] of [
      ['from', '06:00'],
      ['to', '14:00'],
    ]) {
      await write(`#field-hours-0-periods-0-${end}`, time ?? '')
      await write(`#field-hours-0-periods-1-${end}`, '')
    }
    await owner.press(page.getByText('Vài ngày có giờ khác'))
    await owner.tick(page.getByLabel('Thứ Năm').nth(1))
    await write('#field-hours-1-periods-0-from', '06:00')
    await write('#field-hours-1-periods-0-to', '14:00')
    await write('#field-hours-1-periods-1-from', '17:00')
    await write('#field-hours-1-periods-1-to', '21:00')
    await save('/places')
    await write('#field-seats-2', '4')
    await write('#field-seats-4', '6')
    await save('/languages')
    await owner.choose(page.getByLabel('Chỉ tiếng Việt'))
    await save('/offers')
    await write('#field-lines', offers.join('\n'))
    await tap('Lưu và tiếp tục')
    await page.getByText('Đã có 6 mục của bạn').waitFor()
    await tap('Bước tiếp theo', 'link')
    await page.waitForURL('**/shop/setup/look')
    await owner.choose(page.getByLabel('Xanh biển, mát'))
    await save('/photo')
    for (const field of ['hero', 'photo']) {
      const buffer = await drawPhoto({ width: 1200, height: 900, hue: field === 'hero' ? 25 : 90 })
      const file = { name: 'IMG_2041.JPG', mimeType: 'image/jpeg', buffer }
      await page.locator(`#field-${field}`).setInputFiles(file)
    }
    await tap('Lưu và tiếp tục')
    await page.locator('.photo-now').nth(1).waitFor()
    await tap('Bước tiếp theo', 'link')
    await page.waitForURL('**/shop/setup')
    assert.equal(await page.locator('#samples').count(), 0, await page.locator('main').innerText())
    await tap('Xem và đăng', 'link')
    await page.waitForURL('**/shop/publish')
    await tap('Đăng')
    await page.locator('main').getByText('Đã đăng. Khách thấy ngay.').waitFor()
    const minutes = (performance.now() - startedAt) / 60_000

    const send = async (path: string, body?: object) =>
      (await server.send(body ? 'POST' : 'GET', path, body)).text
    const home = await send('/')
    assert.match(home, /Phở Gà Hàng Điếu/)
    assert.doesNotMatch(home, /Khói Lam/)
    const listed = JSON.parse(await send('/api/offers?limit=50')) as { offers: { name: string }[] }
    for (const line of offers) {
      const name = line.replace(/ \d+k$/, '')
      assert.ok(JSON.stringify(listed).includes(name), name)
    }
    const hasPhoto = async (path: string) => /<img[^>]*-(?:card|banner)-\d+/.test(await send(path))
    const isPictured = async () => (await hasPhoto('/')) && hasPhoto('/menu/pho-ga')
    await until(isPictured, 'both photos on the site')
    const guest = { name: 'Nguyễn Thị Lan', phone: '0987 654 321', consent: true }
    const request = { date: thursday, time: '18:00', party_size: 2, ...guest }
    const { status, text } = await server.send('POST', '/api/booking', request)
    assert.equal(status, 202, text)
    await page.goto(`${deskUrl}/`)
    await page.getByText('Nguyễn Thị Lan').first().waitFor()
    assert.deepEqual(errors, [])
    const { taps, loads } = owner
    const alone = Math.round((taps * 2 + typed / 2 + loads * 3) / 60)
    test.diagnostic(
      `${taps} taps, ${typed} typed characters, ${loads} pages; ${minutes.toFixed(1)} minutes in this run; ` +
        `about ${alone} minutes for a person (2 s a tap, 2 characters a second, 3 s a page)`,
    )
    assert.ok(taps <= 40, `${taps} taps`)
  })
})

/** A copy of the sample with places for photos, in this process. */
async function open() {
  const photoDesk = createPhotoLibrary(newPhotoFolder(), Date.now)
  closeAfter(photoDesk.close)
  return openEditor('restaurant', { photoDesk, pictureFiles: photoDesk, logLevel: 'error' })
}

async function saveByKeyboard(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Lưu và tiếp tục' })
  await waitForNavigation(page, () => keyboard.press(button))
}

describe('the setup of a shop', { skip }, () => {
  it('is accessible on a small phone, light and dark', async () => {
    const { app, owner } = await open()
    // As tall as the longest form: what the tabs at the bottom of the window cover is not too small.
    const viewport = { width: phone.viewport.width, height: 4000 }
    const page = await newPage({ ...phone, viewport })
    const errors = collectPageErrors(page)
    await openDeskAs(page, app, owner, '/shop/setup')
    const paths = [
      '/shop/setup',
      '/shop/online',
      '/',
      ...steps.map((step) => `/shop/setup/${step}`),
    ]
    for (const path of paths) {
      await page.goto(app.deskUrl + path)
      assert.deepEqual(await findViolationsInBothSchemes(page), [], path)
      assert.equal(await isTooWide(page), false, path)
      assert.deepEqual(await validateHtml(path, await owner.read(path)), [])
    }
    assert.deepEqual(errors, [])
  })

  it('can be done by keyboard', async () => {
    const { app, owner } = await open()
    const page = await newPage({ viewport: { width: 1024, height: 800 } })
    await openDeskAs(page, app, owner, '/shop/setup/name')
    await keyboard.write(page.locator('#field-name'), 'Phở Gà Hàng Điếu')
    await saveByKeyboard(page)
    await page.waitForURL('**/shop/setup/address')
    await page.goto(`${app.deskUrl}/shop/setup/languages`)
    await keyboard.choose(page.getByLabel('Chỉ tiếng Việt'))
    await saveByKeyboard(page)
    await page.waitForURL('**/shop/setup/offers')
    await page.goto(`${app.deskUrl}/shop/setup`)
    await page.getByText('Xong 3 trên 10 bước').waitFor()
  })

  it('works without scripts', async () => {
    const { app } = await open()
    const owner = await addStaff(app, 'Chị Điếu')
    const page = await newPage({ ...phone, javaScriptEnabled: false })
    const [name = '', value = ''] = owner.cookie.split('=')
    await page.context().addCookies([
      {
        name,
        value,
        domain: 'localhost',
        path: '/',
        httpOnly: true,
        secure: true,
        sameSite: 'Strict',
      },
    ])
    await page.goto(`${app.deskUrl}/shop/setup/offers`)
    await page.locator('#field-lines').fill('Phở gà 55k')
    await page.getByRole('button', { name: 'Lưu và tiếp tục' }).tap()
    await page.getByText('Đã có 1 mục của bạn').waitFor()
    await page.getByRole('link', { name: 'Bước tiếp theo' }).tap()
    await page.waitForURL('**/shop/setup/look')
    await page.getByRole('button', { name: 'Bỏ qua, làm sau' }).tap()
    await page.waitForURL('**/shop/setup/photo')
  })
})
