/** Recorded mistakes of models: unambiguous input is read, and an error says who corrects it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { salon, spa } from './mistakes/appointments.ts'
import type { Mistake } from './mistakes/mistake.ts'
import { restaurant } from './mistakes/restaurant.ts'
import { call, type ToolCallResult } from './support/assistant.ts'
import { openForEachTrade, type RunningShop, startShop } from './support/shop.ts'

/** Wednesday 18 November 2026, 09:00 in Vietnam. */
const wednesday = Date.UTC(2026, 10, 18, 2)

const apps = openForEachTrade((trade) => startShop(trade, { now: wednesday, writeLimit: 1000 }))

const maxErrorTokens = 150

const tables = [
  'bookings',
  'booking_guests',
  'booking_answers',
  'booking_changes',
  'orders',
  'leads',
  'outbox',
]

async function countRows({ store }: RunningShop): Promise<unknown[]> {
  return Promise.all(
    tables.map((table) =>
      store.read.get(`SELECT '${table}' AS name, count(*) AS rows FROM ${table}`),
    ),
  )
}

function checkError({ content }: ToolCallResult, { outcome }: Mistake): void {
  const text = content[0]?.text ?? ''
  const error = JSON.parse(text) as Record<string, unknown>
  assert.equal(error.who, outcome, text)
  assert.equal(error.stored, false)
  assert.ok(countTokens(text) <= maxErrorTokens, `${countTokens(text)} tokens: ${text}`)
  const known = [
    ...['who', 'field', 'code', 'message', 'choices', 'choice_names', 'nearest', 'retry_after'],
    'stored',
  ]
  assert.deepEqual(
    Object.keys(error).filter((name) => !known.includes(name)),
    [],
  )
  if (outcome === 'model') assert.doesNotMatch(text, /\bguests?\b|khách/i)
}

function contains(text: string, part: string | RegExp): boolean {
  return typeof part === 'string' ? text.includes(part) : part.test(text)
}

for (const { trade, valid, mistakes } of [restaurant, spa, salon]) {
  const app = apps[trade]

  describe(`a mistake with the tools of the ${trade}`, () => {
    for (const mistake of mistakes) {
      const { row, tool, sent, outcome, has, hasNot = [], locale = 'en' } = mistake
      const name = `${row === undefined ? '' : `${row}: `}${tool} ${JSON.stringify(sent)}`
      it(`${name} is ${outcome === 'read' ? 'read' : `corrected by the ${outcome}`}`, async () => {
        const before = await countRows(app)
        const result = await call(app, tool, { locale, ...valid[tool], ...sent })
        const text = result.content.map((one) => one.text).join('\n')
        assert.equal(result.isError ?? false, outcome !== 'read', text)
        if (outcome !== 'read') checkError(result, mistake)
        for (const part of has) assert.ok(contains(text, part), `no ${part} in ${text}`)
        for (const part of hasNot) assert.ok(!contains(text, part), `${part} in ${text}`)
        assert.deepEqual(await countRows(app), before)
      })
    }
  })
}

describe('the table of mistakes', () => {
  it('has a hundred rows, all sixty of the guide among them', () => {
    const all = [restaurant, spa, salon].flatMap(({ mistakes }) => mistakes)
    const rows = all.flatMap(({ row }) => row ?? []).sort((one, other) => one - other)
    assert.ok(all.length >= 100, String(all.length))
    assert.deepEqual(
      rows,
      Array.from({ length: 60 }, (_, index) => index + 1),
    )
  })
})
