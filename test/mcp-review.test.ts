/** Cases in which an assistant could be misled, or a guest could agree to something other than the booking. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { call, expectToolError, expectToolResult, type JsonRecord } from './support/assistant.ts'
import { openBefore } from './support/lifetime.ts'
import { modern, post } from './support/mcp.ts'
import { startShop } from './support/shop.ts'

const restaurant = openBefore(() => startShop('restaurant', { writeLimit: 100 }))
const spa = openBefore(() => startShop('spa', { writeLimit: 100 }))
const guest = { name: 'Nguyễn Thị Lan', phone: '0912 345 678' }

describe('health boxes', () => {
  it('are answered with the advice of the shop', async () => {
    for (const health of [['pregnant'], ['blood_pressure'], ['recent_surgery']]) {
      const advice = await expectToolResult<{
        suggestion: { service_id: string } | null
        why: string
      }>(spa, 'suggest_treatment', { body: ['tay-chan-lanh', 'moi-lung'], health, locale: 'en' })
      // What matches is not done in the first months of a pregnancy, and the month is not known.
      if (health.includes('pregnant')) assert.match(advice.why, /which month is it\?/)
      assert.ok(advice.suggestion, 'something is suggested')
      assert.match(advice.why, /the desk will call|ask a doctor|Tell us|Tell the desk/)
    }
  })

  it('are answered with the advice of the shop before the guest agrees', async () => {
    const { warnings } = await expectToolResult<{ warnings: string[] }>(
      spa,
      'request_appointment',
      {
        ...guest,
        service_id: 'massage-sa-chanh',
        date: '2026-11-20',
        time: '10:00',
        health: ['pregnant'],
        health_details: 'month 5',
        locale: 'en',
      },
    )
    assert.match(warnings.join(), /Warm stones and compresses are left out/)
  })
})

describe('the deadline for free changes', () => {
  it('is not mentioned once it has passed', async () => {
    const args = { ...guest, service_id: 'co-vai-gay', time: '18:00', consent: true, locale: 'en' }
    const soon = await expectToolResult(spa, 'request_appointment', { ...args, date: '2026-11-16' })
    assert.match(String(soon.read_back), /less than 12 hours left.*please call/)
    const later = await expectToolResult(spa, 'request_appointment', {
      ...args,
      date: '2026-11-18',
    })
    assert.match(String(later.read_back), /free to change or cancel until 06:00 on Wednesday/)
  })
})

describe('the consent of a guest', () => {
  it('is requested again when the therapist would change', async () => {
    const paramsOf = (name: string) => ({
      name: 'request_appointment',
      arguments: { ...guest, name, service_id: 'co-vai-gay', date: '2026-11-19', time: '10:00' },
    })
    const able = { capabilities: { elicitation: {} } }
    const openForm = async (name: string) => {
      const { body } = await modern(spa, 'tools/call', paramsOf(name), able)
      return {
        ...paramsOf(name),
        requestState: (body.result as { requestState: string }).requestState,
      }
    }
    const [one, same, other] = [await openForm('Lan'), await openForm('Lan'), await openForm('Hà')]
    const yes = { consent: { action: 'accept', content: { agree: true } } }
    const send = async (form: object) =>
      (await modern(spa, 'tools/call', { ...form, inputResponses: yes }, able)).body.result
    assert.equal((await send(one))?.resultType, 'complete')
    assert.equal((await send(other))?.resultType, 'input_required')
    const sentBefore = (await send(same)) as { structuredContent: JsonRecord }
    assert.equal(sentBefore.structuredContent.already_requested, true)
    const no = { consent: { action: 'decline' } }
    const late = { ...one, inputResponses: no }
    assert.equal((await modern(spa, 'tools/call', late, able)).body.error?.code, -32602)
  })

  it('is not requested if the write limit is reached', async () => {
    const full = await startShop('restaurant', { writeLimit: 0 })
    const table = { ...guest, date: '2026-11-20', time: '18:30', party_size: 2 }
    const problem = await expectToolError(full, 'request_reservation', { ...table, consent: true })
    assert.deepEqual([problem.who, problem.code], ['shop', 'rate-limited'])
    const params = { name: 'request_reservation', arguments: table }
    const able = { capabilities: { elicitation: {} } }
    const { body } = await modern(full, 'tools/call', params, able)
    assert.equal(body.result?.isError, true, 'no form')
    assert.equal((await expectToolResult(full, 'request_reservation', table)).preview, true)
  })
})

describe('errors', () => {
  it('contain no internals for arguments named like object properties', async () => {
    for (const name of ['constructor', '__proto__', 'toString']) {
      const result = await call(restaurant, 'get_menu', JSON.parse(`{"${name}": 1}`) as object)
      const text = result.content[0]?.text ?? ''
      assert.equal(result.isError, true)
      assert.doesNotMatch(text, /native code|\[object/)
    }
  })

  it('never refer a model to the description of the HTTP API', async () => {
    for (const [tool, args] of [
      ['check_table_availability', { date: '2026-11-20', weekday: 5 }],
      ['read_page', { path: 5 }],
      ['request_reservation', { ...guest, email: 'x', idempotency_key: 'short' }],
    ] as const) {
      const result = await call(restaurant, tool, args)
      assert.equal(result.isError, true)
      assert.doesNotMatch(result.content[0]?.text ?? '', /openapi/)
    }
  })

  it('report a wrong phone number and a wrong policy code together', async () => {
    const problem = await expectToolError(restaurant, 'request_reservation', {
      name: 'Lan',
      phone: '12',
      date: '2026-11-20',
      time: '18:30',
      party_size: 10,
      policy_code: 'policy-000000',
      consent: true,
    })
    for (const part of ['không tồn tại', 'policy_code']) {
      assert.ok(problem.message.includes(part), problem.message)
    }
  })

  it('treat null as a missing argument', async () => {
    const query = { date: '2026-11-20', month: null, table_type: null, party_size: 2 }
    assert.equal((await expectToolResult(restaurant, 'check_table_availability', query)).open, true)
  })

  it('explain why a month has no free times', async () => {
    for (const [month, expected] of [
      ['2026-10', /past/],
      ['2027-06', /60 days ahead/],
    ] as const) {
      const availability = await expectToolResult(restaurant, 'check_table_availability', {
        month,
        locale: 'en',
      })
      assert.match(String(availability.reason), expected)
    }
  })
})

describe('a dry run', () => {
  it('states that nothing was sent, and links to no page that does not exist', async () => {
    const args = { ...guest, date: '2026-11-20', time: '18:30', party_size: 2, locale: 'en' }
    const result = await call(restaurant, 'request_reservation', {
      ...args,
      consent: true,
      dry_run: true,
    })
    const { summary, dry_run, test, code, would_be, ...others } = result.structuredContent ?? {}
    assert.match(String(summary), /nothing was sent/i)
    assert.deepEqual([dry_run, test, others], [true, true, {}])
    assert.match(String(code), /^TEST-/)
    assert.match(JSON.stringify(would_be), /"time":"18:30".*"party_size":2.*"read_back"/)
    assert.doesNotMatch(result.content[0]?.text ?? '', /pending|recorded|status|\/booking\//)
  })
})

describe('protocol errors', () => {
  const rpc = (more: object) => ({ jsonrpc: '2.0', id: 7, method: 'tools/call', ...more })

  it('are returned for a name that is not a string', async () => {
    for (const name of [{ toString: 1 }, 5, null, ['x'], 'x'.repeat(9000)]) {
      const { status, body } = await post(restaurant, rpc({ params: { name } }))
      assert.deepEqual([status, body.error?.code], [200, -32602])
      assert.ok((body.error?.message.length ?? 0) < 200)
    }
    assert.doesNotMatch(restaurant.log.join(''), /"request failed"/)
  })

  it('do not tell a rejected origin which origins are allowed', async () => {
    const response = await restaurant.get('/mcp', {
      method: 'POST',
      headers: { origin: 'https://evil.example', 'content-type': 'application/json' },
      body: '{}',
    })
    assert.equal(response.status, 403)
    assert.equal(response.headers.get('access-control-allow-origin'), null)
  })

  it('are returned for an answer to a question of another shop', async () => {
    const able = { capabilities: { elicitation: {} } }
    const params = { name: 'submit_contact_request', arguments: guest }
    const { requestState } = (await modern(restaurant, 'tools/call', params, able)).body.result as {
      requestState: string
    }
    const other = await startShop('restaurant', { baseUrl: 'https://other.example' })
    const yes = { consent: { action: 'accept', content: { agree: true } } }
    const sent = { ...params, requestState, inputResponses: yes }
    assert.equal((await modern(other, 'tools/call', sent, able)).body.error?.code, -32602)
  })

  it('are returned for prompts in an unsupported language or without required arguments', async () => {
    for (const args of [{ code: 'BAN', locale: 'fr' }, { code: ' ' }, { code: 'x'.repeat(900) }]) {
      const params = { name: 'cancel_a_table', arguments: args }
      const { body } = await modern(restaurant, 'prompts/get', params)
      assert.equal(body.error?.code, -32602, JSON.stringify(args).slice(0, 50))
    }
  })
})
