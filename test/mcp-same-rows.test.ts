/** A request stores the same rows and counts in the same limit on every interface. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { issueFormToken } from '../src/domain/guard/form-token.ts'
import {
  call,
  callWithConsent,
  expectSent,
  expectToolError,
  expectToolResult,
  type JsonRecord,
} from './support/assistant.ts'
import { guest, rowCounts } from './support/booking.ts'
import { more } from './support/samples/sample.ts'
import { samples } from './support/samples.ts'
import {
  type RunningShop,
  runShop,
  secret,
  startShop,
  type TradeName,
  trades,
} from './support/shop.ts'

type RequestFields = Readonly<Record<string, string | number | readonly string[]>>

/** One request as a body of the API and as arguments of the tool. */
type Request = {
  path: string
  form: string
  tool: string
  apiBody: RequestFields
  toolArguments: RequestFields
}

const { consent: _, ...lan } = guest

const lead: Request = {
  path: '/api/lead',
  form: 'submitLead',
  tool: 'submit_contact_request',
  apiBody: { ...lan, email: more.email, message: more.note, preferred_time: 'sau 18 giờ' },
  toolArguments: { ...lan, email: more.email, message: more.note, preferred_time: 'sau 18 giờ' },
}

const bookingOf = (trade: TradeName): Request => {
  const { fullRequest: twice, tools } = samples[trade]
  return { path: '/api/booking', form: 'requestBooking', tool: tools.bookTool, ...twice } as Request
}

const senders = {
  api: async (app: RunningShop, { path, apiBody }: Request) =>
    (await app.post(path, { ...apiBody, consent: '1' })).ok,
  web: async (app: RunningShop, { path, form, apiBody }: Request) => {
    const body = new URLSearchParams({ consent: '1' })
    for (const [name, value] of Object.entries(apiBody)) {
      for (const one of [value].flat()) body.append(name, String(one))
    }
    body.set('form_token', issueFormToken(secret, form, app.clock.now - 5_000))
    const headers = { origin: `http://127.0.0.1:${app.port}` }
    return (await app.get(path, { method: 'POST', body, headers })).ok
  },
  mcp: async (app: RunningShop, { tool, toolArguments }: Request) =>
    !(await callWithConsent(app, tool, { ...toolArguments, idempotency_key: randomUUID() }))
      .isError,
}

const tables = [
  'bookings',
  'booking_guests',
  'booking_answers',
  'cells',
  'leads',
  'audit',
  'outbox',
]

/** All rows without the values that differ for every request, and without the source. */
async function storedRows(app: RunningShop): Promise<Record<string, JsonRecord[]>> {
  const unshared = new Set(['id', 'booking_id', 'code', 'source', 'actor'])
  const stored: Record<string, JsonRecord[]> = {}
  for (const name of tables) {
    const rows = await app.store.read.all(`SELECT * FROM ${name}`)
    const sharedRows = rows.map((row) =>
      Object.fromEntries(
        Object.entries(row)
          .filter(([column]) => !unshared.has(column))
          .map(([column, value]) => [column, String(value).replace(/^(booking|lead):.*/, '$1')]),
      ),
    )
    stored[name] = sharedRows.sort((one, other) =>
      JSON.stringify(one).localeCompare(JSON.stringify(other)),
    )
  }
  return stored
}

const sourcesOf = async (app: RunningShop) =>
  app.store.read.all('SELECT source FROM bookings UNION ALL SELECT source FROM leads')

for (const trade of trades) {
  describe(`a request to the ${trade}`, () => {
    it('stores the same rows as JSON, as a form and from an assistant', async () => {
      const snapshots: Record<string, JsonRecord[]>[] = []
      for (const [source, send] of Object.entries(senders)) {
        const own = await runShop(trade)
        assert.ok(await send(own, bookingOf(trade)), source)
        assert.ok(await send(own, lead), source)
        assert.deepEqual(
          (await sourcesOf(own)).map((row) => row.source),
          [source, source],
        )
        snapshots.push(await storedRows(own))
        await own.stop()
      }
      const [json, form, mcp] = snapshots
      assert.deepEqual(form, json)
      assert.deepEqual(mcp, json)
      assert.ok(tables.every((name) => (json?.[name]?.length ?? 0) > 0))
      assert.equal(json?.booking_guests?.[0]?.note, more.note)
      assert.equal(json?.booking_guests?.[0]?.phone, '+84912345678')
    })

    it('counts in one limit on every interface', async () => {
      const own = await startShop(trade)
      const { mcp, api, web } = senders
      const another = { ...lead, apiBody: { ...lead.apiBody, name: 'Trần Hà' } }
      for (const [send, request] of [
        [api, bookingOf(trade)],
        [web, lead],
        [mcp, bookingOf(trade)],
        [mcp, lead],
        [web, another],
      ] as const) {
        assert.ok(await send(own, request))
      }
      const before = await rowCounts(own)
      assert.equal(before.writes, 5)
      const { tool, toolArguments } = bookingOf(trade)
      for (const [name, args] of [
        [tool, toolArguments],
        [lead.tool, lead.toolArguments],
      ] as const) {
        const sent = { ...args, name: 'Trần Văn Bình', consent: true, locale: 'en' }
        const problem = await expectToolError(own, name, sent)
        const { who, code, retry_after = 0, message } = problem
        assert.deepEqual([who, code], ['shop', 'rate-limited'])
        assert.ok(retry_after > 0 && retry_after <= 3600)
        assert.match(message, /retry_after/)
      }
      const byAnother = (request: Request) => ({
        ...request,
        apiBody: { ...request.apiBody, name: 'Trần Văn Bình' },
      })
      assert.equal(await api(own, byAnother(lead)), false)
      assert.equal(await web(own, byAnother(bookingOf(trade))), false)
      assert.deepEqual(await rowCounts(own), before)
      const nextDay = { date: '2026-11-21', weekday: 'saturday' }
      const tried = { ...toolArguments, ...nextDay, consent: true, dry_run: true }
      assert.equal((await expectToolResult(own, tool, tried)).test, true)
      own.clock.now += 3600_000
      assert.ok(await mcp(own, lead))
      await own.stop()
    })
  })

  describe(`an assistant at the ${trade}`, () => {
    const { tool, toolArguments } = bookingOf(trade)
    const writes = [
      [tool, toolArguments],
      [lead.tool, lead.toolArguments],
    ] as const

    it('stores and counts nothing in a dry run', async () => {
      const own = await startShop(trade)
      const before = await rowCounts(own)
      for (let time = 0; time < 7; time++) {
        for (const [name, args] of writes) {
          const key = { idempotency_key: `dry-run-key-${name}` }
          const response = await expectToolResult(own, name, {
            ...args,
            ...key,
            consent: true,
            dry_run: true,
          })
          assert.equal(response.test, true)
          assert.match(String(response.code ?? response.id), /^TEST-/)
        }
      }
      assert.deepEqual(await rowCounts(own), before)
      const key = { idempotency_key: `dry-run-key-${tool}` }
      const real = await expectSent(own, tool, { ...toolArguments, ...key })
      assert.equal(real.test, undefined)
      assert.equal((await rowCounts(own)).bookings, 1)
      await own.stop()
    })

    it('gets the first response again with the same key, and one row is stored', async () => {
      const own = await startShop(trade)
      for (const [name, args] of writes) {
        const sent = { ...args, consent: true, idempotency_key: `one-key-for-${name}` }
        const first = await callWithConsent(own, name, sent)
        assert.ok(!first.isError && !first.structuredContent?.preview, first.content[0]?.text)
        const before = await rowCounts(own)
        own.clock.now += 60_000
        for (let time = 0; time < 6; time++) assert.deepEqual(await call(own, name, sent), first)
        assert.deepEqual(await rowCounts(own), before)
        const other = await expectToolError(own, name, {
          ...sent,
          name: 'Trần Văn Minh',
          locale: 'en',
        })
        assert.deepEqual([other.who, other.code], ['model', 'idempotency-key-reused'])
        assert.match(other.message, /new key/)
        assert.deepEqual(await rowCounts(own), before)
      }
      const { bookings: booked, leads, writes: counted } = await rowCounts(own)
      assert.deepEqual([booked, leads, counted], [1, 1, 2])
      await own.stop()
    })

    it('can use the key again after a preview and after an error', async () => {
      const own = await startShop(trade)
      const sent = { ...toolArguments, idempotency_key: 'mended-key-0001' }
      assert.equal((await expectToolResult(own, tool, sent)).preview, true)
      await expectToolError(own, tool, { ...sent, consent: true, phone: '12' })
      assert.equal((await rowCounts(own)).answers, 0)
      await expectSent(own, tool, sent)
      assert.equal((await rowCounts(own)).bookings, 1)
      await own.stop()
    })
  })
}
