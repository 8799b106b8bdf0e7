/** Results and errors of the tools that every shop has; the tools of one trade have their own test files. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import {
  call,
  expectToolError,
  expectToolResult,
  listAllPages,
  listSampleTools,
} from './support/assistant.ts'
import { book, rowCounts } from './support/booking.ts'
import { toDryRun } from './support/examples.ts'
import { openBefore } from './support/lifetime.ts'
import { samples } from './support/samples.ts'
import {
  base,
  forEachTrade,
  languages,
  openForEachTrade,
  startShop,
  trades,
} from './support/shop.ts'

const listed = await forEachTrade(listSampleTools)
const apps = openForEachTrade((trade) => startShop(trade, { writeLimit: 1000 }))

type Offer = { id: string; name: string; price: { display: string }; category: { id: string } }

/** One for all schemas, because a new one compiles the schema of schemas first. */
const compiler = new Ajv2020({ strict: true, allErrors: true })

for (const trade of trades) {
  const app = apps[trade]
  const tools = listed[trade]
  const { request, openStatus, isOpenLater, search, tools: own } = samples[trade]
  const { examples, bookTool } = own
  const booked = openBefore(async () => (await book(app, request)).body)

  describe(`every tool of the ${trade}`, () => {
    for (const tool of tools) {
      it(`${tool.name} answers its examples according to its schema`, async () => {
        const validate = compiler.compile(tool.outputSchema)
        const before = await rowCounts(app)
        for (const example of examples[tool.name] ?? []) {
          for (const locale of languages) {
            const args = { ...toDryRun(tool, example, booked.code), locale }
            const { isError, content, structuredContent } = await call(app, tool.name, args)
            const message = `${JSON.stringify(args)}: ${content[0]?.text}`
            assert.ok(!isError && structuredContent, message)
            assert.deepEqual(content, [{ type: 'text', text: JSON.stringify(structuredContent) }])
            assert.ok(validate(structuredContent), `${message} ${JSON.stringify(validate.errors)}`)
            assert.equal(Object.keys(structuredContent)[0], 'summary', message)
            const summary = String(structuredContent.summary)
            assert.ok(summary.length > 10 && summary.length <= 600, message)
            assert.equal(summary, summary.trim(), message)
            assert.doesNotMatch(summary, /undefined|null|NaN|\[object|\{/)
          }
        }
        assert.deepEqual(await rowCounts(app), before)
      })
    }

    it('answers in Vietnamese unless English is requested', async () => {
      for (const { name } of tools.filter(({ annotations }) => annotations.readOnlyHint)) {
        const [example] = examples[name] ?? []
        const plain = await call(app, name, example)
        const vi = await call(app, name, { ...example, locale: 'vi' })
        const en = await call(app, name, { ...example, locale: 'en' })
        assert.deepEqual(plain, vi, name)
        assert.notDeepEqual(en, vi, name)
      }
    })

    it('returns the same result again after other calls', async () => {
      const toolCalls = tools
        .filter(({ annotations }) => annotations.readOnlyHint)
        .flatMap(({ name }) => (examples[name] ?? []).map((args) => ({ name, args })))
        .flatMap(({ name, args }) => languages.map((locale) => ({ name, args, locale })))
      const first = new Map<object, unknown>()
      for (const toolCall of toolCalls) {
        const { name, args, locale } = toolCall
        first.set(toolCall, await call(app, name, { ...args, locale }))
      }
      for (const toolCall of toolCalls.toReversed()) {
        const { name, args, locale } = toolCall
        assert.deepEqual(await call(app, name, { locale, ...args }), first.get(toolCall))
      }
    })

    it('does not state that a dry run was sent or recorded', async () => {
      const untrue: string[] = []
      // The waitlist of a time that is free answers with it: test/waitlist.test.ts.
      const writes = tools.filter(
        ({ name, annotations }) => !annotations.readOnlyHint && name !== 'join_waitlist',
      )
      for (const tool of writes) {
        const [example = {}] = examples[tool.name] ?? []
        const args = { ...toDryRun(tool, example, booked.code), locale: 'en' }
        const { structuredContent } = await call(app, tool.name, args)
        assert.equal(structuredContent?.test, true)
        const summary = String(structuredContent.summary).replace(/TEST-[-\w]+/, '')
        if (!/dry run|test|nothing was (sent|stored|kept)/i.test(summary)) {
          untrue.push(`${tool.name}: ${summary}`)
        }
      }
      assert.deepEqual(untrue, [])
    })
  })

  describe(`the shared tools of the ${trade}`, () => {
    it('return the day, the opening hours and whether the shop is open', async () => {
      const info = await expectToolResult(app, 'get_business_info', { locale: 'en' })
      assert.deepEqual(info.today, {
        date: '2026-11-16',
        weekday: 'Monday',
        time: '09:00',
      })
      assert.equal(info.timezone, 'Asia/Ho_Chi_Minh')
      const state = [info.open_now, info.closes_at, info.opens_next]
      assert.deepEqual(state, [openStatus.open_now, openStatus.closes_at, openStatus.opens_next])
    })

    it('follow the clock', async () => {
      const start = app.clock.now
      const readOpenState = async (hours: number) => {
        app.clock.now = start + hours * 3600_000
        const { open_now, today } = await expectToolResult(app, 'get_business_info')
        return [open_now, Object.values(today as object).join(' ')]
      }
      const openStates = [
        await readOpenState(4),
        await readOpenState(25),
        await readOpenState(25.5),
        await readOpenState(39),
      ]
      app.clock.now = start
      assert.deepEqual(openStates, [
        [isOpenLater[0], '2026-11-16 Thứ Hai 13:00'],
        [isOpenLater[1], '2026-11-17 Thứ Ba 10:00'],
        [true, '2026-11-17 Thứ Ba 10:30'],
        [false, '2026-11-18 Thứ Tư 00:00'],
      ])
    })

    it('list the offers that the API lists', async () => {
      const { offers } = (await app.json('/api/offers?limit=100')) as { offers: Offer[] }
      const found = await listAllPages<{ id: string }>(app, 'list_offerings', 'offers', {
        limit: 7,
      })
      assert.deepEqual(
        found.map(({ id }) => id),
        offers.map(({ id }) => id),
      )
      const [{ category } = { category: { id: '' } }] = offers
      const some = await listAllPages<{ id: string }>(app, 'list_offerings', 'offers', {
        category: category.id,
      })
      assert.deepEqual(
        some.map(({ id }) => id),
        offers.filter((one) => one.category.id === category.id).map(({ id }) => id),
      )
    })

    it('price every offer', async () => {
      const { offers } = (await app.json('/api/offers?limit=100')) as { offers: Offer[] }
      const { markdown, included, not_included } = await expectToolResult(app, 'get_pricing')
      for (const { name, price } of offers) {
        const line = String(markdown)
          .split('\n')
          .find((one) => [`- ${name}:`, `- ${name}, `].some((start) => `${one}:`.startsWith(start)))
        assert.ok(line?.includes(price.display) || price.display === '0 ₫', `${name}: ${line}`)
      }
      assert.ok((included as string[]).length > 0 && (not_included as string[]).length > 0)
    })

    it('read a page by any of its URLs, and no pages of other sites', async () => {
      const vi = await expectToolResult(app, 'read_page', { path: '/policy' })
      const en = await expectToolResult(app, 'read_page', { path: '/policy', locale: 'en' })
      assert.equal(vi.path, '/policy')
      assert.equal(en.path, '/en/policy')
      for (const path of ['/policy.md', `${base}/policy`, `${base}/policy.md`]) {
        assert.deepEqual(await expectToolResult(app, 'read_page', { path }), vi, path)
      }
      for (const path of ['/en/policy', '/en/policy.md', `${base}/en/policy`]) {
        const page = await expectToolResult(app, 'read_page', { path, locale: 'en' })
        assert.deepEqual(page, en, path)
      }
      for (const path of ['/nowhere', '/policy/../..', 'https://elsewhere.example/policy']) {
        const error = await expectToolError(app, 'read_page', { path, locale: 'en' })
        assert.deepEqual([error.who, error.field], ['model', 'path'], path)
        assert.match(error.message, /search_content/)
      }
    })

    it('read a long page in parts that add up to the whole page', async () => {
      const whole = await (await app.get('/faq.md')).text()
      const first = await expectToolResult<{ parts: number; markdown: string }>(app, 'read_page', {
        path: '/faq',
      })
      assert.ok(first.parts > 1)
      const pieces = [first.markdown]
      for (let part = 2; part <= first.parts; part++) {
        const { markdown } = await expectToolResult(app, 'read_page', { path: '/faq', part })
        pieces.push(String(markdown))
      }
      const text = whole.replace(/^---\n.*?\n---\n/s, '')
      assert.equal(pieces.join('\n\n').trim(), text.trim())
      const beyond = await expectToolError(app, 'read_page', {
        path: '/faq',
        part: first.parts + 1,
      })
      assert.deepEqual([beyond.who, beyond.field], ['model', 'part'])
    })

    it('return standard answers by topic and by words', async () => {
      type FaqList = { faqs: { question: string; topic: string }[]; total: number }
      const topic = 'thanh-toan'
      const byId = await expectToolResult<FaqList>(app, 'list_faqs', { topic })
      assert.ok(byId.faqs.length > 0)
      assert.ok(byId.faqs.every((faq) => faq.topic === topic))
      const all = await expectToolResult<FaqList>(app, 'list_faqs')
      assert.ok(all.faqs.length === 4 && all.total > byId.total)
      for (const { question } of byId.faqs) {
        const { faqs } = await expectToolResult<FaqList>(app, 'list_faqs', {
          query: question.slice(0, 100),
        })
        assert.equal(faqs[0]?.question, question)
      }
      assert.deepEqual(
        (await expectToolResult<FaqList>(app, 'list_faqs', { query: 'xyzzyqq' })).faqs,
        [],
      )
      for (const query of ['where do I park', 'how do I cancel my booking']) {
        const found = await expectToolResult<FaqList>(app, 'list_faqs', { query, locale: 'en' })
        assert.ok(found.faqs.length > 0, query)
      }
      const { choices } = await expectToolError(app, 'list_faqs', { topic: 'thời tiết' })
      assert.ok(choices?.includes('thanh-toan'))
    })

    it('find pages with or without diacritics', async () => {
      type Results = { results: { kind: string; title: string; excerpt: string }[] }
      for (const query of search.queries) {
        const { results } = await expectToolResult<Results>(app, 'search_content', {
          query,
          limit: 10,
        })
        assert.equal(results.length, 10)
        const wanted = search.expected
        assert.match(results[0]?.title ?? '', wanted)
        const offers = results.filter(({ kind, title }) => kind === 'offer' && wanted.test(title))
        assert.ok(offers.length >= 3, query)
        assert.ok(results.every(({ excerpt }) => excerpt.length <= 161))
        const fewer = await expectToolResult<Results>(app, 'search_content', { query, limit: 2 })
        assert.deepEqual(fewer.results, results.slice(0, 2))
      }
    })
  })

  describe(`an error of the ${trade}`, () => {
    it('names all invalid arguments of a read together', async () => {
      const wrong = { query: 'a'.repeat(101), limit: 'ten', nonsense: true, locale: 'fr' }
      const error = await expectToolError(app, 'list_offerings', wrong)
      assert.deepEqual([error.who, error.field, error.stored], ['model', 'query', false])
      for (const name of Object.keys(wrong)) assert.ok(error.message.includes(name), error.message)
      const forged = await expectToolError(app, 'list_offerings', { cursor: 'forged' })
      assert.deepEqual([forged.who, forged.field], ['model', 'cursor'])
    })

    it('names all invalid arguments of a write together', async () => {
      const before = await rowCounts(app)
      const wrong = {
        date: 'one day',
        note: 'a'.repeat(501),
        idempotency_key: 'short',
        phone: '12',
        consent: true,
      }
      const error = await expectToolError(app, bookTool, { ...wrong, locale: 'en' })
      assert.deepEqual([error.who, error.field, error.stored], ['model', 'date', false])
      for (const part of ['Not a date: “one day”', 'note: ', 'idempotency_key: ']) {
        assert.ok(error.message.includes(part), error.message)
      }
      const vi = await expectToolError(app, bookTool, wrong)
      assert.deepEqual([vi.who, vi.field], [error.who, error.field])
      assert.match(vi.message, /Không đọc được ngày/)
      assert.deepEqual(await rowCounts(app), before)
    })

    it('is no error, but a preview, if the consent is anything but true', async () => {
      const before = await rowCounts(app)
      const [example] = examples[bookTool] ?? []
      for (const consent of [undefined, false, 'yes', 'true', '1', 1, null, {}]) {
        const shown = await expectToolResult(app, bookTool, { ...example, consent, locale: 'en' })
        assert.deepEqual([shown.preview, shown.code], [true, undefined], String(consent))
        const isOdd = typeof consent !== 'boolean' && consent !== undefined && consent !== null
        assert.equal(/must be the boolean true/.test(String(shown.summary)), isOdd)
      }
      assert.deepEqual(await rowCounts(app), before)
    })

    it('is the same for a wrong code, and for a code with the wrong phone', async () => {
      const { changeTool: name, byPhone } = own
      const digits = (phone_last4: string) => (byPhone ? { phone_last4 } : {})
      const lookups = [
        { code: `${booked.code.slice(0, 4)}0000-0000-00`, ...digits('5678') },
        { code: 'no such code', ...digits('5678') },
        ...(byPhone ? [{ code: booked.code, ...digits('9999') }] : []),
      ]
      const before = await rowCounts(app)
      const problems: unknown[] = []
      for (const lookup of lookups) {
        for (const how of [{ consent: true }, { consent: true, dry_run: true }, {}]) {
          const sent = { ...lookup, ...how, kind: 'cancel' }
          problems.push(await expectToolError(app, name, sent))
        }
      }
      for (const problem of problems) assert.deepEqual(problem, problems[0])
      const after = await rowCounts(app)
      assert.deepEqual({ ...after, writes: 0 }, { ...before, writes: 0 })
      assert.equal(after.writes, (before.writes ?? 0) + problems.length)
    })
  })
}
