/**
 * Takes the pictures of the handbooks (docs/vi) and of the README (docs/pictures): `npm run handbook:pictures`, or with
 * the names of some files after it. Needs Chromium, as the browser tests do.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import sharp from 'sharp'
import { findChromium, launchChromium } from '../../test/support/browser.ts'
import { cookieOf, createStaffClient, form, password } from '../../test/support/desk.ts'
import {
  type DocumentPicture,
  pictures,
  type ReadmePicture,
  readmePictures,
  sizeOf,
} from './pictures.ts'
import { type PictureShop, startDemo, startSite } from './shops.ts'

const root = join(import.meta.dirname, '../..')
const handbookFolder = join(root, 'docs/vi/pictures')
const readmeFolder = join(root, 'docs/pictures')
/** Enough for sharp text on a phone, and small enough for a repository. */
const handbookScale = 1.5
/** Enough for the flat colors of the desk, and for the drawings of the site. */
const colors = { desk: 48, site: 160 }
const cookieFlags = { httpOnly: true, secure: true, sameSite: 'Strict' } as const

const names = process.argv.slice(2)
const isChosen = ({ file }: DocumentPicture) => names.length === 0 || names.includes(file)
const chromium = findChromium()
if (chromium === undefined) throw new Error('There is no Chromium here: set CHROME_PATH.')
const browser = await launchChromium(chromium)
try {
  await takeHandbookPictures(browser)
  await takeReadmePictures(browser)
} finally {
  await browser.close()
}

async function takeHandbookPictures(opened: Browser): Promise<void> {
  for (const [trade, ofTrade] of Map.groupBy(pictures.filter(isChosen), ({ trade }) => trade)) {
    const shop = await startDemo(root, trade)
    try {
      const cookie = await signIn(shop, 'vi')
      for (const picture of ofTrade) {
        await takePicture(opened, picture, {
          ...{ url: shop.deskUrl, cookie, folder: handbookFolder, colorCount: colors.desk },
          options: { locale: 'vi-VN', deviceScaleFactor: handbookScale },
        })
      }
    } finally {
      await shop.stop()
    }
  }
}

async function takeReadmePictures(opened: Browser): Promise<void> {
  const kindOf = ({ trade, part }: ReadmePicture) => `${part} ${trade}`
  for (const ofShop of Map.groupBy(readmePictures.filter(isChosen), kindOf).values()) {
    const [first] = ofShop
    if (!first) continue
    const isDesk = first.part === 'desk'
    const shop = await (isDesk ? startDemo : startSite)(root, first.trade)
    try {
      const signedIn = isDesk ? { cookie: await signIn(shop, 'en') } : {}
      for (const picture of ofShop) {
        const { scale, colorScheme = 'light' } = picture
        await takePicture(opened, picture, {
          ...{ url: isDesk ? shop.deskUrl : shop.siteUrl, folder: readmeFolder, ...signedIn },
          colorCount: colors[picture.part],
          options: { locale: 'en-GB', deviceScaleFactor: scale, colorScheme },
        })
      }
    } finally {
      await shop.stop()
    }
  }
}

/** As a new member of staff who reads this language; returns the cookie of the session. */
async function signIn({ deskUrl, joinUrl }: PictureShop, locale: 'vi' | 'en'): Promise<string> {
  const joined = await fetch(joinUrl, form({ name: 'Hoa', password }))
  const cookie = cookieOf(joined)
  await createStaffClient({ deskUrl }, 'Hoa', cookie).post('/account/language', { locale })
  return cookie
}

async function takePicture(
  opened: Browser,
  picture: DocumentPicture,
  shown: {
    url: string
    cookie?: string
    folder: string
    colorCount: number
    options: BrowserContextOptions
  },
): Promise<void> {
  const context = await opened.newContext({
    viewport: sizeOf(picture),
    timezoneId: 'Asia/Ho_Chi_Minh',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    ...shown.options,
  })
  if (shown.cookie !== undefined) {
    const [name = '', value = ''] = shown.cookie.split('=')
    await context.addCookies([{ name, value, domain: 'localhost', path: '/', ...cookieFlags }])
  }
  const page = await context.newPage()
  await page.goto(shown.url + picture.path)
  await picture.prepare?.(page)
  await page.evaluate('document.fonts.ready')
  const image = await sharp(await page.screenshot())
    .png({ palette: true, colors: shown.colorCount, effort: 10 })
    .toBuffer()
  mkdirSync(shown.folder, { recursive: true })
  writeFileSync(join(shown.folder, picture.file), image)
  process.stdout.write(`${picture.file}  ${Math.round(image.length / 1000)} KB\n`)
  await context.close()
}
