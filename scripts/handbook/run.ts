/**
 * Takes the pictures of the handbooks (docs/vi) from the demo of each trade: `npm run handbook:pictures`, or with the
 * names of some files after it. Needs Chromium, as the browser tests do.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { findChromium, launchChromium } from '../../test/support/browser.ts'
import { cookieOf, form, password } from '../../test/support/desk.ts'
import { reserveUrl } from '../../test/support/reserved-url.ts'
import { type HandbookPicture, pictures, sizeOf } from './pictures.ts'

const root = join(import.meta.dirname, '../..')
const target = join(root, 'docs/vi/pictures')
/** Enough for sharp text on a phone, and small enough for a repository. */
const scale = 1.5
const cookieFlags = { httpOnly: true, secure: true, sameSite: 'Strict' } as const

const names = process.argv.slice(2)
const chosen = pictures.filter(({ file }) => names.length === 0 || names.includes(file))
const chromium = findChromium()
if (chromium === undefined) throw new Error('There is no Chromium here: set CHROME_PATH.')
mkdirSync(target, { recursive: true })
const browser = await launchChromium(chromium)
try {
  for (const trade of new Set(chosen.map((picture) => picture.trade)))
    await takePictures(browser, trade)
} finally {
  await browser.close()
}

async function takePictures(opened: Browser, trade: HandbookPicture['trade']): Promise<void> {
  const demo = await startDemo(trade)
  try {
    const joined = await fetch(demo.joinUrl, form({ name: 'Hoa', password }))
    const [name = '', value = ''] = cookieOf(joined).split('=')
    for (const picture of chosen.filter((one) => one.trade === trade)) {
      const context = await opened.newContext({
        viewport: sizeOf(picture),
        deviceScaleFactor: scale,
        locale: 'vi-VN',
        timezoneId: 'Asia/Ho_Chi_Minh',
        colorScheme: 'light',
        reducedMotion: 'reduce',
      })
      await context.addCookies([{ name, value, domain: 'localhost', path: '/', ...cookieFlags }])
      const page = await context.newPage()
      await page.goto(demo.deskUrl + picture.path)
      await picture.prepare?.(page)
      await page.evaluate('document.fonts.ready')
      const image = await sharp(await page.screenshot())
        .png({ palette: true, colors: 48, effort: 10 })
        .toBuffer()
      writeFileSync(join(target, picture.file), image)
      process.stdout.write(`${picture.file}  ${Math.round(image.length / 1000)} KB\n`)
      await context.close()
    }
  } finally {
    await demo.stop()
  }
}

async function startDemo(trade: string) {
  const [site, desk] = [await reserveUrl(), await reserveUrl()]
  const folder = mkdtempSync(join(tmpdir(), 'letan-handbook-'))
  const portOf = (address: string) => new URL(address).port
  const environment = {
    ...process.env,
    ...{ VARIANT: trade, LANG: 'vi_VN.UTF-8', TMPDIR: folder },
    ...{ HOST: '127.0.0.1', PORT: portOf(site.address) },
    ...{ DESK_HOST: '127.0.0.1', DESK_PORT: portOf(desk.address) },
  }
  await site.close()
  await desk.close()
  const child = spawn(process.execPath, [join(root, 'bin/letan.js'), 'demo'], { env: environment })
  const output = await readUntilOpen(child)
  const [, link = ''] = /(\/join\/\S+)/.exec(output) ?? []
  return {
    // A browser sends the cookie of the session only over HTTPS, and to localhost.
    deskUrl: desk.address.replace('127.0.0.1', 'localhost'),
    joinUrl: desk.address + link,
    async stop() {
      const closed = once(child, 'close')
      child.kill('SIGTERM')
      await closed
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function readUntilOpen(child: ChildProcess): Promise<string> {
  let output = ''
  return new Promise((resolve, reject) => {
    const read = (part: Buffer) => {
      output += part
      // The last line of the demo, after the sign-in link.
      if (/\/join\/\S+[\s\S]*demo/i.test(output)) resolve(output)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.on('close', () => reject(new Error(output)))
  })
}
