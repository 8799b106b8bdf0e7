/** The shop editor on a phone: touch, axe in both color schemes, a price in a few taps, and input that is not lost. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createPhotoLibrary } from '../../src/photos/library.ts'
import { findTrade, openFolder } from '../../src/variants/index.ts'
import { findViolations, findViolationsInBothSchemes, validateHtml } from '../support/access.ts'
import { isTooWide, openBrowser } from '../support/browser.ts'
import { copyOf, createFolderEditor } from '../support/content-errors.ts'
import { addStaff, password, type StaffClient } from '../support/desk.ts'
import { collectPageErrors, openDeskAs, phone } from '../support/desk-page.ts'
import { closeAfter } from '../support/lifetime.ts'
import { drawPhoto, newPhotoFolder } from '../support/photos.ts'
import { startShop, type TradeName } from '../support/shop.ts'
import { publishDraft, saveForm } from '../support/shop-editor.ts'

const { skip, newPage } = openBrowser()

async function open(trade: TradeName = 'restaurant') {
  const folder = copyOf(trade)
  const shop = openFolder(findTrade(trade), folder)
  const photoDesk = createPhotoLibrary(newPhotoFolder(), Date.now)
  closeAfter(photoDesk.close)
  const photos = { photoDesk, pictureFiles: photoDesk }
  const options = { shop, contentFolder: folder, ...photos, logLevel: 'error' } as const
  const app = await startShop(trade, options)
  const owner = await addStaff(app, 'Chị Lam')
  return { app, owner, ...createFolderEditor(folder) }
}

const dish = '/shop/entry?part=menu&file=menu%2F1-khoi-vi.yaml&list=dishes&index=1'

async function save(owner: StaffClient, price: string): Promise<void> {
  const page = await owner.read(dish)
  const [, was = ''] = /name="was" value="([^"]+)"/.exec(page) ?? []
  const fields = { part: 'menu', file: 'menu/1-khoi-vi.yaml', list: 'dishes', index: '1', was }
  await owner.post('/shop/entry', { ...fields, 'shown[]': 'price', price })
}

const parts = ['tables', 'team', 'policy', 'contact', 'faqs', 'look', 'money', 'kitchen', 'guests']

describe('the shop editor in a browser', { skip }, () => {
  it('is accessible on a phone, light and dark', async () => {
    const { app, owner } = await open()
    await save(owner, '125k')
    // As tall as the longest form: what the tabs at the bottom of the window cover is not too small.
    const viewport = { width: phone.viewport.width, height: 7000 }
    const page = await newPage({ ...phone, viewport })
    const errors = collectPageErrors(page)
    await openDeskAs(page, app, owner, '/shop')
    const paths = [
      '/shop',
      '/shop/part?part=menu',
      dish,
      '/shop/part?part=hours',
      '/shop/entry?part=hours&file=business.yaml&list=hours&index=0',
      '/shop/entry?part=faqs&file=faqs.yaml&list=faqs&index=0',
      ...parts.map((part) => `/shop/part?part=${part}`),
      '/shop/publish',
      '/shop/photos',
      '/shop/photo?name=cha-ruoi',
      '/shop/logo',
      '/shop/texts?folder=articles',
      '/shop/text?folder=articles&slug=doc-mau-than-hoa&language=vi',
      '/shop/transfer',
      '/shop/preview',
    ]
    for (const path of paths) {
      await page.goto(app.deskUrl + path)
      assert.deepEqual(await findViolationsInBothSchemes(page), [], path)
      assert.equal(await isTooWide(page), false, path)
      assert.deepEqual(await validateHtml(path, await owner.read(path)), [])
    }
    assert.deepEqual(errors, [])
  })

  for (const trade of ['spa', 'salon'] as const) {
    it(`is accessible in every part of the ${trade}, with the first entry of each`, async () => {
      const { app, owner } = await open(trade)
      const viewport = { width: 360, height: 7000 }
      const page = await newPage({ ...phone, viewport })
      await openDeskAs(page, app, owner, '/shop')
      const linksTo = async (path: string, target: string) => {
        const links = (await owner.read(path)).matchAll(/href="(\/shop\/[^"]+)"/g)
        return [...links]
          .map(([, link = '']) => link.replaceAll('&amp;', '&'))
          .filter((link) => link.startsWith(target))
      }
      const shown = await linksTo('/shop', '/shop/part')
      assert.ok(shown.length > 10)
      for (const part of shown) {
        const entries = await linksTo(part, '/shop/entry')
        for (const path of [part, ...entries.slice(0, 1)]) {
          await page.goto(app.deskUrl + path)
          assert.deepEqual(await findViolations(page), [], path)
          assert.equal(await isTooWide(page), false, path)
        }
      }
    })
  }

  it('publishes a price in six taps', async () => {
    const { app, owner, read } = await open()
    const page = await newPage(phone)
    await openDeskAs(page, app, owner, '/shop')
    await page.getByRole('link', { name: 'Món', exact: true }).tap()
    await page.getByRole('link', { name: /Nem rán cua bể/ }).tap()
    await page.getByLabel('Giá', { exact: true }).fill('125k')
    await page.getByRole('button', { name: 'Lưu nháp' }).tap()
    await page.waitForURL(/\/shop\/part/)
    await page.getByRole('link', { name: 'Xem và đăng' }).tap()
    await page.getByRole('button', { name: 'Đăng', exact: true }).tap()
    await page.locator('#content').getByText('Đã đăng. Khách thấy ngay.').waitFor()
    assert.match(read('menu/1-khoi-vi.yaml'), /price: 125000/)
  })

  it('shows all changes of a publication, and takes back the only one', async () => {
    const { app, owner, read } = await open()
    const before = read('menu/1-khoi-vi.yaml')
    await saveForm(owner, dish, { price: '125k', 'name.vi': 'Nem rán' })
    await publishDraft(owner)
    const viewport = { width: phone.viewport.width, height: 2000 }
    const page = await newPage({ ...phone, viewport })
    await openDeskAs(page, app, owner, '/shop/publish')
    await page.getByText('(+1)').tap()
    await page.locator('#content').getByText('115.000').waitFor()
    assert.deepEqual(await findViolations(page), [])
    assert.equal(await isTooWide(page), false)
    await page.getByRole('button', { name: 'Về bản này' }).tap()
    await page.getByRole('button', { name: 'Đăng', exact: true }).tap()
    await page.locator('#content').getByText('Đã đăng. Khách thấy ngay.').waitFor()
    assert.equal(read('menu/1-khoi-vi.yaml'), before)
  })

  it('keeps what was typed when the session ends', async () => {
    const { app, owner } = await open()
    const page = await newPage(phone)
    await openDeskAs(page, app, owner, dish)
    await page.getByLabel('Giá', { exact: true }).fill('125k')
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Lưu nháp' }).tap()
    await page.waitForURL(/\/sign-in\?next=/)
    await page.locator('[name=name]').fill('Chị Lam')
    await page.locator('[name=password]').fill(password)
    await page.locator('form[action="/sign-in"] button').first().tap()
    await page.waitForURL(/\/shop\/entry/)
    await page.getByText('Đã điền lại những gì bạn gõ').first().waitFor()
    assert.equal(await page.getByLabel('Giá', { exact: true }).inputValue(), '125k')
    await page.locator('#content').getByRole('button', { name: 'Bỏ', exact: true }).tap()
    assert.equal(await page.getByLabel('Giá', { exact: true }).inputValue(), '115000')
  })

  it('fills in again only what was typed into the same form and is not saved', async () => {
    const { app, owner } = await open()
    const page = await newPage(phone)
    await openDeskAs(page, app, owner, '/shop/photo?name=hero')
    const alt = page.locator('[name="alt.vi"]')
    await alt.fill('Bếp than')
    await page.goto(`${app.deskUrl}/shop/photo?name=cha-ruoi`)
    assert.equal(await alt.inputValue(), '')
    await page.goto(`${app.deskUrl}/shop/photo?name=hero`)
    assert.equal(await alt.inputValue(), 'Bếp than')

    await page.goto(`${app.deskUrl}/shop/setup/name`)
    await page.locator('#field-name').fill('Quán Điếu')
    await page.getByRole('button', { name: 'Lưu và tiếp tục' }).tap()
    await page.waitForURL(/\/setup\/address/)
    await save(owner, '125k')
    await page.goto(`${app.deskUrl}/shop/setup/name`)
    assert.equal(await page.locator('#field-name').inputValue(), 'Quán Điếu')
    assert.equal(await page.getByText('Đã điền lại').count(), 0)
  })

  it('keeps what was typed when the connection drops', async () => {
    const { app, owner, read } = await open()
    const page = await newPage(phone)
    await openDeskAs(page, app, owner, dish)
    const price = page.getByLabel('Giá', { exact: true })
    await price.fill('125k')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Lưu nháp' }).tap()
    await page.context().setOffline(false)
    await page.goto(app.deskUrl + dish)
    assert.match(await price.inputValue(), /^125(k|000)$/)
    assert.doesNotMatch(read('menu/1-khoi-vi.yaml'), /price: 125000/)
  })

  it('works by keyboard on a computer, in English', async () => {
    const { app, owner, read } = await open()
    const page = await newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
    await openDeskAs(page, app, owner, dish)
    await page.locator('[name="price"]').focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('125k')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/shop\/part/)
    const publish = page.locator('a.main[href="/shop/publish"]')
    await publish.focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/shop\/publish/)
    await page.locator('form[action="/shop/publish"] button').focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/published/)
    assert.match(read('menu/1-khoi-vi.yaml'), /price: 125000/)
  })

  it('takes a logo from the phone, and shows it in the preview', async () => {
    const { app, owner } = await open()
    const page = await newPage(phone)
    await openDeskAs(page, app, owner, '/shop/logo')
    const buffer = await drawPhoto({ width: 600, height: 600 })
    const file = { name: 'logo.jpg', mimeType: 'image/jpeg', buffer }
    await page.getByLabel('Chọn logo khác').setInputFiles(file)
    await page.getByRole('button', { name: 'Lưu nháp' }).tap()
    await page.getByText('Logo mới, chưa đăng.').waitFor()
    await page.getByRole('link', { name: 'Xem thử' }).tap()
    const frame = page.frameLocator('.phone-frame')
    const logo = frame.locator('header img[src$="icon-192.png"]')
    await logo.waitFor()
    await logo.evaluate('(image) => image.decode()')
  })

  it('takes a photo from the phone, and shows it in the preview', async () => {
    const { app, owner } = await open()
    const page = await newPage(phone)
    await openDeskAs(page, app, owner, '/shop/photo?name=hero')
    const buffer = await drawPhoto({ width: 800, height: 600 })
    const file = { name: 'IMG_1.JPG', mimeType: 'image/jpeg', buffer }
    await page.getByLabel('Chụp hoặc chọn ảnh').setInputFiles(file)
    await page.getByLabel('4:3, như trên trang').check()
    await page.getByRole('button', { name: 'Lưu nháp' }).tap()
    await page.getByText('Ảnh mới, chưa đăng.').waitFor()
    await page.waitForFunction("document.querySelector('.photo-now').naturalWidth > 0")
    await page.getByRole('link', { name: 'Xem thử' }).tap()
    const frame = page.frameLocator('.phone-frame')
    await frame.getByRole('heading', { level: 1 }).waitFor()
    const photo = frame.locator('img[src*="-card-"], img[src*="-banner-"]').first()
    await photo.waitFor()
    // Once it is loaded and shown, and not only its description.
    await photo.evaluate('(image) => image.decode()')
  })

  it('writes Markdown with the toolbar', async () => {
    const { app, owner } = await open()
    const page = await newPage(phone)
    await openDeskAs(page, app, owner, '/shop/text?folder=articles&slug=new&language=vi')
    const body = page.getByLabel('Nội dung', { exact: true })
    await body.fill('cốm non')
    await body.selectText()
    await page.getByRole('button', { name: 'Đậm' }).tap()
    assert.equal(await body.inputValue(), '**cốm non**')
    await page.getByRole('button', { name: 'Đề mục' }).tap()
    assert.equal(await body.inputValue(), '## **cốm non**')
  })

  it('shows an error beside the field in place', async () => {
    const { app, owner } = await open()
    const page = await newPage(phone)
    await openDeskAs(page, app, owner, dish)
    await page.getByLabel('Giá', { exact: true }).fill('theo mùa')
    await page.getByRole('button', { name: 'Lưu nháp' }).tap()
    await page.locator('#field-price-error').waitFor()
    assert.equal(await page.getByLabel('Giá', { exact: true }).inputValue(), 'theo mùa')
    assert.equal(await page.getByLabel('Giá', { exact: true }).getAttribute('aria-invalid'), 'true')
  })
})
