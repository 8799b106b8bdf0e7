/** The status of a booking or order for assistants: tool, resource and the link in the result of a write. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { call, expectToolError, expectToolResult, rpc } from './support/assistant.ts'
import { book, rowCounts } from './support/booking.ts'
import { callTool, legacy, modern } from './support/mcp.ts'
import { samples } from './support/samples.ts'
import { base, openForEachTrade, startShop, trades } from './support/shop.ts'

const apps = openForEachTrade((trade) => startShop(trade, { writeLimit: 1000 }))

type Status = {
  code: string
  status: string
  what: string
  date: string
  time: string
  why: string
  next_step: string
  next_by: string
  cancel_free_until: string
  change_requested: boolean
  status_url: string
}

const statusOf = (app: (typeof apps)['spa'], code: string) =>
  expectToolResult<Status>(app, 'get_booking_status', { code, locale: 'en' })

/** What no status may contain of the guest who booked. */
const personal = { name: 'Trần Bí Mật', phone: '0912 345 679', email: 'rieng@example.com' }
const note = 'một lời nhắn riêng'
const isPersonal = /Bí Mật|345 ?679|rieng@|lời nhắn riêng/

for (const trade of trades) {
  const app = apps[trade]
  const { request, otherTimes } = samples[trade]

  describe(`get_booking_status of the ${trade}`, () => {
    it('follows a booking from the request to the confirmation', async () => {
      const { body } = await book(app, { ...request, ...personal, note })
      const pending = await statusOf(app, body.code)
      const stored = await app.json(`/api/booking/${body.code}?locale=en`)
      assert.equal(pending.status, 'pending')
      assert.deepEqual([pending.date, pending.time], [request.date, request.time])
      assert.equal(pending.next_step, stored.next_step)
      assert.match(pending.next_by, /^2026-11-1[67]T\d\d:\d\d:00\+07:00$/)
      assert.ok(pending.cancel_free_until < String(stored.starts_at))
      assert.equal(pending.cancel_free_until, stored.cancel_free_until)
      assert.equal(pending.status_url, `${base}/en/booking/${body.code}`)
      await app.desk.confirm({ code: body.code, version: 1, actor: 'staff:1' })
      const confirmed = await statusOf(app, body.code.toLowerCase().replaceAll('-', ' '))
      assert.deepEqual([confirmed.code, confirmed.status], [body.code, 'confirmed'])
      assert.ok(!('next_by' in confirmed))
      const url = `${base}/en/booking/${body.code}`
      for (const address of [url, `${url}.md?from=email`, `booking://${body.code}`]) {
        assert.equal((await statusOf(app, address)).code, body.code, address)
      }
    })

    it('says why staff declined, in their words, and contains no data of the guest', async () => {
      const [time] = otherTimes
      const { body } = await book(app, { ...request, ...personal, note, time })
      const reason = 'Hôm đó tiệm có tiệc riêng'
      await app.desk.decline({ code: body.code, version: 1, actor: 'staff:1', reason })
      const { content, structuredContent } = await call(app, 'get_booking_status', {
        code: body.code,
        locale: 'en',
      })
      assert.equal(structuredContent?.status, 'cancelled')
      assert.equal(structuredContent?.why, `In the shop’s words: “${reason}”`)
      assert.doesNotMatch(JSON.stringify([content, structuredContent]), isPersonal)
      assert.equal((await app.json(`/api/booking/${body.code}`)).why, reason)
      const page = await (await app.get(`/booking/${body.code}`)).text()
      assert.ok(page.includes(`Lý do: “${reason}”`))
    })

    it('answers an unknown and a malformed code alike, and counts neither', async () => {
      const { codePrefix } = app.shop.booking
      const before = await rowCounts(app)
      const errors: unknown[] = []
      for (const code of [`${codePrefix}-0000-0000-00`, 'NOPE1234', '%']) {
        const { instance: _, ...error } = await expectToolError(app, 'get_booking_status', { code })
        errors.push(error)
      }
      assert.equal(new Set(errors.map((one) => JSON.stringify(one))).size, 1)
      assert.deepEqual(await rowCounts(app), before)
    })

    it('says that the code of a dry run names no booking', async () => {
      const error = await expectToolError(app, 'get_booking_status', {
        code: 'TEST-7K3M-9Q2X-4D',
        locale: 'en',
      })
      assert.deepEqual([error.who, error.field], ['model', 'code'])
      assert.match(String(error.message), /dry run/)
    })

    it('says what to do without a code', async () => {
      for (const args of [{}, { code: '' }, { code: '  ' }]) {
        const { next_step, code } = await expectToolResult<Status>(app, 'get_booking_status', args)
        assert.equal(code, undefined)
        assert.ok(next_step.includes(app.shop.business.phone), next_step)
        assert.match(next_step, /trang của yêu cầu/)
      }
    })

    it('is a resource that clients do not cache', async () => {
      const [, time] = otherTimes
      const { body } = await book(app, { ...request, time })
      const { resourceTemplates } = (await rpc(app, 'resources/templates/list', {})) as {
        resourceTemplates: { uriTemplate: string }[]
      }
      assert.equal(resourceTemplates[0]?.uriTemplate, 'booking://{code}')
      const uri = `booking://${body.code}`
      const { result } = (await modern(app, 'resources/read', { uri })).body
      assert.deepEqual([result?.ttlMs, result?.cacheScope], [0, 'private'])
      const { contents } = result as { contents: { uri: string; mimeType: string; text: string }[] }
      const [content] = contents
      assert.deepEqual([content?.uri, content?.mimeType], [uri, 'application/json'])
      const { summary, ...status } = JSON.parse(content?.text ?? '') as Record<string, unknown>
      const tool = await expectToolResult(app, 'get_booking_status', { code: body.code })
      assert.deepEqual({ ...status, summary }, { summary, ...tool })
      assert.ok(String(summary).includes(body.code))
      await app.desk.confirm({ code: body.code, version: 1, actor: 'staff:1' })
      const again = (await legacy(app, 'resources/read', { uri: `${uri.toLowerCase()}/` })).body
      assert.match(JSON.stringify(again.result), /confirmed/)
    })

    it('has no resource for an unknown code', async () => {
      const { body } = await legacy(app, 'resources/read', { uri: 'booking://NOPE-1234' })
      assert.match(String(body.error?.message), /^Resource not found\. resources\/list and/)
    })
  })
}

describe('the result of a write', () => {
  it('links to the status of the booking', async () => {
    const { tools, request } = samples.restaurant
    const args = { ...tools.query, time: '12:00', ...personal, consent: true }
    const { content } = await callTool(apps.restaurant, tools.bookTool, args)
    const link = content.at(-1) as unknown as { type: string; uri: string; name: string }
    assert.equal(link.type, 'resource_link')
    assert.equal(link.uri, `booking://${link.name}`)
    const { status, party_size } = await expectToolResult(apps.restaurant, 'get_booking_status', {
      code: link.name,
    })
    assert.deepEqual([status, party_size], ['pending', request.party_size])
  })

  it('links to the status of an order, which says what happens next', async () => {
    const app = apps.spa
    const { content } = await callTool(app, 'request_gift_card', {
      amount: 500_000,
      delivery: 'zalo',
      recipient: 'Người Nhận',
      ...personal,
      consent: true,
    })
    const { name: code } = content.at(-1) as unknown as { name: string }
    const { structuredContent, content: texts } = await call(app, 'get_booking_status', {
      code,
      locale: 'en',
    })
    const { kind, status, what, total_vnd, next_step, status_url } = structuredContent ?? {}
    assert.deepEqual([kind, status, total_vnd], ['gift_card', 'pending_payment', 500_000])
    assert.match(String(what), /^Gift card; /)
    assert.match(String(next_step), /awaits a bank transfer/)
    assert.equal(status_url, `${base}/en/order/${code}`)
    assert.doesNotMatch(JSON.stringify([structuredContent, texts]), /Bí Mật|Người Nhận|345 ?679/)
  })

  it('has no link after a dry run, or without a code', async () => {
    const { tools } = samples.restaurant
    const args = { ...tools.query, time: '12:30', ...personal, consent: true, dry_run: true }
    const dryRun = await callTool(apps.restaurant, tools.bookTool, args)
    assert.ok(dryRun.content.every(({ type }) => type === 'text'))
    const callback = { ...personal, message: 'Gọi lại cho tôi', consent: true }
    const lead = await callTool(apps.restaurant, 'submit_contact_request', callback)
    assert.ok(lead.content.every(({ type }) => type === 'text'))
  })
})
