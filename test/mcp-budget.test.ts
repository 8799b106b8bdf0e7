/** What the tools cost a model, in tokens of o200k_base. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { call, listAllPages, listTools, rpc, type ToolCallResult } from './support/assistant.ts'
import { book } from './support/booking.ts'
import { toDryRun } from './support/examples.ts'
import { samples } from './support/samples.ts'
import { forEachVariant, languages, type RunningShop, startShop, variants } from './support/shop.ts'

const maxTokens = { definitions: 6000, response: 2000, usual: 600, month: 400 }

const apps = await forEachVariant((variant) => startShop(variant))

/** The texts together: structuredContent is the second of them once more. */
const costOf = ({ content }: ToolCallResult) =>
  countTokens(content.map(({ text }) => text).join('\n'))

/** The paths of all pages, as the list of resources names them. */
async function pagePaths(app: RunningShop): Promise<string[]> {
  type Page = { resources: { name: string }[]; nextCursor?: string }
  const first = (await rpc(app, 'resources/list', {})) as Page
  const pages = [first]
  for (let cursor = first.nextCursor; cursor; cursor = pages.at(-1)?.nextCursor) {
    pages.push((await rpc(app, 'resources/list', { cursor })) as Page)
  }
  return pages.flatMap(({ resources }) => resources.map(({ name }) => name))
}

const isEnglish = (path: string) => /^\/en(\/|$)/.test(path)

for (const variant of variants) {
  const app = apps[variant]

  describe(`the tools of the ${variant}`, () => {
    it(`cost at most ${maxTokens.definitions} tokens to know`, async () => {
      const definitions = (await listTools(app)).map(
        ({ outputSchema, ...definition }) => definition,
      )
      const cost = countTokens(JSON.stringify(definitions))
      assert.ok(cost > 2000 && cost <= maxTokens.definitions, `${cost}`)
    })

    it(`answer every example in at most ${maxTokens.response}, and usually in ${maxTokens.usual}`, async () => {
      const { body } = await book(app, samples[variant].request)
      const costs: number[] = []
      for (const tool of await listTools(app)) {
        for (const example of samples[variant].tools.examples[tool.name] ?? []) {
          for (const locale of languages) {
            const args = { ...toDryRun(tool, example, body.code), locale }
            const cost = costOf(await call(app, tool.name, args))
            const message = `${tool.name} ${JSON.stringify(args)}: ${cost}`
            assert.ok(cost > 20 && cost <= maxTokens.response, message)
            costs.push(cost)
          }
        }
      }
      const median = costs.sort((one, other) => one - other)[Math.floor(costs.length / 2)]
      assert.ok(median !== undefined && median <= maxTokens.usual, `${median}`)
    })

    for (const locale of languages) {
      it(`give the longest lists in at most ${maxTokens.response} (${locale})`, async () => {
        for (const [name, args] of samples[variant].tools.largestCalls) {
          const result = await call(app, name, { ...args, locale })
          assert.ok(!result.isError, result.content[0]?.text)
          const cost = costOf(result)
          assert.ok(cost <= maxTokens.response, `${name} ${JSON.stringify(args)}: ${cost}`)
        }
      })

      it(`give a month of free times in at most ${maxTokens.month} (${locale})`, async () => {
        const [name, args] = samples[variant].tools.month
        for (const month of ['2026-11', '2026-12', '2027-01', '2028-01']) {
          const result = await call(app, name, { ...args, month, locale })
          assert.ok(!result.isError, result.content[0]?.text)
          const cost = costOf(result)
          assert.ok(cost <= maxTokens.month, `${month}: ${cost}`)
        }
      })

      it(`give every page in parts of at most ${maxTokens.response} (${locale})`, async () => {
        const paths = (await pagePaths(app)).filter((path) => isEnglish(path) === (locale === 'en'))
        assert.ok(paths.length > 30, `${paths.length} pages`)
        for (const path of paths) {
          let parts = 1
          for (let part = 1; part <= parts; part++) {
            const result = await call(app, 'read_page', { path, part, locale })
            assert.ok(!result.isError, `${path} ${result.content[0]?.text}`)
            parts = Number(result.structuredContent?.parts)
            const cost = costOf(result)
            assert.ok(cost <= maxTokens.response, `${path} ${part}: ${cost}`)
          }
        }
      })
    }

    it(`refuse in at most ${maxTokens.usual}`, async () => {
      for (const { name } of await listTools(app)) {
        const result = await call(app, name, { nonsense: true, locale: 'fr' })
        assert.equal(result.isError, true, name)
        assert.ok(costOf(result) <= maxTokens.usual, `${name}: ${costOf(result)}`)
      }
    })
  })
}

describe('a dish', () => {
  it(`is told in at most ${maxTokens.response}, whichever it is`, async () => {
    const dishes = await listAllPages<{ id: string }>(apps.restaurant, 'get_menu', 'dishes')
    assert.equal(dishes.length, 31)
    for (const { id } of dishes) {
      const cost = costOf(await call(apps.restaurant, 'get_dish', { dish_id: id }))
      assert.ok(cost > 100 && cost <= maxTokens.response, `${id}: ${cost}`)
    }
  })
})
