/** Nothing is written without the guest's yes; a client that can ask him is let ask. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rowCounts } from './support/booking.ts'
import { type Asked, callTool, legacy, modern, type ToolAnswer, type Wire } from './support/mcp.ts'
import { type Running, startShop } from './support/shop.ts'

const name = 'request_reservation'
const wish = {
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

const canAsk: Asked = { capabilities: { elicitation: {} } }
const yes = { consent: { action: 'accept', content: { agree: true } } }

type Question = {
  resultType: string
  requestState: string
  inputRequests: { consent: { method: string; params: Record<string, unknown> } }
}

const app = await startShop('restaurant', { writeLimit: 100 })

async function ask(given: object = wish): Promise<Question> {
  const { body } = await modern(app, 'tools/call', { name, arguments: given }, canAsk)
  return body.result as unknown as Question
}

const reply = (requestState: unknown, inputResponses: unknown, given: object = wish) =>
  modern(app, 'tools/call', { name, arguments: given, requestState, inputResponses }, canAsk)

const codeOf = ({ body }: Wire) =>
  (body.result as { structuredContent: { code: string } }).structuredContent.code

const bookings = async (of: Running = app) => (await rowCounts(of)).bookings ?? 0

describe('a client that cannot ask', () => {
  for (const [what, given] of [
    ['no consent', wish],
    ['consent false', { ...wish, consent: false }],
  ] as const) {
    it(`is refused with everything to read out: ${what}`, async () => {
      const before = await rowCounts(app)
      const answer = await callTool(app, name, given)
      assert.equal(answer.isError, true)
      const problem = JSON.parse(answer.content[0]?.text ?? '') as Record<string, unknown>
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
      const answer = await callTool(app, name, { ...wish, consent })
      assert.equal(answer.isError, true, String(consent))
    }
  })

  it('is not asked in a 2025 version, nor where only addresses can be shown', async () => {
    const old = await legacy(app, 'tools/call', { name, arguments: wish })
    assert.equal((old.body.result as unknown as ToolAnswer).isError, true)
    const asked = { capabilities: { elicitation: { url: {} } } }
    assert.equal((await callTool(app, name, wish, asked)).isError, true)
  })
})

describe('a client that can ask', () => {
  it('gets every detail and the consent text to show', async () => {
    const question = await ask()
    assert.equal(question.resultType, 'input_required')
    const { method, params } = question.inputRequests.consent
    assert.equal(method, 'elicitation/create')
    for (const detail of ['18:30', 'Peanuts', 'Fish', '+84912345678', 'Gần cửa sổ', 'I agree']) {
      assert.ok(String(params.message).includes(detail), detail)
    }
  })

  it('books when the guest agrees, and once however often that is sent', async () => {
    const before = await bookings()
    const { requestState } = await ask()
    const [first, again] = [await reply(requestState, yes), await reply(requestState, yes)]
    const codes = [first, again].map(codeOf)
    assert.equal(codes[0], codes[1])
    assert.equal(await bookings(), before + 1)
  })

  it('books once when the yes arrives many times at once', async () => {
    const before = await bookings()
    const { requestState } = await ask()
    const answers = await Promise.all(Array.from({ length: 8 }, () => reply(requestState, yes)))
    const codes = answers.map(codeOf)
    assert.equal(new Set(codes).size, 1)
    assert.equal(await bookings(), before + 1)
  })

  for (const [what, answer] of [
    ['declines', { action: 'decline' }],
    ['closes the form', { action: 'cancel' }],
    ['does not tick', { action: 'accept', content: { agree: false } }],
  ] as const) {
    it(`sends nothing when the guest ${what}, and the question is used up`, async () => {
      const before = await bookings()
      const { requestState } = await ask()
      const { body } = await reply(requestState, { consent: answer })
      assert.equal(body.result?.isError, true)
      const after = await reply(requestState, yes)
      assert.equal(after.body.error?.code, -32602)
      assert.equal(await bookings(), before)
    })
  }

  it('asks again where the answer is missing or strange', async () => {
    for (const answers of [undefined, {}, { other: 1 }, { consent: { action: 'accept' } }]) {
      const { requestState } = await ask()
      const { body } = await reply(requestState, answers)
      assert.equal(body.result?.resultType, 'input_required')
      assert.notEqual(body.result?.requestState, requestState)
    }
  })

  it('takes no yes without the question, and none to another question', async () => {
    const before = await bookings()
    const { body } = await modern(
      app,
      'tools/call',
      { name, arguments: wish, inputResponses: yes },
      canAsk,
    )
    assert.equal(body.result?.resultType, 'input_required')
    const { requestState } = await ask()
    for (const given of [
      { ...wish, party_size: 5 },
      { ...wish, phone: '0987 654 321' },
    ]) {
      assert.equal((await reply(requestState, yes, given)).body.error?.code, -32602)
    }
    const other = await modern(
      app,
      'tools/call',
      { name: 'submit_contact_request', arguments: wish, requestState, inputResponses: yes },
      canAsk,
    )
    assert.equal(other.body.error?.code, -32602)
    assert.equal(await bookings(), before)
  })

  it('refuses a state that was tampered with or is too old', async () => {
    const before = await bookings()
    const { requestState } = await ask()
    const [text = '', signature = ''] = requestState.split('.')
    for (const forged of [`${text}x.${signature}`, `${text}.${signature.slice(1)}x`, text, 5, '']) {
      assert.equal((await reply(forged, yes)).body.error?.code, -32602, String(forged))
    }
    app.clock.now += 11 * 60_000
    assert.equal((await reply(requestState, yes)).body.error?.code, -32602)
    app.clock.now -= 11 * 60_000
    assert.equal(await bookings(), before)
  })

  it('does not ask for what cannot be had', async () => {
    const { body } = await modern(
      app,
      'tools/call',
      { name, arguments: { ...wish, date: '2026-11-16', weekday: 'monday' } },
      canAsk,
    )
    assert.equal(body.result?.isError, true)
  })

  it('counts and stores nothing by asking', async () => {
    const before = await rowCounts(app)
    await ask()
    assert.deepEqual(await rowCounts(app), before)
  })
})
