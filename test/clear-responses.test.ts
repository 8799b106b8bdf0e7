/** Error messages that say what to enter instead; guests see them. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { problemTable } from '../src/kernel/problem-table.ts'
import { book, table } from './support/booking.ts'
import { openBefore } from './support/lifetime.ts'
import { startShop } from './support/shop.ts'

const app = openBefore(() => startShop('restaurant', { writeLimit: 1000 }))

describe('rejected field', () => {
  const wrong: [fields: Record<string, unknown>, name: string, expected: RegExp][] = [
    [{ email: 'lan at example' }, 'email', /^Write an email address such as lan@example\.com\.$/],
    [{ date: '2026-11-31' }, 'date', /^The calendar has no day 2026-11-31; /],
    [{ date: '31/11/2026' }, 'date', /^Write a date as YYYY-MM-DD/],
    [{ party_size: 0 }, 'party_size', /^Write a whole number from 1 to 14\.$/],
    [{ party_size: 'many' }, 'party_size', /^Write a whole number from 1 to 14\.$/],
    [{ party_size: 15 }, 'party_size', /^For 15 guests or more please call/],
  ]
  for (const [fields, name, expected] of wrong) {
    it(`has a message that says what to enter: ${JSON.stringify(fields)}`, async () => {
      const { status, body } = await book(app, { ...table, locale: 'en', ...fields })
      assert.equal(status, 422)
      assert.equal(body.fields.length, 1)
      assert.equal(body.fields[0]?.name, name)
      assert.match(body.fields[0]?.message ?? '', expected)
    })
  }

  it('is rejected the same way for availability', async () => {
    const response = await app.get('/api/availability?date=2026-11-20&party_size=0&locale=en')
    assert.equal(response.status, 400)
    assert.match(await response.text(), /Write a whole number from 1 to 14\./)
  })
})

describe('malformed request', () => {
  it('with JSON in a form body gets the advice to send application/json', async () => {
    const response = await app.get('/api/booking?locale=en', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: JSON.stringify(table),
    })
    assert.equal(response.status, 403)
    const { detail } = (await response.json()) as { detail: string }
    assert.match(detail, /Programs send JSON \(Content-Type: application\/json\)/)
  })

  it('with a wrong method lists the allowed methods in the body', async () => {
    const response = await app.get('/api/booking?locale=en', { method: 'DELETE' })
    assert.equal(response.status, 405)
    const { detail } = (await response.json()) as { detail: string }
    assert.equal(detail, `This URL supports only ${response.headers.get('allow')}.`)
    assert.match(detail, /POST/)
  })
})

describe('problem table for integrators', () => {
  it('contains every problem, with its status', () => {
    const text = readFileSync(new URL('../docs/integration.md', import.meta.url), 'utf8')
    for (const [code, { status }] of Object.entries(problemTable)) {
      const rows = text.split('\n').filter((line) => line.startsWith(`| ${status} |`))
      assert.ok(
        rows.some((row) => row.includes(`\`${code}\``)),
        `${status} ${code}`,
      )
    }
  })
})
