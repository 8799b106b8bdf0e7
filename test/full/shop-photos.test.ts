/** Photos in the shop editor: uploaded, cropped, described, published with everything else, and taken back. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import { hashPhoto } from '../../src/photos/convert-photo.ts'
import { createPhotoLibrary } from '../../src/photos/library.ts'
import { addStaff, type StaffClient } from '../support/desk.ts'
import { closeAfter } from '../support/lifetime.ts'
import { drawPhoto, newPhotoFolder } from '../support/photos.ts'
import { formsOf, noticeOf, visibleTextOf } from '../support/screen.ts'
import type { RunningShop } from '../support/shop.ts'
import { openEditor, publishDraft, sendFile } from '../support/shop-editor.ts'
import { until } from '../support/until.ts'

async function open(content: Record<string, Buffer | string> = {}) {
  const photoFolder = newPhotoFolder()
  const photoDesk = createPhotoLibrary(photoFolder, Date.now)
  closeAfter(photoDesk.close)
  const opened = await openEditor('restaurant', { photoDesk }, content)
  return { ...opened, photoFolder, has: (file: string) => existsSync(join(opened.folder, file)) }
}

const dish = '/shop/photo?name=cha-ruoi'

const upload = (
  app: RunningShop,
  staff: Pick<StaffClient, 'cookie'>,
  fields: Record<string, string>,
  bytes?: Buffer,
  path = dish,
) => sendFile(app, staff, path, fields, { name: 'photo', bytes })

const described = { 'alt.vi': 'Đĩa chả rươi', 'alt.en': 'A plate of chả rươi', 'shown[]': 'alt' }

describe('photos in the shop editor', () => {
  it('publishes a photo that is upright, cropped, small and without the place where it was taken', async () => {
    const { app, owner, folder, has, read } = await open()
    const photo = await drawPhoto({ width: 3000, height: 2000, orientation: 6 })
    const crop = { shape: 'square', focus: 'top' }
    const answer = await upload(app, owner, { ...described, ...crop }, photo)
    assert.equal(answer.headers.get('location'), dish)
    assert.equal(has('pictures/cha-ruoi.jpg'), false, 'nothing is written before it is published')
    assert.match(visibleTextOf(await owner.read(dish)), /Ảnh mới, chưa đăng/)
    const draft = await owner.get('/shop/photo/file?name=cha-ruoi&width=800')
    assert.equal(draft.headers.get('content-type'), 'image/jpeg')
    assert.match(visibleTextOf(await owner.read('/shop/publish')), /Ảnh cha-ruoi thêm mới/)
    assert.equal((await publishDraft(owner)).status, 303)
    const published = await sharp(join(folder, 'pictures/cha-ruoi.jpg')).metadata()
    assert.deepEqual([published.width, published.height], [2000, 2000])
    assert.equal(published.exif, undefined)
    assert.match(read('photos.yaml'), /name: cha-ruoi/)
    assert.match(read('photos.yaml'), /A plate of chả rươi/)
    const names = app.appHost.shop().photos.map(({ name }) => name)
    assert.ok(names.includes('cha-ruoi'))
  })

  it('loads the preview again until the photo is converted', async () => {
    const { app, owner, photoFolder } = await open()
    await upload(app, owner, described, await drawPhoto({ width: 800, height: 600 }))
    const draft = await owner.get('/shop/photo/file?name=cha-ruoi')
    const hash = hashPhoto(Buffer.from(await draft.arrayBuffer()), false)
    // Another process that shares the folder has begun to convert it.
    const claim = join(photoFolder, `${hash}.claim`)
    mkdirSync(photoFolder, { recursive: true })
    writeFileSync(claim, '')
    const waiting = await owner.read('/shop/preview')
    assert.match(visibleTextOf(waiting), /Đang chuẩn bị ảnh của bản nháp/)
    assert.match(waiting, /<meta http-equiv="refresh" content="2">/)
    assert.doesNotMatch(waiting, /<iframe/)
    rmSync(claim)
    await until(async () => (await owner.read('/shop/preview')).includes('<iframe'), 'the preview')
    const site = await owner.get('/shop/preview/site/menu')
    assert.equal(site.status, 200)
    assert.match(await site.text(), new RegExp(`/shop/preview/site/pictures/${hash}-card`))
  })

  it('replaces a photo with another ending, and returns to it', async () => {
    const photo = await drawPhoto({ width: 400, height: 300 })
    const old = await sharp(photo).webp().toBuffer()
    const { app, owner, has, folder } = await open({ 'pictures/cha-ruoi.webp': old })
    await upload(app, owner, {}, photo)
    assert.equal((await publishDraft(owner)).status, 303)
    assert.deepEqual([has('pictures/cha-ruoi.webp'), has('pictures/cha-ruoi.jpg')], [false, true])
    await upload(app, owner, described)
    assert.equal((await publishDraft(owner)).status, 303)
    const removed = await owner.post('/shop/photo/remove', { name: 'cha-ruoi' })
    assert.equal(removed.status, 303)
    assert.equal((await publishDraft(owner)).status, 303)
    assert.equal(has('pictures/cha-ruoi.jpg'), false)
    const restores = formsOf(await owner.read('/shop/publish')).filter(
      ({ action }) => action === '/shop/publish/restore',
    )
    // After the first publication; the last one is the state before it.
    await owner.post('/shop/publish/restore', restores.at(-2)?.fields ?? {})
    assert.equal((await publishDraft(owner)).status, 303)
    assert.equal(has('pictures/cha-ruoi.jpg'), true)
    const { format } = await sharp(join(folder, 'pictures/cha-ruoi.jpg')).metadata()
    assert.equal(format, 'jpeg')
  })

  it('says what is wrong with a file that is no photo, damaged, too large or missing', async () => {
    const { app, owner } = await open()
    const photo = await drawPhoto({ width: 400, height: 300 })
    const half = photo.subarray(0, photo.length / 2)
    for (const file of [Buffer.from('%PDF-1.7'), half]) {
      const answer = await upload(app, owner, described, file)
      assert.equal(answer.status, 422)
      const page = await answer.text()
      assert.match(noticeOf(page), /Không mở được tệp này/)
      assert.match(page, />Đĩa chả rươi<\/textarea>/, 'the description is still there')
    }
    const none = await upload(app, owner, {})
    assert.match(noticeOf(await none.text()), /Hãy chụp hoặc chọn một ảnh/)
    const large = await upload(app, owner, described, Buffer.alloc(26_000_000))
    assert.equal(large.status, 413)
    assert.match(noticeOf(await large.text()), /nặng hơn 25 MB/)
    assert.match(visibleTextOf(await owner.read('/shop/publish')), /Không có thay đổi nào/)
  })

  it('adds a photo to the gallery under its name', async () => {
    const { app, owner, has } = await open()
    const photo = await drawPhoto({ width: 400, height: 300 })
    const path = '/shop/photo?name=gallery%2Fnew'
    const unnamed = await upload(app, owner, { title: ' ' }, photo, path)
    assert.match(noticeOf(await unnamed.text()), /Hãy đặt tên cho ảnh/)
    const named = await upload(app, owner, { title: 'Sân vườn' }, photo, path)
    assert.equal(named.headers.get('location'), '/shop/photo?name=gallery%2Fsan-vuon')
    const again = await upload(app, owner, { title: 'San vuon' }, photo, path)
    assert.match(noticeOf(await again.text()), /đã có ảnh tên này/)
    assert.equal((await publishDraft(owner)).status, 303)
    assert.ok(has('pictures/gallery/san-vuon.jpg'))
  })

  it('takes a large body from owners only', async () => {
    const { app, owner } = await open()
    const host = await addStaff(app, 'Bình', 'host')
    const photo = Buffer.alloc(900_000)
    assert.equal((await upload(app, host, {}, photo)).status, 403)
    const stranger = await upload(app, { cookie: '' }, {}, photo)
    assert.match(stranger.headers.get('location') ?? '', /sign-in/)
    assert.match(noticeOf(await (await upload(app, owner, {}, photo)).text()), /Không mở được/)
  })
})
