/** A guest's browser: Chromium, as this machine has it or can get it. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { after } from 'node:test'
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { reserveUrl } from './reserved-url.ts'
import { type RunningShop, type ShopOptions, startShop } from './shop.ts'

export type { Locator, Page } from 'playwright-core'

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

export type TestBrowser = {
  /** Why the tests that need a browser are skipped, if they are. */
  skip: string | false
  /** A page of a guest who was never here before. */
  newPage(options?: BrowserContextOptions): Promise<Page>
}

/** Call it at the top of a test file: one browser for its tests, closed when they are done. */
export async function openBrowser(): Promise<TestBrowser> {
  const path = chromiumPath()
  if (path === undefined) {
    const skip = 'no Chromium here: set CHROME_PATH, or install chromium'
    console.error(`\n*** The browser tests are SKIPPED: ${skip} ***\n`)
    return { skip, newPage: () => Promise.reject(new Error(skip)) }
  }
  const browser = await chromium.launch({
    executablePath: path,
    args: isRoot ? ['--no-sandbox'] : [],
  })
  after(() => browser.close())
  return {
    skip: false,
    async newPage(options) {
      const context = await browser.newContext(options)
      context.setDefaultTimeout(30_000)
      return context.newPage()
    },
  }
}

/** Where Chromium is, once it was looked for and, where that is allowed, installed. */
export function chromiumPath(): string | undefined {
  return findChromium() ?? getChromium()
}

function findChromium(): string | undefined {
  const { CHROME_PATH: named } = process.env
  if (named && !existsSync(named)) throw new Error(`CHROME_PATH: ${named} does not exist`)
  return named || usual.find((path) => existsSync(path))
}

/** Debian has it; whoever tests as root, in a container, would install it anyway. */
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
  /** Where the browser finds it; the links of its pages say the same. */
  address: string
}

export async function startBrowserShop(
  variant: string,
  options: ShopOptions = {},
): Promise<BrowserShop> {
  const reservedUrl = await reserveUrl()
  after(reservedUrl.close)
  const app = await startShop(variant, {
    baseUrl: reservedUrl.address,
    writeLimit: 10_000,
    logLevel: 'error',
    ...options,
  })
  reservedUrl.forwardTo(app.port)
  return Object.assign(app, { address: reservedUrl.address })
}

/** Nothing is wider than the window: nobody has to scroll sideways. */
export function isTooWide(page: Page): Promise<boolean> {
  return page
    .locator('html')
    .evaluate((html) => html.scrollWidth > html.ownerDocument.defaultView.innerWidth)
}

/** The paths of all pages that the shop tells search engines. */
export async function sitemapOf(app: BrowserShop): Promise<string[]> {
  const text = await (await app.get('/sitemap.xml')).text()
  return [...text.matchAll(/<loc>([^<]+)/g)].map(([, address = '']) => new URL(address).pathname)
}
