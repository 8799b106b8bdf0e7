/** What holds for every answer of every tool: dates have weekdays, money and dates have one format, errors are short. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { hour } from '../src/kernel/time.ts'
import { call, callWithConsent, type JsonRecord, listTools } from './support/assistant.ts'
import { book } from './support/booking.ts'
import { toDryRun } from './support/examples.ts'
import { samples } from './support/samples.ts'
import { languages, openForEachTrade, startShop, trades } from './support/shop.ts'

const maxErrorTokens = 150

/** At 23:00, so that staff answer on another day, which the results then name. */
const apps = openForEachTrade(async (trade) => {
  const app = await startShop(trade, { writeLimit: 1000 })
  app.clock.now += 14 * hour
  return app
})

/** Of the shop's own texts, which an owner may write otherwise. */
const shopTexts = new Set(['shop_says', 'question', 'markdown', 'excerpt', 'description', 'story'])

/** All objects of a value. */
function objectsIn(value: unknown): JsonRecord[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn)
  if (typeof value !== 'object' || value === null) return []
  return [value as JsonRecord, ...Object.values(value).flatMap(objectsIn)]
}

/** All texts of a value that the program writes. */
function textsIn(value: unknown, name = ''): string[] {
  if (shopTexts.has(name)) return []
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap((one) => textsIn(one, name))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => textsIn(one, key))
}

const isDate = (value: unknown) => /^\d{4}-\d{2}-\d{2}$/.test(String(value))

const otherFormats = {
  en: [/\d\.\d{3} ?₫/, /\d₫/, /(?<![\d/])\d{1,2}\/\d{1,2}(?!\d)(?!\/part)/, /Thứ |Chủ nhật/],
  vi: [/\d,\d{3} ?₫/, /\d₫/, /\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b/],
}

for (const trade of trades) {
  describe(`every answer of the ${trade}`, () => {
    const app = apps[trade]
    const { request, tools: own } = samples[trade]

    /** The results for all examples of all tools, as dry runs, as previews, and sent. */
    const results = async (locale: (typeof languages)[number]) => {
      const { body } = await book(app, { ...request, phone: '0987 654 321' })
      const found: { tool: string; result: JsonRecord }[] = []
      for (const tool of await listTools(app)) {
        const isRead = tool.annotations.readOnlyHint === true
        for (const example of own.examples[tool.name] ?? []) {
          // The first response to the same request is in the language of that request.
          const name = 'name' in example && { name: locale === 'vi' ? 'Trần Hà' : 'Mai Anh' }
          const args = { ...toDryRun(tool, example, body.code), ...name, locale }
          const { consent: _, dry_run: _dryRun, ...preview } = args as JsonRecord
          const answers = isRead
            ? [await call(app, tool.name, args)]
            : [
                await call(app, tool.name, args),
                await call(app, tool.name, preview),
                await callWithConsent(app, tool.name, preview),
              ]
          for (const { content, structuredContent } of answers) {
            const result = structuredContent ?? (JSON.parse(content[0]?.text ?? '') as JsonRecord)
            found.push({ tool: tool.name, result })
          }
        }
      }
      const status = await call(app, 'get_booking_status', { code: body.code, locale })
      return [...found, { tool: 'get_booking_status', result: status.structuredContent ?? {} }]
    }

    for (const locale of languages) {
      it(`has its weekday beside each date, and one format of money and dates (${locale})`, async () => {
        const wrong: string[] = []
        const all = await results(locale)
        assert.ok(all.length > 30, String(all.length))
        for (const { tool, result } of all) {
          for (const one of objectsIn(result)) {
            const { date } = one
            // Of several days each has its own.
            if (isDate(date) && one.days === undefined && one.weekday === undefined)
              wrong.push(`${tool}: no weekday in ${JSON.stringify(one)}`)
          }
          for (const text of textsIn(result)) {
            if (otherFormats[locale].some((format) => format.test(text)))
              wrong.push(`${tool}: ${text}`)
          }
        }
        assert.deepEqual(wrong, [])
      })
    }

    it(`that is an error has at most ${maxErrorTokens} tokens for any arguments`, async () => {
      const long: string[] = []
      const values = ['xyz', -1, ['xyz', 'abc'], 'xin bàn gần cửa sổ '.repeat(15)]
      for (const { name, inputSchema } of await listTools(app)) {
        const args = Object.keys(inputSchema.properties ?? {})
        const calls = [
          ...values
            .slice(0, -1)
            .map((value) => Object.fromEntries(args.map((one) => [one, value]))),
          ...args.flatMap((one) => values.map((value) => ({ [one]: value }))),
          { nonsense: true, other_nonsense: 1, third: [] },
        ]
        for (const sent of calls) {
          // Vietnamese takes more tokens.
          const { isError, content } = await call(app, name, { locale: 'vi', ...sent })
          const cost = countTokens(content[0]?.text ?? '')
          if (isError && cost > maxErrorTokens) long.push(`${name} ${cost}: ${content[0]?.text}`)
        }
      }
      assert.deepEqual(long, [])
    })
  })
}
