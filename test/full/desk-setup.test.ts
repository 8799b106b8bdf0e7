/** Every trade from the sample to a shop of the owner, with all steps of the setup, and what is left of the sample. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formsOf, noticeOf, visibleTextOf } from '../support/screen.ts'
import { type TradeName, trades } from '../support/shop.ts'
import { openEditor, publishDraft } from '../support/shop-editor.ts'
import { answerStep, assertAnswered, ownAnswers } from '../support/shop-setup.ts'

const overview = '/shop/setup'

/** The places of a trade, and lines of its first offers. */
const tradeAnswers: Record<TradeName, { places: Record<string, string>; lines: string }> = {
  restaurant: {
    places: { 'seats.2': '3', 'seats.4': '4' },
    lines: 'Phở gà 55k\nPhở bò 65k\nĐỒ UỐNG\nTrà đá 5k',
  },
  spa: {
    places: {
      'person.0': 'Hạnh',
      'person.0.gender': 'female',
      'person.1': 'Tú',
      'person.1.gender': 'male',
      places: '2',
    },
    lines: 'Massage chân 60 phút 250k\nMassage toàn thân 90 phút 400k\nGội đầu 120k',
  },
  salon: {
    places: { 'person.0': 'Long', places: '2' },
    lines: "Cắt tóc nam 30' 100k\nGội sấy 45 phút 80k\nNhuộm 1h30 450k",
  },
}

async function answerAll(trade: TradeName, setup: Awaited<ReturnType<typeof openEditor>>) {
  const { app, owner } = setup
  const { places, lines } = tradeAnswers[trade]
  for (const [step, next] of [
    ['name', 'address'],
    ['address', 'phone'],
    ['phone', 'hours'],
    ['hours', 'places'],
  ] as const)
    await assertAnswered(await answerStep(app, owner, step, ownAnswers[step]), `/${next}`)
  await assertAnswered(await answerStep(app, owner, 'places', places), '/languages')
  await assertAnswered(await answerStep(app, owner, 'languages', { languages: 'vi' }), '/offers')
  const offers = await answerStep(app, owner, 'offers', { lines, minutes: '60', sample: 'remove' })
  await assertAnswered(offers, '/offers')
  await assertAnswered(
    await answerStep(app, owner, 'look', { palette: 'sea', display: 'lora' }),
    '',
  )
}

describe('the setup of a shop', () => {
  for (const trade of trades) {
    it(`turns the sample into a shop of the owner that takes bookings, ${trade}`, async () => {
      const setup = await openEditor(trade)
      const { app, owner, read, list } = setup
      await answerAll(trade, setup)
      const page = visibleTextOf(await owner.read(overview))
      assert.match(page, /Phở Gà Hàng Điếu/)
      assert.doesNotMatch(page, /của tiệm mẫu/)
      await publishDraft(owner)
      const business = read('business.yaml')
      for (const text of ['name: Phở Gà Hàng Điếu', 'latitude: 21.0335', 'zalo.me/84912345678'])
        assert.ok(business.includes(text), `${text} in ${business}`)
      assert.deepEqual(
        list().filter((file) => /^(articles\/|set-meals|memberships|faqs)/.test(file)),
        [],
      )
      const home = await (await app.get('/')).text()
      assert.match(home, /Phở Gà Hàng Điếu/)
      assert.doesNotMatch(home, /Khói Lam|Vườn Sương|Sợi Nắng/)
      const offers = (await app.json('/api/offers?limit=50')).offers as { id: string }[]
      const own = offers.filter(({ id }) => !id.startsWith('dat-ban'))
      assert.equal(own.length, 3, JSON.stringify(offers))
      const what = trade === 'restaurant' ? { party_size: 2 } : { offerId: own[0]?.id }
      const guest = { name: 'Lan', phone: '0987 654 321', consent: true }
      const request = { date: '2026-11-19', time: '09:00', ...what, ...guest }
      const answer = await app.post('/api/booking', request)
      assert.equal(answer.status, 202, await answer.text())
    })
  }

  for (const trade of trades) {
    it(`lists what is left of the sample until it is removed, ${trade}`, async () => {
      const { app, owner } = await openEditor(trade)
      const { lines } = tradeAnswers[trade]
      const offers = await answerStep(app, owner, 'offers', { lines, minutes: '60', sample: '' })
      await assertAnswered(offers, '/offers')
      const before = visibleTextOf(await owner.read(overview))
      assert.match(before, /Tên .* bài viết mẫu .* hình vẽ mẫu/)
      const removals = async () =>
        formsOf(await owner.read(overview)).filter(({ action }) => action === '/shop/setup-remove')
      for (let rest = await removals(); rest.length > 0; rest = await removals()) {
        const answer = await owner.post('/shop/setup-remove', rest[0]?.fields ?? {})
        assert.equal(answer.status, 303, noticeOf(await answer.text()))
      }
      for (const step of ['name', 'address', 'phone'] as const)
        await answerStep(app, owner, step, ownAnswers[step])
      assert.match(visibleTextOf(await owner.read(overview)), /Còn [12] chỗ của tiệm mẫu/)
      await answerStep(app, owner, 'places', tradeAnswers[trade].places)
      assert.doesNotMatch(visibleTextOf(await owner.read(overview)), /chỗ của tiệm mẫu/)
      await publishDraft(owner)
      assert.doesNotMatch(visibleTextOf(await owner.read('/shop')), /tiệm mẫu/)
    })
  }
})
