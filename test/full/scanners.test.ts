/** Third-party scanners that rate how well assistants can read a site, against both shops. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { install, run, skipReason } from '../support/installed.ts'
import { reserveUrl } from '../support/reserved-url.ts'
import { startShop, trades } from '../support/shop.ts'

const [afdocs, readability] = ['0.22.2', '0.5.1']
const minScore = 80

const installed = await install(`letan-scanners-${afdocs}-${readability}`, [
  `afdocs@${afdocs}`,
  `@vercel/agent-readability@${readability}`,
])

type ScanResult = {
  id: string
  status: string
  message: string
  details?: { pageResults?: { status: string; url: string }[] }
}

/** The booking panel consists of links, which afdocs takes for the navigation before the content. */
function concernsOnlyPanels({ id, details }: ScanResult): boolean {
  const pages = details?.pageResults?.filter(({ status }) => status === 'fail') ?? []
  return (
    id === 'content-start-position' &&
    pages.every(({ url }) => /\/(booking|reservations)$/.test(url))
  )
}

/**
 * The check wants a visible or hidden link to /llms.txt near the top of every page. Guests read no technical terms and
 * reach no link for programs with the keyboard, so the file is announced by the header and a link element instead.
 */
const isLinkToIndex = ({ id }: ScanResult): boolean => id === 'llms-txt-directive-html'

/**
 * The check compares lines: it misses a price that is beside a name on the page and behind a separator in Markdown, and
 * takes symbols that only repeat a text for text. `markdown-pages.test.ts` compares all words of every page instead.
 */
const comparesLines = ({ id }: ScanResult): boolean => id === 'markdown-content-parity'

const isExcluded = (result: ScanResult): boolean =>
  concernsOnlyPanels(result) || isLinkToIndex(result) || comparesLines(result)

type Ran = { code: number; stdout: string }

for (const trade of trades) {
  describe(`scanner results for the ${trade}`, { skip: skipReason(installed) }, async () => {
    if ('missing' in installed) return
    const reservedUrl = await reserveUrl()
    after(reservedUrl.close)
    const shop = await startShop(trade, { baseUrl: reservedUrl.address, now: Date.now() })
    reservedUrl.forwardTo(shop.port)

    const scan = async (program: string, ...args: string[]): Promise<Ran> => {
      const path = join(installed.folder, 'node_modules', program)
      const options = { cwd: installed.folder, maxBuffer: 64 * 1024 * 1024, timeout: 100_000 }
      try {
        const { stdout } = await run(process.execPath, [path, ...args], options)
        return { code: 0, stdout }
      } catch (error) {
        const { code, stdout } = error as { code: unknown; stdout?: string }
        if (typeof code !== 'number' || stdout === undefined) throw error
        return { code, stdout }
      }
    }

    it('afdocs reports no failures', async () => {
      const { code, stdout } = await scan(
        'afdocs/bin/afdocs.mjs',
        ...['check', reservedUrl.address, '--format', 'json', '--quiet'],
        ...['--sampling', 'deterministic', '--request-delay', '1', '--max-concurrency', '8'],
      )
      const { results } = JSON.parse(stdout) as { results: ScanResult[] }
      assert.ok(results.length >= 20)
      const failing = results.filter(({ status }) => status === 'fail' || status === 'error')
      assert.deepEqual(
        failing.filter((result) => !isExcluded(result)),
        [],
      )
      assert.equal(code, failing.length > 0 ? 1 : 0)
    })

    it(`agent-readability gives at least ${minScore} of 100`, async () => {
      const { code, stdout } = await scan(
        '@vercel/agent-readability/dist/cli/index.cjs',
        ...['audit', `${reservedUrl.address}/`, '--json', '--min-score', String(minScore)],
      )
      const { score } = JSON.parse(stdout) as { score: number }
      assert.ok(score >= minScore, stdout)
      assert.equal(code, 0)
    })
  })
}
