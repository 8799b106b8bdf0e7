/** The logo in the shop editor: a drawing that is filtered or a picture, its icons, the site, and the way back. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import { iconSizes } from '../../src/content/logo.ts'
import { createPhotoLibrary } from '../../src/photos/library.ts'
import { closeAfter } from '../support/lifetime.ts'
import { newPhotoFolder } from '../support/photos.ts'
import { formsOf, noticeOf, visibleTextOf } from '../support/screen.ts'
import { assertSeeOther, openEditor, publishDraft, sendFile } from '../support/shop-editor.ts'

async function open() {
  const photoDesk = createPhotoLibrary(newPhotoFolder(), Date.now)
  closeAfter(photoDesk.close)
  const opened = await openEditor('restaurant', { photoDesk })
  const { app, owner, folder } = opened
  const send = (upload?: Buffer | string) => {
    const bytes = typeof upload === 'string' ? Buffer.from(upload) : upload
    return sendFile(app, owner, '/shop/logo', {}, { name: 'logo', bytes })
  }
  const file = (name: string) => join(folder, 'pictures', name)
  return { ...opened, send, file, has: (name: string) => existsSync(file(name)) }
}

const svg = (inner: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10">${inner}</svg>`

const drawing = svg('<circle cx="5" cy="5" r="4" fill="#c00"/>')

const picture = () =>
  sharp({ create: { width: 600, height: 300, channels: 4, background: '#0a0' } })

describe('the logo in the shop editor', () => {
  it('is published as a drawing with its icons, and the site and the desk show it', async () => {
    const { app, owner, send, file } = await open()
    await assertSeeOther(await send(drawing), '/shop/logo')
    assert.match(visibleTextOf(await owner.read('/shop/logo')), /Logo mới, chưa đăng/)
    const shown = await owner.get('/shop/logo/file')
    assert.equal(shown.headers.get('content-type'), 'image/svg+xml')
    assert.equal(await shown.text(), drawing)
    const review = visibleTextOf(await owner.read('/shop/publish'))
    assert.match(review, /Logo, dạng nét vẽ ảnh mới/)
    assert.doesNotMatch(review, /icon-/)
    assert.equal((await publishDraft(owner)).status, 303)
    assert.equal(readFileSync(file('favicon.svg'), 'utf8'), drawing)
    for (const [name, size] of Object.entries(iconSizes)) {
      const { width, height, format } = await sharp(file(name)).metadata()
      assert.deepEqual([width, height, format], [size, size, 'png'], name)
    }
    const { hasAlpha } = await sharp(file('apple-touch-icon.png')).metadata()
    assert.equal(hasAlpha, false)
    assert.equal(await (await app.get('/pictures/favicon.svg')).text(), drawing)
  })

  it('replaces the drawing by a picture, which the preview, the site and the desk show', async () => {
    const { app, owner, send, file, has } = await open()
    for (const format of ['png', 'webp'] as const)
      await assertSeeOther(await send(await picture()[format]().toBuffer()), '/shop/logo')
    const preview = await (await owner.get('/shop/preview/site/')).text()
    assert.match(preview, /<img src="\/shop\/preview\/site\/pictures\/icon-192\.png"/)
    const inPreview = await owner.get('/shop/preview/site/pictures/icon-192.png')
    const drawn = sharp(Buffer.from(await inPreview.arrayBuffer()))
    assert.equal((await drawn.metadata()).width, 192)
    const pixel = await drawn.extract({ left: 96, top: 96, width: 1, height: 1 }).raw().toBuffer()
    assert.ok((pixel[1] ?? 0) > 150 && (pixel[0] ?? 255) < 40, 'the green of the upload')
    assert.equal((await publishDraft(owner)).status, 303)
    assert.equal(has('favicon.svg'), false)
    assert.ok(readFileSync(file('icon-512.png')).length < 300_000)
    const site = await (await app.get('/')).text()
    assert.match(site, /<link rel="icon" href="\/pictures\/icon-192\.png" type="image\/png">/)
    assert.match(site, /<img src="\/pictures\/icon-192\.png" alt=""/)
    assert.equal((await app.get('/pictures/icon-192.png')).status, 200)
    assert.match(await owner.read('/shop'), /<img src="\/favicon\.png"/)
    assert.equal((await owner.get('/favicon.png')).headers.get('content-type'), 'image/png')
    assert.doesNotMatch(visibleTextOf(await owner.read('/content')), /favicon\.svg/)
  })

  it('is removed, and returns with an earlier publication', async () => {
    const { app, owner, send, has } = await open()
    await send(drawing)
    await publishDraft(owner)
    await assertSeeOther(await owner.post('/shop/logo/remove', {}), '/shop/logo')
    assert.equal((await publishDraft(owner)).status, 303)
    assert.deepEqual([has('favicon.svg'), has('icon-48.png')], [false, false])
    assert.doesNotMatch(await (await app.get('/')).text(), /rel="icon"/)
    const restores = formsOf(await owner.read('/shop/publish')).filter(
      ({ action }) => action === '/shop/publish/restore',
    )
    // After the first publication; the last one is the state before it.
    await owner.post('/shop/publish/restore', restores.at(-2)?.fields ?? {})
    assert.equal((await publishDraft(owner)).status, 303)
    assert.deepEqual([has('favicon.svg'), has('icon-48.png')], [true, true])
  })

  it('is refused with the reason if it is active, too large, damaged or missing', async () => {
    const { owner, send } = await open()
    const wrong: [upload: Buffer | string | undefined, status: number, reason: RegExp][] = [
      [svg('<script>alert(1)</script>'), 422, /phần không dùng được trên trang \(<script>\)/],
      [svg('<image href="https://x.example/a.png"/>'), 422, /<image>/],
      [svg(`<!--${'x'.repeat(40_000)}-->`), 422, /nặng hơn 40 KB/],
      ['%PDF-1.7', 422, /Không mở được tệp này/],
      [(await picture().png().toBuffer()).subarray(0, 60), 422, /Không mở được tệp này/],
      [undefined, 422, /Hãy chọn một tệp/],
      [Buffer.alloc(5_100_000), 413, /nặng hơn 5 MB/],
    ]
    for (const [upload, status, reason] of wrong) {
      const answer = await send(upload)
      assert.equal(answer.status, status, String(reason))
      assert.match(noticeOf(await answer.text()), reason)
    }
    assert.match(visibleTextOf(await owner.read('/shop/publish')), /Không có thay đổi nào/)
  })
})
