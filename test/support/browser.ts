/** Chromium for browser tests, if it is installed or can be installed. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { closeAfter, openBefore } from './lifetime.ts'
import { reserveUrl } from './reserved-url.ts'
import { type RunningShop, type ShopOptions, startShop } from './shop.ts'

export type { Locator, Page, Request } from 'playwright-core'

const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/chromium-browser',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

const isRoot = process.getuid?.() === 0

/** A page lives too briefly to gain from optimized code: this saves a fifth of the processor time of axe. */
const sparingArguments = ['--js-flags=--no-opt --no-maglev']

export type TestBrowser = {
  /** The reason to skip the tests that need a browser, if there is none. */
  skip: string | false
  /** A page in a new browser context, without cookies. It is closed after the test or the tests that opened it. */
  newPage(options?: BrowserContextOptions): Promise<Page>
}

/** The browser of a group of test files, which run in one process. */
let sharedBrowser: TestBrowser | undefined

/** Call it at the top of a group: one browser for all its files, closed after them. */
export function shareBrowser(): void {
  sharedBrowser = openBrowser()
}

/** Call it at the top of a test file: one browser for its tests, closed after them, or the one of its group. */
export function openBrowser(find = chromiumPath): TestBrowser {
  if (sharedBrowser) return sharedBrowser
  const path = find()
  if (path === undefined) return missingBrowser()
  const browser = openBefore(() => launch(path, []))
  return { skip: false, newPage: (options) => browser.newPage(options) }
}

/** The same immediately, for tests that are skipped if the browser lacks a feature. */
export async function launchBrowser(args: readonly string[]): Promise<TestBrowser> {
  const path = chromiumPath()
  return path === undefined ? missingBrowser() : launch(path, args)
}

function missingBrowser(): TestBrowser {
  const skip = 'no Chromium here: set CHROME_PATH, or install chromium'
  console.error(`\n*** The browser tests are SKIPPED: ${skip} ***\n`)
  return { skip, newPage: () => Promise.reject(new Error(skip)) }
}

async function launch(path: string, args: readonly string[]): Promise<TestBrowser> {
  const browser = await launchChromium(path, [...sparingArguments, ...args])
  closeAfter(() => browser.close())
  return {
    skip: false,
    async newPage(options) {
      const context = await browser.newContext(options)
      // A step takes many times longer on a machine that runs other tests.
      context.setDefaultTimeout(120_000)
      // A page at the desk goes on to poll, and would do so until the last test of the file.
      closeAfter(() => context.close())
      return context.newPage()
    },
  }
}

/** For a proof, which closes the browser itself. */
export function launchChromium(path: string, args: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: path,
    args: [...(isRoot ? ['--no-sandbox'] : []), ...args],
  })
}

/** Finds Chromium, or installs it if that is allowed, and returns its path. */
export function chromiumPath(): string | undefined {
  return findChromium() ?? getChromium()
}

/** The path of an installed Chromium. */
export function findChromium(): string | undefined {
  const { CHROME_PATH: named } = process.env
  if (named && !existsSync(named)) throw new Error(`CHROME_PATH: ${named} does not exist`)
  return named || usual.find((path) => existsSync(path))
}

/** Installs the Debian package, only as root, which usually means in a container. */
function getChromium(): string | undefined {
  if (!isRoot || !existsSync('/etc/debian_version')) return undefined
  const aptGet = (...args: string[]) =>
    execFileSync('apt-get', ['-q', '-o', 'DPkg::Lock::Timeout=100', ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: 'ignore',
      timeout: 120_000,
    })
  try {
    aptGet('update')
    aptGet('install', '--yes', '--no-install-recommends', 'chromium-headless-shell')
  } catch (error) {
    console.error(`chromium-headless-shell could not be installed: ${(error as Error).message}`)
  }
  return findChromium()
}

export type BrowserShop = RunningShop & {
  /** The URL for the browser, which is also the one in the links of the pages. */
  address: string
}

export async function startBrowserShop(
  trade: string,
  options: ShopOptions = {},
): Promise<BrowserShop> {
  const reservedUrl = await reserveUrl()
  closeAfter(reservedUrl.close)
  const app = await startShop(trade, {
    baseUrl: reservedUrl.address,
    writeLimit: 10_000,
    logLevel: 'error',
    // The newsletter is offered only if emails can be sent; none is sent without a dispatch.
    notifications: { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'chao@quan.example' },
    ...options,
  })
  reservedUrl.forwardTo(app.port)
  return Object.assign(app, { address: reservedUrl.address })
}

/** Asserts that the page does not scroll horizontally. */
export function isTooWide(page: Pick<Page, 'locator'>): Promise<boolean> {
  return page
    .locator('html')
    .evaluate((html) => html.scrollWidth > html.ownerDocument.defaultView.innerWidth)
}

/** Waits for what can move or change a page: its fonts, and the images of the screen, also those that load late. */
export function waitUntilDrawn(page: Page): Promise<void> {
  return page.locator('html').evaluate(async (html) => {
    const { fonts, images, defaultView: view } = html.ownerDocument
    type Image = {
      complete: boolean
      checkVisibility(): boolean
      getBoundingClientRect(): { top: number; bottom: number }
    }
    const isLoading = (image: Image) => {
      const { top, bottom } = image.getBoundingClientRect()
      return !image.complete && image.checkVisibility() && bottom > 0 && top < view.innerHeight
    }
    await fonts.ready
    while (([...images] as Image[]).some(isLoading)) {
      await new Promise((resolve) => view.setTimeout(resolve, 20))
    }
  })
}

/** The paths of all pages in the sitemap. */
export async function sitemapOf(app: BrowserShop): Promise<string[]> {
  const text = await (await app.get('/sitemap.xml')).text()
  return [...text.matchAll(/<loc>([^<]+)/g)].map(([, address = '']) => new URL(address).pathname)
}
