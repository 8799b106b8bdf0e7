/** Nothing is written without the guest's yes; a client that can ask him is let ask. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rowCounts } from './support/booking.ts'
import {
  type CallOptions,
  callTool,
  legacy,
  type McpResponse,
  modern,
  type ToolResponse,
} from './support/mcp.ts'
import { type RunningShop, startShop } from './support/shop.ts'

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

const app = await startShop('restaurant', { writeLimit: 100 })

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

describe('a client that cannot ask', () => {
  for (const [what, args] of [
    ['no consent', toolArguments],
    ['consent false', { ...toolArguments, consent: false }],
  ] as const) {
    it(`is refused with everything to read out: ${what}`, async () => {
      const before = await rowCounts(app)
      const result = await callTool(app, name, args)
      assert.equal(result.isError, true)
      const problem = JSON.parse(result.content[0]?.text ?? '') as Record<string, unknown>
      assert.deepEqual(
        (problem.fields as { name: string }[]).map((one) => one.name),
        ['consent'],
      )
      for (const detail of ['for 4', 'Friday 20 November 2026', '18:30', 'Peanuts', 'Fish']) {
        assert.ok(String(problem.read_back).includes(detail), detail)
      }
      assert.ok(String(problem.read_back).includes('Gần cửa sổ'))
      assert.match(String(problem.consent_text), /I agree/)
      assert.deepEqual(await rowCounts(app), before)
    })
  }

  it('cannot send consent as anything but true', async () => {
    for (const consent of ['true', '1', 1, null]) {
      const result = await callTool(app, name, { ...toolArguments, consent })
      assert.equal(result.isError, true, String(consent))
    }
  })

  it('is not asked in a 2025 version, nor where only addresses can be shown', async () => {
    const old = await legacy(app, 'tools/call', { name, arguments: toolArguments })
    assert.equal((old.body.result as unknown as ToolResponse).isError, true)
    const options = { capabilities: { elicitation: { url: {} } } }
    assert.equal((await callTool(app, name, toolArguments, options)).isError, true)
  })
})

describe('a client that can ask', () => {
  it('gets every detail and the consent text to show', async () => {
    const inputRequired = await requestConsent()
    assert.equal(inputRequired.resultType, 'input_required')
    const { method, params } = inputRequired.inputRequests.consent
    assert.equal(method, 'elicitation/create')
    for (const detail of ['18:30', 'Peanuts', 'Fish', '+84912345678', 'Gần cửa sổ', 'I agree']) {
      assert.ok(String(params.message).includes(detail), detail)
    }
  })

  it('books when the guest agrees, and once however often that is sent', async () => {
    const before = await bookings()
    const { requestState } = await requestConsent()
    const [first, again] = [await sendReply(requestState, yes), await sendReply(requestState, yes)]
    const codes = [first, again].map(codeOf)
    assert.equal(codes[0], codes[1])
    assert.equal(await bookings(), before + 1)
  })

  it('books once when the yes arrives many times at once', async () => {
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
    ['does not tick', { action: 'accept', content: { agree: false } }],
  ] as const) {
    it(`sends nothing when the guest ${what}, and the question is used up`, async () => {
      const before = await bookings()
      const { requestState } = await requestConsent()
      const { body } = await sendReply(requestState, { consent: inputResponse })
      assert.equal(body.result?.isError, true)
      const after = await sendReply(requestState, yes)
      assert.equal(after.body.error?.code, -32602)
      assert.equal(await bookings(), before)
    })
  }

  it('asks again where the answer is missing or strange', async () => {
    for (const inputResponses of [undefined, {}, { other: 1 }, { consent: { action: 'accept' } }]) {
      const { requestState } = await requestConsent()
      const { body } = await sendReply(requestState, inputResponses)
      assert.equal(body.result?.resultType, 'input_required')
      assert.notEqual(body.result?.requestState, requestState)
    }
  })

  it('takes no yes without the question, and none to another question', async () => {
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

  it('refuses a state that was tampered with or is too old', async () => {
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

  it('does not ask for what cannot be had', async () => {
    const { body } = await modern(
      app,
      'tools/call',
      { name, arguments: { ...toolArguments, date: '2026-11-16', weekday: 'monday' } },
      elicitationClient,
    )
    assert.equal(body.result?.isError, true)
  })

  it('counts and stores nothing by asking', async () => {
    const before = await rowCounts(app)
    await requestConsent()
    assert.deepEqual(await rowCounts(app), before)
  })
})
