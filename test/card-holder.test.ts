/** The holder of a card sees its balance: on the page, over the API and through an assistant. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { expectToolError, expectToolResult } from './support/assistant.ts'
import { cardAt, numberIn, redeem, sellCard } from './support/cards.ts'
import { addStaff } from './support/desk.ts'
import { eraseBy, exportOf } from './support/guest-data-fixtures.ts'
import { openBefore } from './support/lifetime.ts'
import { visibleTextOf } from './support/screen.ts'
import { startShop } from './support/shop.ts'
import { openPage, pressButton } from './support/site-form.ts'

const app = openBefore(() => startShop('spa', { writeLimit: 100 }))
const mai = openBefore(() => addStaff(app, 'Mai'))

async function usedCard(): Promise<{ path: string; number: string }> {
  const path = await sellCard(mai)
  await redeem(mai, path, { amount: '150000' })
  return { path, number: numberIn(path) }
}

const balance = (body: object, headers: Record<string, string> = {}) =>
  app.post('/api/card/balance', body, headers)

describe('the balance of a card', () => {
  it('is returned for the number and the last four digits of the phone number, and changes nothing', async () => {
    const { number, path } = await usedCard()
    const before = await cardAt(app, path)
    for (const _ of [1, 2]) {
      const response = await balance({ number: number.toLowerCase(), phone_last4: '5678' })
      assert.equal(response.status, 200)
      assert.equal(response.headers.get('cache-control'), 'no-store')
      const body = (await response.json()) as Record<string, unknown>
      assert.deepEqual(body.balance, { amount: 350_000, currency: 'VND', display: '350.000 ₫' })
      assert.equal(body.valid_until, '2027-11-16')
      assert.deepEqual(
        (body.history as { change: number; display: string }[]).map(({ change, display }) => [
          change,
          display,
        ]),
        [
          [-150_000, 'Đã dùng: −150.000 ₫'],
          [500_000, 'Phát hành: +500.000 ₫'],
        ],
      )
      assert.ok(!JSON.stringify(body).includes('Lan'))
    }
    assert.deepEqual(await cardAt(app, path), before)
  })

  it('is refused in the same words for a wrong pair and for an unknown card', async () => {
    const { number } = await usedCard()
    const texts = await Promise.all(
      [
        { number, phone_last4: '0000' },
        { number: '0000-0000-0000', phone_last4: '5678' },
        { number: 'không phải số', phone_last4: '5678' },
      ].map(async (body) => {
        const response = await balance(body)
        assert.equal(response.status, 404)
        const { instance: _, ...problem } = (await response.json()) as Record<string, unknown>
        return JSON.stringify(problem)
      }),
    )
    assert.equal(new Set(texts).size, 1)
    assert.equal((await balance({ number, phone_last4: '' })).status, 422)
    assert.equal((await balance({ number })).status, 422)
  })

  it('is limited after wrong pairs, also for the right one, and right ones are not counted', async () => {
    const limited = await startShop('spa', { writeLimit: 3 })
    const staff = await addStaff(limited, 'Mai')
    const number = numberIn(await sellCard(staff))
    const ask = (phone_last4: string) => limited.post('/api/card/balance', { number, phone_last4 })
    for (let count = 0; count < 5; count++) assert.equal((await ask('5678')).status, 200)
    for (let count = 0; count < 3; count++) assert.equal((await ask('0000')).status, 404)
    const over = await ask('5678')
    assert.equal(over.status, 429)
    assert.ok(over.headers.get('retry-after'))
    await expectToolError(limited, 'get_card_balance', { number, phone_last4: '5678' })
  })

  it('is on the page of the card after the form, in both languages', async () => {
    const { number } = await usedCard()
    for (const [prefix, digits, left] of [
      ['', 'Bốn số cuối điện thoại', /Còn lại 350\.000 ₫/],
      ['/en', 'Last four digits', /Left 350,000 ₫/],
    ] as const) {
      const page = await openPage(app, `${prefix}/card/${number}`)
      assert.match(visibleTextOf(page.text), new RegExp(digits))
      assert.doesNotMatch(visibleTextOf(page.text), /350[.,]000/)
      assert.match(page.text, /name="phone_last4"[^>]* inputmode="numeric" maxlength="4"/)
      const wrong = await pressButton(app, page, { phone_last4: '1234' })
      assert.equal(wrong.status, 404)
      const shown = await pressButton(app, page, { phone_last4: '5678' })
      assert.equal(shown.status, 200)
      assert.match(visibleTextOf(shown.text), left)
      assert.equal(shown.location, null, 'the digits are not in a URL')
    }
    const unknown = await openPage(app, '/card/0000-0000-0000')
    const wrong = await pressButton(app, unknown, { phone_last4: '1234' })
    assert.equal(wrong.status, 404)
    const picture = await app.get(`/card/${number}/qr`)
    assert.equal(picture.headers.get('content-type'), 'image/png')
  })

  it('is returned to an assistant with the same pair', async () => {
    const { number } = await usedCard()
    const result = await expectToolResult<{ summary: string; left: string }>(
      app,
      'get_card_balance',
      { number, phone_last4: '0912 345 678', locale: 'en' },
    )
    assert.equal(result.left, '350,000 ₫')
    assert.match(result.summary, /350,000 ₫ left/)
    await expectToolError(app, 'get_card_balance', { number, phone_last4: '9999' })
  })
})

describe('the data of a holder', () => {
  it('is exported with the ledger, and erased without it', async () => {
    const own = { name: 'Đỗ Thị Riêng', phone: '0977 123 456', email: 'rieng@guest.example' }
    const path = await sellCard(mai, own)
    await redeem(mai, path, { amount: '100000' })
    const exported = (await exportOf(app, own.phone)).cards as Record<string, unknown>[]
    assert.equal(exported.length, 1)
    assert.equal((exported[0]?.ledger as unknown[] | undefined)?.length, 2)
    assert.equal(exported[0]?.name, own.name)
    await eraseBy(app, own.phone)
    const erased = await cardAt(app, path)
    assert.deepEqual([erased.phone, erased.email, erased.balance], ['', null, 400_000])
    assert.notEqual(erased.name, own.name)
    const entries = await app.store.read.all(
      'SELECT id FROM card_entries WHERE card_id = ?',
      erased.id,
    )
    assert.equal(entries.length, 2)
    const response = await balance({ number: numberIn(path), phone_last4: '3456' })
    assert.equal(response.status, 404)
    assert.equal(
      (await redeem(mai, path, { amount: '1000' })).status,
      303,
      'the number still counts',
    )
  })
})
