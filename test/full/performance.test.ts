/** The bench covers every route of the app, and no figure is far from its limit. `performance-gate.test.ts` checks all ratios. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { readTradeRoutes } from '../../bench/app-routes.ts'
import { type Case, fixedCases } from '../../bench/cases.ts'
import { sendCase } from '../../bench/compare.ts'
import {
  createSamples,
  type FixtureKind,
  type ShopFixture,
  sellCard,
} from '../../bench/fixtures.ts'
import { listVerdicts } from '../../bench/limits.ts'
import { createMcpCases, mcpMethods } from '../../bench/mcp-cases.ts'
import { type Results, readPublishedResults, tablesOf, withTables } from '../../bench/publish.ts'
import { createRouteCases, findUnmeasuredRoutes } from '../../bench/route-cases.ts'
import { createHttpClient } from '../../proof/support/http-client.ts'
import { openDays } from '../../proof/support/scratch.ts'
import { addStaff } from '../support/desk.ts'
import { modern } from '../support/mcp.ts'
import { runShop } from '../support/shop.ts'

const root = join(import.meta.dirname, '../..')
const trades = await readTradeRoutes()
const cases = [...createRouteCases(trades), ...fixedCases, ...createMcpCases(trades)]

describe('the cases of the bench', () => {
  for (const { fixture, routes } of trades) {
    it(`measure every kind of route of the app (${fixture})`, () => {
      assert.deepEqual(findUnmeasuredRoutes(routes, cases), [])
    })
  }

  it('are reported as incomplete if the app has a further route', () => {
    const [first] = trades
    assert.ok(first)
    const dynamicPages = [...first.routes.dynamicPages, { path: '/new/{thing}', show: unused }]
    const files = [...first.routes.files, { path: '/new.txt', type: 'text/plain', body: '' }]
    assert.deepEqual(findUnmeasuredRoutes({ ...first.routes, dynamicPages, files }, cases), [
      'file /new.txt',
      'page /new/{thing}',
    ])
  })

  for (const { fixture } of trades) {
    it(`get the expected response (${fixture})`, async () => {
      const shop = await openShop(fixture)
      const own = cases.filter((one) => isSentTo(one, fixture))
      assert.ok(own.length > 0)
      for (const one of own) await sendCase(one, shop)
    })
  }

  it('measure every method that the MCP server declares', async () => {
    const shop = await runShop('restaurant')
    after(shop.stop)
    const { body } = await modern(shop, 'server/discover')
    const { capabilities } = body.result as { capabilities: object }
    for (const capability of Object.keys(capabilities)) {
      const prefix = `${capability.replace(/^completions$/, 'completion')}/`
      assert.ok(
        Object.keys(mcpMethods).some((method) => method.startsWith(prefix)),
        `There is no case for the capability ${capability}.`,
      )
    }
  })
})

const unused = () => ({ seeOther: '/' })

/** `large` and `busy` are restaurants as well, with other data. */
function isSentTo({ fixture, engines, name }: Case, shop: FixtureKind): boolean {
  if (!engines.includes('SQLite') || name.includes('slot taken')) return false
  return fixture === shop || (shop === 'sample' && ['busy', 'years', 'large'].includes(fixture))
}

async function openShop(fixture: FixtureKind): Promise<ShopFixture> {
  const trade = fixture === 'sample' ? 'restaurant' : fixture
  const shop = await runShop(trade, { now: Date.now(), writeLimit: 1_000_000 })
  const client = createHttpClient(shop.port, 1)
  after(async () => {
    client.close()
    await shop.stop()
  })
  const mai = await addStaff(shop, 'Mai')
  return {
    engine: 'SQLite',
    port: shop.port,
    deskPort: shop.deskPort,
    cookie: '',
    day: openDays()[3] ?? '',
    fullAt: '19:00',
    samples: await createSamples(client, fixture, await sellCard(shop.deskUrl, mai.cookie)),
    cpuMs: () => 0,
  }
}

describe('npm run bench', () => {
  it('finds no figure far from its limit', async () => {
    const names = [
      'GET /api/offers, first 20',
      'GET /menu, all dishes',
      'a day, no bookings',
      'a day, busy evening',
      'a day, a million past bookings',
      'POST /api/booking, accepted',
      'POST /api/booking, slot taken (409)',
      'get_menu',
    ]
    const short =
      '--json --rounds 3 --seconds 0.1 --warm-up 0.3 --warm-up-rounds 0 --engine SQLite --past 20000'.split(
        ' ',
      )
    const selected = names.flatMap((name) => ['--case', name])
    const groups = ['Content', 'Availability', 'Writes', 'MCP']
    const args = [join(root, 'bench/run.ts'), ...groups, ...selected, ...short]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    const { compared } = JSON.parse(stdout) as Results
    const cpuMs = (name: string) => compared.find((one) => one.case === name)?.rows[0]?.cpuMs ?? 0

    assert.deepEqual(new Set(compared.map((one) => one.case)), new Set(names))
    for (const { name, value, limit, unit } of listVerdicts(compared)) {
      // Other tests run at the same time. Ratios hardly depend on that, but times do, and on the machine.
      const isRatio = unit.startsWith('of')
      const share = isRatio ? limit / value : value / limit
      assert.ok(share < (isRatio ? 1.5 : 5), `${name}: ${value} ${unit}, with a limit of ${limit}`)
    }
    const history = cpuMs('a day, a million past bookings') / cpuMs('a day, no bookings')
    assert.ok(history < 5, `past bookings make availability ${history} times slower`)
    const rejected =
      cpuMs('POST /api/booking, slot taken (409)') / cpuMs('POST /api/booking, accepted')
    assert.ok(rejected < 5, `a rejected booking costs ${rejected} times as much as an accepted one`)
  })
})

describe('docs/performance.md', () => {
  it('shows the figures of docs/performance.json', () => {
    const page = readFileSync(join(root, 'docs/performance.md'), 'utf8')
    assert.equal(page, withTables(page, tablesOf(readPublishedResults())))
    for (const name of tablesOf(readPublishedResults()).keys())
      assert.ok(page.includes(`<!-- ${name} -->`), name)
  })
})
