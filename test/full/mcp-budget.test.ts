/** The number of tokens (o200k_base) that the tools cost a model. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { call, listAllPages, listTools, rpc, type ToolCallResult } from '../support/assistant.ts'
import { book } from '../support/booking.ts'
import { toDryRun } from '../support/examples.ts'
import { samples } from '../support/samples.ts'
import {
  languages,
  openForEachTrade,
  type RunningShop,
  startShop,
  trades,
} from '../support/shop.ts'

const maxTokens = {
  ...{ definitions: 5950, withMeta: 6200, usual: 600, list: 1200, longest: 1500, month: 400 },
  ...{ day: { text: 230, whole: 460 }, oneTime: { restaurant: 115, spa: 160, salon: 160 } },
}

/** Without arguments, these return everything in one call; docs/assistants.md gives the reason. */
const wholeListTools = new Set(['get_pricing', 'list_stylists', 'list_therapists'])

const apps = openForEachTrade((trade) => startShop(trade))

/** The text of a result; structuredContent repeats it. */
const costOf = ({ content }: ToolCallResult) =>
  countTokens(content.map(({ text }) => text).join('\n'))

/** The paths of all pages in the list of resources. */
async function pagePaths(app: RunningShop): Promise<string[]> {
  type Page = { resources: { name: string }[]; nextCursor?: string }
  const first = (await rpc(app, 'resources/list', {})) as Page
  const pages = [first]
  for (let cursor = first.nextCursor; cursor; cursor = pages.at(-1)?.nextCursor) {
    pages.push((await rpc(app, 'resources/list', { cursor })) as Page)
  }
  return pages.flatMap(({ resources }) => resources.map(({ name }) => name))
}

const isWholeList = (name: string, args: object, { structuredContent = {} }: ToolCallResult) =>
  'table' in structuredContent || (wholeListTools.has(name) && Object.keys(args).length === 0)

const isEnglish = (path: string) => /^\/en(\/|$)/.test(path)

for (const trade of trades) {
  const app = apps[trade]

  describe(`the tools of the ${trade}`, () => {
    it(`have definitions of at most ${maxTokens.definitions} tokens, and of ${maxTokens.withMeta} with what only hosts read`, async () => {
      const definitions = (await listTools(app)).map(({ outputSchema, ...tool }) => tool)
      const withMeta = countTokens(JSON.stringify(definitions))
      const cost = countTokens(JSON.stringify(definitions.map(({ _meta, ...tool }) => tool)))
      assert.ok(cost > 2000 && cost <= maxTokens.definitions, `${cost}`)
      assert.ok(withMeta > cost && withMeta <= maxTokens.withMeta, `${withMeta}`)
    })

    it(`answer every example in at most ${maxTokens.usual} tokens, and a whole list in ${maxTokens.list}`, async () => {
      const { body } = await book(app, samples[trade].request)
      for (const tool of await listTools(app)) {
        for (const example of samples[trade].tools.examples[tool.name] ?? []) {
          for (const locale of languages) {
            const args = { ...toDryRun(tool, example, body.code), locale }
            const result = await call(app, tool.name, args)
            const cost = costOf(result)
            const isList = isWholeList(tool.name, example, result)
            const limit = isList ? maxTokens.list : maxTokens.usual
            const message = `${tool.name} ${JSON.stringify(args)}: ${cost}`
            assert.ok(cost > 20 && cost <= limit, message)
          }
        }
      }
    })

    for (const locale of languages) {
      it(`return the longest lists in at most ${maxTokens.longest} tokens (${locale})`, async () => {
        for (const [name, args] of samples[trade].tools.largestCalls) {
          const result = await call(app, name, { ...args, locale })
          assert.ok(!result.isError, result.content[0]?.text)
          const cost = costOf(result)
          const limit = isWholeList(name, args, result) ? maxTokens.list : maxTokens.longest
          assert.ok(cost <= limit, `${name} ${JSON.stringify(args)}: ${cost}`)
        }
      })

      it(`return a month of free times in at most ${maxTokens.month} tokens (${locale})`, async () => {
        const [name, args] = samples[trade].tools.month
        for (const month of ['2026-11', '2026-12', '2027-01', '2028-01']) {
          const result = await call(app, name, { ...args, month, locale })
          assert.ok(!result.isError, result.content[0]?.text)
          const cost = costOf(result)
          assert.ok(cost <= maxTokens.month, `${month}: ${cost}`)
        }
      })

      it(`return all times of a day in at most ${maxTokens.day.text} tokens of text (${locale})`, async () => {
        const { checkTool, query } = samples[trade].tools
        for (const narrowed of [{}, { from: '00:00' }]) {
          const result = await call(app, checkTool, { ...query, ...narrowed, locale })
          assert.ok(result.structuredContent?.starts, result.content[0]?.text)
          assert.ok(costOf(result) <= maxTokens.day.text, `${costOf(result)}`)
          const whole = countTokens(JSON.stringify(result))
          assert.ok(whole <= maxTokens.day.whole, `${whole}`)
        }
      })

      it(`return every page in parts of at most ${maxTokens.usual} tokens (${locale})`, async () => {
        const paths = (await pagePaths(app)).filter((path) => isEnglish(path) === (locale === 'en'))
        assert.ok(paths.length > 30, `${paths.length} pages`)
        for (const path of paths) {
          let parts = 1
          for (let part = 1; part <= parts; part++) {
            const result = await call(app, 'read_page', { path, part, locale })
            assert.ok(!result.isError, `${path} ${result.content[0]?.text}`)
            parts = Number(result.structuredContent?.parts)
            const cost = costOf(result)
            assert.ok(cost <= maxTokens.usual, `${path} ${part}: ${cost}`)
          }
        }
      })
    }

    it(`answer whether one time is free in at most ${maxTokens.oneTime[trade]} tokens`, async () => {
      const { checkTool, query } = samples[trade].tools
      const result = await call(app, checkTool, { ...query, around: '14:00', locale: 'en' })
      assert.ok(result.structuredContent?.free, result.content[0]?.text)
      assert.ok(costOf(result) <= maxTokens.oneTime[trade], `${costOf(result)}`)
    })

    it(`return errors of at most ${maxTokens.usual} tokens`, async () => {
      for (const { name } of await listTools(app)) {
        const result = await call(app, name, { nonsense: true, locale: 'fr' })
        assert.equal(result.isError, true, name)
        assert.ok(costOf(result) <= maxTokens.usual, `${name}: ${costOf(result)}`)
      }
    })
  })
}

describe('get_dish', () => {
  it(`returns every dish in at most ${maxTokens.usual} tokens`, async () => {
    const dishes = await listAllPages<{ id: string }>(apps.restaurant, 'get_menu', 'dishes')
    assert.equal(dishes.length, 31)
    for (const { id } of dishes) {
      const args = { dish_id: id, locale: 'vi' }
      const cost = costOf(await call(apps.restaurant, 'get_dish', args))
      assert.ok(cost > 100 && cost <= maxTokens.usual, `${id}: ${cost}`)
    }
  })
})
