/** Photos of the owner: conversion, places, notes, and what guests and assistants get. */
import assert from 'node:assert/strict'
import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { formatIssue } from '../../src/content/content-errors.ts'
import { createPhotoLibrary } from '../../src/photos/library.ts'
import { inspectPhotos } from '../../src/server/photos.ts'
import { findTrade } from '../../src/variants/index.ts'
import { copyOf } from '../support/content-errors.ts'
import { closeAfter, openBefore } from '../support/lifetime.ts'
import {
  type ContentFiles,
  drawPhoto,
  newPhotoFolder,
  startPhotoShop,
  writeContent,
} from '../support/photos.ts'

const dish = 'cha-ca-lang'

/** Photos as owners add them: held upright, with another ending, with a name as it is spoken. */
const drawShopPhotos = async (): Promise<ContentFiles> => ({
  'pictures/hero.jpg': await drawPhoto({ width: 1400, height: 1000 }),
  [`pictures/${dish}.JPG`]: await drawPhoto({ width: 600, height: 800, hue: 200 }),
  'pictures/Gà Mía hun rơm.jpeg': await drawPhoto({ width: 900, height: 900, orientation: 6 }),
  'pictures/nuong-than.webp': await sharp(await drawPhoto({ hue: 90 }))
    .webp()
    .toBuffer(),
  'pictures/gallery/San vuon.jpg': await drawPhoto({ width: 1000, height: 1500, hue: 120 }),
  'pictures/gallery/b.avif': await sharp(await drawPhoto({ width: 640, height: 480 }))
    .avif({ effort: 0 })
    .toBuffer(),
  'pictures/bep-lua.jpg': await drawPhoto({ width: 1000, height: 500 }),
  'photos.yaml': `photos:
  - name: hero
    alt: { vi: "Bếp lửa buổi tối", en: "The hearth in the evening" }
  - name: gallery/san-vuon
    alt: { vi: "Sân vườn", en: "The courtyard" }
`,
  'articles/bep-lua-moi.vi.md': article('Bếp lửa mới'),
  'articles/bep-lua-moi.en.md': article('A new hearth'),
})

function article(title: string): string {
  return `---
title: ${title}
description: ${title}.
published: "2026-11-01"
updated: "2026-11-01"
author: Lam
---

![The hearth](/pictures/bep-lua.jpg)
`
}

/** The `<picture>` whose files belong to this photo, in a page. */
function pictureIn(html: string, alt: string): string {
  const found = [...html.matchAll(/<picture>.*?<\/picture>/gs)].map(([text]) => text)
  const picture = found.find((text) => text.includes(`alt="${alt}"`))
  assert.ok(picture, `no photo "${alt}" among ${found.length}`)
  return picture.replace(/\s+/g, ' ')
}

const widthsIn = (picture: string) =>
  [...picture.matchAll(/ (\d+)w/g)].map(([, width]) => Number(width))

describe('photos of a shop', () => {
  const shop = openBefore(async () => startPhotoShop('restaurant', await drawShopPhotos()))
  const page = async (path: string) => (await shop.get(path)).text()
  const bytesOf = async (path: string) => Buffer.from(await (await shop.get(path)).arrayBuffer())

  it('are on the home page in several widths, without layout shift, and described in both languages', async () => {
    const picture = pictureIn(await page('/'), 'Bếp lửa buổi tối')
    assert.match(
      picture,
      /<source media="\(width >= 44rem\)" type="image\/webp" srcset="[^"]+ 1280w, [^"]+ 1400w"/,
    )
    assert.match(
      picture,
      /-card-380\.webp 380w, [^"]+-card-560\.webp 560w, [^"]+-card-800\.webp 800w, /,
    )
    assert.match(
      picture,
      /<img class="tone-[0-9a-f]{3}" src="\/pictures\/[0-9a-f]{20}-card-1280\.jpg"/,
    )
    assert.match(picture, / width="1280" height="960" fetchpriority="high" decoding="async">/)
    pictureIn(await page('/en'), 'The hearth in the evening')
    const [, tone = ''] = /class="(tone-[0-9a-f]{3})"/.exec(picture) ?? []
    assert.ok((await page('/site.css')).includes(`.${tone}{background:#${tone.slice(5)}}`))
  })

  it('are files that never change, without metadata, upright, and of a limited size', async () => {
    const html = `${await page('/')}${await page('/menu')}${await page('/gallery')}`
    const paths = new Set(html.match(/\/pictures\/[0-9a-f]{20}-[a-z]+-\d+\.(?:webp|jpg)/g))
    assert.ok(paths.size > 20)
    for (const path of paths) {
      const response = await shop.get(path)
      assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable')
      const isWebp = path.endsWith('.webp')
      assert.equal(response.headers.get('content-type'), isWebp ? 'image/webp' : 'image/jpeg')
      const bytes = Buffer.from(await response.arrayBuffer())
      const { width = 0, height = 0, exif, orientation, format } = await sharp(bytes).metadata()
      assert.deepEqual(
        [exif, orientation, format],
        [undefined, undefined, isWebp ? 'webp' : 'jpeg'],
      )
      assert.equal(width, Number(/-(\d+)\./.exec(path)?.[1]))
      if (isWebp) assert.ok(bytes.length <= width * height * 0.095, `${path}: ${bytes.length}`)
      if (path.includes('-card-')) assert.ok(Math.abs(width / height - 4 / 3) < 0.01, path)
    }
  })

  it('are found by a name with capitals and diacritics, and turned upright', async () => {
    const picture = pictureIn(await page('/menu/ga-mia-hun-rom'), 'Gà Mía hun rơm (nửa con)')
    // 900 pixels are less than the largest width: a photo is never enlarged.
    assert.deepEqual(widthsIn(picture), [380, 560, 800, 900])
    assert.match(picture, / fetchpriority="high"/)
    const upright = await shop.get('/pictures/ga-mia-hun-rom.jpg')
    assert.equal(upright.status, 302)
  })

  it('of an upright phone are stored upright', async () => {
    const folder = newPhotoFolder()
    const file = 'pictures/upright.jpg'
    const photo = await drawPhoto({ width: 400, height: 300, orientation: 6 })
    writeContent(folder, { [file]: photo })
    const source = { name: 'upright', file, sizeBytes: photo.length, modifiedMs: 1 }
    const result = await shop.library.convert(folder, source)
    const { width = 0, height = 0 } = result.photo?.shapes.whole ?? {}
    assert.deepEqual([width, height], [300, 400])
  })

  it('are beside their offers in the list, loaded when the guest scrolls there', async () => {
    const html = await page('/menu')
    const picture = pictureIn(html, 'Chả cá lăng nướng than')
    assert.match(picture, / loading="lazy" decoding="async">/)
    assert.match(html, /<ul class="offer-rows">/)
  })

  it('replace the drawing of a category, and drawings remain where there is no photo', async () => {
    assert.doesNotMatch(await page('/menu'), /pictures\/nuong-than\.svg/)
    assert.match(await page('/contact'), /pictures\/contact\.svg/)
  })

  it('are in a gallery of their own, with links to the whole photo', async () => {
    const html = await page('/en/gallery')
    assert.match(html, /<li><a href="\/pictures\/[0-9a-f]{20}-whole-1000\.jpg"><picture>/)
    pictureIn(html, 'The courtyard')
    assert.match(await page('/sitemap.xml'), /<loc>[^<]+\/gallery<\/loc>/)
    assert.match(await page('/gallery.md'), /!\[Sân vườn\]\(http[^)]+-whole-1000\.jpg\)/)
    pictureIn(await page('/'), 'Sân vườn')
  })

  it('in a text are shown whole', async () => {
    const picture = pictureIn(await page('/articles/bep-lua-moi'), 'The hearth')
    assert.match(picture, /-whole-1000\.webp 1000w/)
    assert.match(picture, / width="1000" height="500"/)
    const response = await shop.get('/pictures/bep-lua.jpg')
    assert.equal(response.status, 302)
    const location = response.headers.get('location') ?? ''
    assert.equal((await sharp(await bytesOf(location)).metadata()).width, 1000)
  })

  it('are links in the API and in the structured data', async () => {
    const offer = await shop.json(`/api/offers/${dish}`, { headers: { 'accept-language': 'en' } })
    const photos = offer.photos as { url: string }[]
    const [photo = { url: '' }] = photos
    assert.equal(photos.length, 1)
    assert.ok(photo.url.startsWith(`${shop.address}/pictures/`))
    const { width, height } = await sharp(await bytesOf(new URL(photo.url).pathname)).metadata()
    assert.deepEqual({ ...photo, url: '' }, { url: '', width, height, alt: offer.name })
    const html = await page(`/menu/${dish}`)
    assert.ok(html.includes(`"image":"${photo.url}"`))
    const without = await shop.json('/api/offers/cha-ruoi')
    assert.equal('photos' in without, false)
  })

  it('have no path of a file that does not exist', async () => {
    for (const name of ['0'.repeat(20), '../../book']) {
      const { status } = await shop.get(`/pictures/${name}-card-380.webp`)
      assert.equal(status, 404)
    }
    const { status } = await shop.get(`/pictures/share-${'0'.repeat(20)}.jpg`)
    assert.equal(status, 404)
  })

  it('give every page a share image with its title', async () => {
    const html = await page('/en/menu')
    const [, url = ''] = /<meta property="og:image" content="([^"]+)">/.exec(html) ?? []
    const path = new URL(url).pathname
    assert.match(path, /^\/pictures\/share-[0-9a-f]{20}\.jpg$/)
    assert.match(html, /<meta property="og:image:alt" content="Menu · Khói Lam">/)
    assert.match(html, /<meta name="twitter:card" content="summary_large_image">/)
    const image = await bytesOf(path)
    const { width, height, format } = await sharp(image).metadata()
    assert.deepEqual([width, height, format], [1200, 630, 'jpeg'])
    const other = /og:image" content="([^"]+)"/.exec(await page('/en/team'))?.[1]
    assert.notEqual(other, url)
    // The owner's own picture is the one of the home page.
    assert.match(await page('/'), /og:image" content="[^"]+\/pictures\/share\.png"/)
  })

  it('are not converted again after a restart, and appear with the first page', async () => {
    const before = readdirSync(shop.files).length
    const library = createPhotoLibrary(shop.files, Date.now)
    closeAfter(() => library.close())
    const { photos } = findTrade('restaurant').open(shop.contentFolder)
    for (const photo of photos)
      assert.ok(library.find(shop.contentFolder, photo)?.photo, photo.name)
    assert.equal(readdirSync(shop.files).length, before)
  })

  it('that are replaced get other paths, and the old files remain for a month', async () => {
    const pathOf = async () =>
      /[0-9a-f]{20}(?=-card-\d+\.jpg" alt="Ch)/.exec(await page(`/menu/${dish}`))?.[0]
    const before = await pathOf()
    writeContent(shop.contentFolder, {
      [`pictures/${dish}.JPG`]: await drawPhoto({ width: 640, height: 480, hue: 300 }),
    })
    await shop.reload()
    const now = await pathOf()
    assert.ok(before && now && before !== now)
    const namesOf = (hash: string) =>
      readdirSync(shop.files).filter((name) => name.startsWith(hash))
    const { photos } = shop.appHost.shop()
    await shop.library.clean(shop.contentFolder, photos)
    assert.ok(namesOf(before).length > 4)
    const longAgo = new Date(Date.now() - 31 * 24 * 3600 * 1000)
    for (const name of readdirSync(shop.files)) utimesSync(join(shop.files, name), longAgo, longAgo)
    await shop.library.clean(shop.contentFolder, photos)
    assert.deepEqual(namesOf(before), [])
    assert.ok(namesOf(now).length > 4)
    assert.equal((await shop.get(`/pictures/${now}-card-380.webp`)).status, 200)
  })
})

/** A small PNG whose header promises more pixels than any camera has. */
function createBomb(): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0])
  header.writeUInt32BE(16_000, 0)
  header.writeUInt32BE(16_000, 4)
  const chunks = [
    ['IHDR', header],
    ['IDAT', deflateSync(Buffer.alloc(1_000_000))],
    ['IEND', Buffer.alloc(0)],
  ] as const
  const encoded = chunks.flatMap(([type, body]) => {
    const content = Buffer.concat([Buffer.from(type), body])
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(body.length)
    checksum.writeUInt32BE(crc32(content))
    return [length, content, checksum]
  })
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...encoded])
}

/** The start of a HEIC file: its brand, and no picture. */
const heic = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypheic\0\0\0\0mif1heic', 'latin1'),
  Buffer.alloc(100),
])

describe('photos that guests do not see', () => {
  const opened = (content: ContentFiles) => {
    const folder = copyOf('restaurant')
    writeContent(folder, content)
    return { folder, shop: findTrade('restaurant').open(folder) }
  }
  const notesOf = (content: ContentFiles, language: 'vi' | 'en' = 'en') =>
    opened(content)
      .shop.notes()
      .filter(({ file }) => file.startsWith('pictures/') || file === 'photos.yaml')
      .map((note) => formatIssue(note, language))

  it('are noted with the name to give them, and never stop the shop', () => {
    const notes = notesOf({
      'pictures/cha-ca-lan.jpg': 'x',
      'pictures/IMG_2041.HEIC': 'x',
      'pictures/scan.tiff': 'x',
      'pictures/hero.jpg': 'x',
      'pictures/hero.png': Buffer.alloc(400_000),
      'pictures/menu.jpg': Buffer.alloc(25_000_001),
      'photos.yaml': 'photos:\n  - name: herro\n    alt: { vi: "Bếp", en: "Kitchen" }\n',
    })
    assert.deepEqual(notes, [
      'pictures/hero.png: pictures/hero.jpg has the same name, so guests see only that one; keep one of the two, or rename one',
      'pictures/menu.jpg: this photo has more than 25 MB, so guests do not see it; save it as JPEG, or send it to yourself in a chat app and save that copy',
      'pictures/scan.tiff: the site cannot show pictures of this format; save the photo as JPEG',
      'pictures/IMG_2041.HEIC: the name of this photo fits no offer and no page, so guests do not see it; save it as JPEG; to let the iPhone always take JPEG: Settings → Camera → Formats → Most Compatible; then give it the id of what it shows as its name, such as hero.jpg for the home page, or move it to pictures/gallery',
      'pictures/cha-ca-lan.jpg: the name of this photo fits no offer and no page, so guests do not see it; rename it to cha-ca-lang.jpg if it shows “Charcoal-grilled chả cá with dill”, or move it to pictures/gallery',
      'photos.yaml line 2: the name of herro: there is no photo "herro"; write hero',
    ])
  })

  it('are noted in Vietnamese', () => {
    const [note] = notesOf({ 'pictures/cha-ca-lan.jpg': 'x' }, 'vi')
    assert.match(
      note ?? '',
      /^pictures\/cha-ca-lan\.jpg: tên ảnh này .*hãy đổi tên thành cha-ca-lang\.jpg/,
    )
  })

  it('because they cannot be converted are noted with what to do', async () => {
    const photo = await drawPhoto({ width: 800, height: 600 })
    const { folder, shop } = opened({
      'pictures/hero.heic': heic,
      'pictures/cha-ruoi.png': createBomb(),
      [`pictures/${dish}.jpg`]: photo.subarray(0, photo.length / 2),
      'pictures/team.jpg': 'no picture',
      'pictures/menu.jpg': photo,
    })
    const library = createPhotoLibrary(newPhotoFolder(), Date.now)
    closeAfter(() => library.close())
    const notes = await inspectPhotos(library, folder, shop.photos)
    const texts = notes.map((note) => formatIssue(note, 'en')).toSorted()
    assert.equal(texts.length, 4, texts.join('\n'))
    assert.match(
      texts[0] ?? '',
      /^pictures\/cha-ca-lang\.jpg: this photo is damaged or was not copied completely/,
    )
    assert.match(texts[1] ?? '', /^pictures\/cha-ruoi\.png: this photo has too many pixels/)
    assert.match(
      texts[2] ?? '',
      /^pictures\/hero\.heic: .*Settings → Camera → Formats → Most Compatible$/,
    )
    assert.match(texts[3] ?? '', /^pictures\/team\.jpg: this photo is damaged/)
  })

  it('do not disturb the others, and are named on the desk', async () => {
    const shop = await startPhotoShop('restaurant', {
      'pictures/hero.heic': heic,
      [`pictures/${dish}.jpg`]: await drawPhoto({ width: 500, height: 400 }),
    })
    assert.match(await (await shop.get('/')).text(), /<img src="\/pictures\/hero\.svg"/)
    pictureIn(await (await shop.get(`/menu/${dish}`)).text(), 'Chả cá lăng nướng than')
    const notes = shop.appHost
      .shop()
      .notes()
      .map((note) => formatIssue(note, 'vi'))
    assert.ok(
      notes.some((note) => /^pictures\/hero\.heic: đây là ảnh HEIC .*Cài đặt → Camera/.test(note)),
    )
  })
})
