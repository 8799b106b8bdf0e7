/** Nothing is written without the consent of the guest; a client that supports elicitation asks for it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { minute } from '../src/kernel/time.ts'
import { rowCounts } from './support/booking.ts'
import { openBefore } from './support/lifetime.ts'
import {
  type CallOptions,
  callTool,
  legacy,
  type McpResponse,
  modern,
  type ToolAnswer,
} from './support/mcp.ts'
import { loadSampleShop, type RunningShop, startShop } from './support/shop.ts'

const name = 'request_reservation'
const toolArguments = {
  date: '2026-11-20',
  weekday: 'friday',
  time: '18:30',
  party_size: 4,
  name: 'Nguyễn Thị Lan',
  phone: '0912 345 678',
  allergens: ['peanuts', 'fish'],
  note: 'Gần cửa sổ',
  locale: 'en',
}

const elicitationClient: CallOptions = { capabilities: { elicitation: {} } }
const yes = { consent: { action: 'accept', content: { agree: true } } }

type InputRequired = {
  resultType: string
  requestState: string
  inputRequests: { consent: { method: string; params: Record<string, unknown> } }
}

const app = openBefore(() => startShop('restaurant', { writeLimit: 100 }))

async function requestConsent(args: object = toolArguments): Promise<InputRequired> {
  const { body } = await modern(app, 'tools/call', { name, arguments: args }, elicitationClient)
  return body.result as unknown as InputRequired
}

const sendReply = (requestState: unknown, inputResponses: unknown, args: object = toolArguments) =>
  modern(
    app,
    'tools/call',
    { name, arguments: args, requestState, inputResponses },
    elicitationClient,
  )

const codeOf = ({ body }: McpResponse) =>
  (body.result as { structuredContent: { code: string } }).structuredContent.code

const bookings = async (of: RunningShop = app) => (await rowCounts(of)).bookings ?? 0

describe('a client without elicitation', () => {
  for (const [what, args] of [
    ['no consent', toolArguments],
    ['consent false', { ...toolArguments, consent: false }],
  ] as const) {
    it(`gets a preview with everything to read to the guest: ${what}`, async () => {
      const before = await rowCounts(app)
      const { isError, structuredContent: preview = {} } = await callTool(app, name, args)
      assert.equal(isError, undefined)
      assert.equal(preview.preview, true)
      assert.deepEqual(
        [preview.code, preview.status, preview.added],
        [undefined, undefined, undefined],
      )
      for (const detail of ['for 4', 'Friday 20 November 2026', '18:30', 'Peanuts', 'Fish']) {
        assert.ok(String(preview.read_back).includes(detail), detail)
      }
      assert.ok(String(preview.read_back).includes('Gần cửa sổ'))
      assert.match(String(preview.consent_text), /I agree/)
      assert.match(String(preview.send_with), /consent: true/)
      assert.deepEqual(await rowCounts(app), before)
    })
  }

  it('can only send true as consent, and learns why another value is none', async () => {
    const before = await rowCounts(app)
    for (const consent of ['true', '1', 1, {}]) {
      const { structuredContent } = await callTool(app, name, { ...toolArguments, consent })
      assert.equal(structuredContent?.preview, true, String(consent))
      assert.match(String(structuredContent?.summary), /boolean true/)
    }
    assert.deepEqual(await rowCounts(app), before)
  })

  it('gets no elicitation in a 2025 version, nor if it supports only URLs', async () => {
    const old = await legacy(app, 'tools/call', { name, arguments: toolArguments })
    const { structuredContent } = old.body.result as unknown as ToolAnswer
    assert.equal(structuredContent?.preview, true)
    const options = { capabilities: { elicitation: { url: {} } } }
    const answer = await callTool(app, name, toolArguments, options)
    assert.equal(answer.structuredContent?.preview, true)
  })
})

describe('a client with elicitation', () => {
  it('gets every detail and the consent text to show', async () => {
    const inputRequired = await requestConsent()
    assert.equal(inputRequired.resultType, 'input_required')
    const { method, params } = inputRequired.inputRequests.consent
    assert.equal(method, 'elicitation/create')
    for (const detail of ['18:30', 'Peanuts', 'Fish', '+84912345678', 'Gần cửa sổ', 'I agree']) {
      assert.ok(String(params.message).includes(detail), detail)
    }
  })

  it('gets the form even if the model sends consent, unless the owner turned it off', async () => {
    const before = await bookings()
    const args = { ...toolArguments, date: '2026-11-21', weekday: 'saturday', consent: true }
    assert.equal((await requestConsent(args)).resultType, 'input_required')
    assert.equal(await bookings(), before)
    const dryRun = await callTool(app, name, { ...args, dry_run: true }, elicitationClient)
    assert.equal(dryRun.structuredContent?.dry_run, true)
    const shop = loadSampleShop('restaurant')
    const business = { ...shop.business, assistants: { consent_form: false } }
    const trusting = await startShop('restaurant', { shop: { ...shop, business } })
    const { structuredContent } = await callTool(trusting, name, args, elicitationClient)
    assert.equal(structuredContent?.status, 'pending')
    assert.equal(await bookings(trusting), 1)
  })

  it('books once when the guest agrees, even if the answer is sent repeatedly', async () => {
    const before = await bookings()
    const { requestState } = await requestConsent()
    const [first, again] = [await sendReply(requestState, yes), await sendReply(requestState, yes)]
    const codes = [first, again].map(codeOf)
    assert.equal(codes[0], codes[1])
    assert.equal(await bookings(), before + 1)
  })

  it('books once when the answer arrives many times concurrently', async () => {
    // Within half an hour, the same request would be a duplicate of the previous one.
    app.clock.now += 31 * minute
    const before = await bookings()
    const { requestState } = await requestConsent()
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => sendReply(requestState, yes)),
    )
    const codes = responses.map(codeOf)
    assert.equal(new Set(codes).size, 1)
    assert.equal(await bookings(), before + 1)
  })

  for (const [what, inputResponse] of [
    ['declines', { action: 'decline' }],
    ['closes the form', { action: 'cancel' }],
    ['does not check the box', { action: 'accept', content: { agree: false } }],
  ] as const) {
    it(`sends nothing when the guest ${what}, and the question cannot be used again`, async () => {
      const before = await bookings()
      const { requestState } = await requestConsent()
      const { body } = await sendReply(requestState, { consent: inputResponse })
      const { isError, structuredContent } = body.result as unknown as ToolAnswer
      assert.deepEqual([isError, structuredContent?.declined], [undefined, true])
      assert.match(String(structuredContent?.summary), /Nothing was sent/)
      const after = await sendReply(requestState, yes)
      assert.equal(after.body.error?.code, -32602)
      assert.equal(await bookings(), before)
    })
  }

  it('asks again if the answer is missing or invalid', async () => {
    for (const inputResponses of [undefined, {}, { other: 1 }, { consent: { action: 'accept' } }]) {
      const { requestState } = await requestConsent()
      const { body } = await sendReply(requestState, inputResponses)
      assert.equal(body.result?.resultType, 'input_required')
      assert.notEqual(body.result?.requestState, requestState)
    }
  })

  it('rejects an answer without its question or to another question', async () => {
    const before = await bookings()
    const { body } = await modern(
      app,
      'tools/call',
      { name, arguments: toolArguments, inputResponses: yes },
      elicitationClient,
    )
    assert.equal(body.result?.resultType, 'input_required')
    const { requestState } = await requestConsent()
    for (const args of [
      { ...toolArguments, party_size: 5 },
      { ...toolArguments, phone: '0987 654 321' },
    ]) {
      assert.equal((await sendReply(requestState, yes, args)).body.error?.code, -32602)
    }
    const other = await modern(
      app,
      'tools/call',
      {
        name: 'submit_contact_request',
        arguments: toolArguments,
        requestState,
        inputResponses: yes,
      },
      elicitationClient,
    )
    assert.equal(other.body.error?.code, -32602)
    assert.equal(await bookings(), before)
  })

  it('rejects a state that was modified or has expired', async () => {
    const before = await bookings()
    const { requestState } = await requestConsent()
    const [text = '', signature = ''] = requestState.split('.')
    for (const forged of [`${text}x.${signature}`, `${text}.${signature.slice(1)}x`, text, 5, '']) {
      assert.equal((await sendReply(forged, yes)).body.error?.code, -32602, String(forged))
    }
    app.clock.now += 11 * 60_000
    assert.equal((await sendReply(requestState, yes)).body.error?.code, -32602)
    app.clock.now -= 11 * 60_000
    assert.equal(await bookings(), before)
  })

  it('does not ask for consent to an unavailable booking', async () => {
    const { body } = await modern(
      app,
      'tools/call',
      { name, arguments: { ...toolArguments, date: '2026-11-16', weekday: 'monday' } },
      elicitationClient,
    )
    assert.equal(body.result?.isError, true)
  })

  it('counts and stores nothing when it asks', async () => {
    const before = await rowCounts(app)
    await requestConsent()
    assert.deepEqual(await rowCounts(app), before)
  })
})
