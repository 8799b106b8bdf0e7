/** The view for assistants (MCP Apps) as clients see it: definitions of the tools, and the resource. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findTrade } from '../src/variants/index.ts'
import { copyOf, createFolderEditor } from './support/content-errors.ts'
import { legacy, modern } from './support/mcp.ts'
import { samples } from './support/samples.ts'
import {
  openForEachTrade,
  type RunningShop,
  startShop,
  type TradeName,
  trades,
} from './support/shop.ts'

const apps = openForEachTrade((trade) => startShop(trade))

const uris: Record<TradeName, string> = {
  restaurant: 'ui://widget/restaurant-reservation.html',
  spa: 'ui://widget/spa-appointment.html',
  salon: 'ui://widget/salon-appointment.html',
}

const maxBytes = 40_000
const mimeType = 'text/html;profile=mcp-app'

type Listed = { name: string; _meta?: Record<string, unknown> }
type Content = { uri: string; mimeType: string; text: string; _meta: Record<string, unknown> }

async function listTools(app: RunningShop, capabilities = {}): Promise<Listed[]> {
  const { body } = await modern(app, 'tools/list', {}, { capabilities })
  return body.result?.tools as Listed[]
}

async function readView(app: RunningShop, trade: TradeName): Promise<Content> {
  const { body } = await modern(app, 'resources/read', { uri: uris[trade] })
  const [content] = (body.result ?? assert.fail(body.error?.message)).contents as [Content]
  return content
}

const dataOf = (text: string) =>
  JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(text)?.[1] ?? '')

for (const trade of trades) {
  describe(`the view of the ${trade}`, () => {
    const { checkTool, bookTool } = samples[trade].tools

    it('is named by the tools that show it, and by no other', async () => {
      const meta = {
        ui: { resourceUri: uris[trade] },
        'openai/outputTemplate': uris[trade],
        'openai/widgetAccessible': true,
      }
      const expected: Record<string, object> = {
        [checkTool]: meta,
        [bookTool]: meta,
        get_booking_status: { 'openai/widgetAccessible': true },
      }
      for (const { name, _meta } of await listTools(apps[trade])) {
        assert.deepEqual(_meta, expected[name], name)
      }
    })

    it('is named to every client alike', async () => {
      const ui = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [mimeType] } } }
      assert.deepEqual(await listTools(apps[trade], ui), await listTools(apps[trade]))
    })

    it('can be read in both versions of the protocol, and is not in the list', async () => {
      const app = apps[trade]
      const content = await readView(app, trade)
      assert.equal(content.mimeType, mimeType)
      assert.deepEqual(content._meta, {
        ui: { prefersBorder: true },
        'openai/widgetDomain': 'https://shop.example',
      })
      const { body } = await legacy(app, 'resources/read', { uri: uris[trade] })
      assert.deepEqual(body.result?.contents, [content])
      assert.ok(!(await modern(app, 'resources/list')).text.includes('ui://'))
    })

    it(`is one HTML document of at most ${maxBytes} bytes that loads nothing`, async () => {
      const { text } = await readView(apps[trade], trade)
      const size = Buffer.byteLength(text)
      assert.ok(size > 10_000 && size <= maxBytes, `${size} bytes`)
      assert.match(text, /^<!doctype html>/)
      assert.doesNotMatch(
        text,
        /<(link|img|iframe|script src)|@import|url\(|fetch\(|XMLHttpRequest/,
      )
      assert.doesNotMatch(text, /^(import|export) /m)
    })

    it('offers what the request tool accepts', async () => {
      const { text } = await readView(apps[trade], trade)
      const { pickers, tools, texts } = dataOf(text)
      assert.deepEqual(tools, { check: checkTool, request: bookTool, status: 'get_booking_status' })
      assert.ok(Object.values<string[]>(texts).every(([vi, en]) => vi && en))
      assert.ok(pickers.length > 0)
      const { query } = samples[trade].tools
      for (const { choices } of pickers) {
        for (const { sets, ifFree, with: positions = [0] } of choices) {
          // Not everyone performs every service; the view offers who is free.
          if (ifFree) continue
          const first = pickers[0].choices[positions[0]].sets
          const args = { ...query, ...first, ...sets, weekday: undefined, locale: 'en' }
          const { body } = await modern(apps[trade], 'tools/call', {
            name: checkTool,
            arguments: args,
          })
          assert.ok(!body.result?.isError, JSON.stringify([sets, body.result?.content]))
        }
      }
    })

    for (const off of [checkTool, bookTool]) {
      it(`does not exist if ${off} is off`, async () => {
        const folder = copyOf(trade)
        createFolderEditor(folder).write('tools.yaml', `tools:\n  - name: ${off}\n    off: true\n`)
        const app = await startShop(trade, { shop: findTrade(trade).open(folder) })
        assert.ok((await listTools(app)).every(({ _meta }) => _meta === undefined))
        const { body } = await modern(app, 'resources/read', { uri: uris[trade] })
        assert.equal(body.error?.code, -32602)
      })
    }
  })
}

describe('an argument that the owner leaves out', () => {
  it('is not asked in the view', async () => {
    const folder = copyOf('restaurant')
    createFolderEditor(folder).write(
      'tools.yaml',
      'tools:\n  - name: request_reservation\n    without: [table_type, note]\n',
    )
    const app = await startShop('restaurant', { shop: findTrade('restaurant').open(folder) })
    const { pickers, hasNote, carried } = dataOf((await readView(app, 'restaurant')).text)
    assert.deepEqual(
      pickers.map(({ names }: { names: string[] }) => names),
      [['party_size']],
    )
    assert.equal(hasNote, false)
    assert.ok(carried.includes('allergens'))
    assert.ok(!carried.includes('policy_code'))
  })
})
