/**
 * How many taps and page loads a booking or a search for dishes takes on a phone, from the home page.
 * `test/support/journey.ts` says what counts. Before the panel, with one page for each step: a table took 7 taps and 6
 * page loads, a treatment 9 and 8. Two allergens could not be filtered at all.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { guest } from '../support/booking.ts'
import { type BrowserShop, openBrowser, type Page, startBrowserShop } from '../support/browser.ts'
import { keyboard } from '../support/input-methods.ts'
import { type Journey, startJourney } from '../support/journey.ts'
import { openForEachTrade, type TradeName } from '../support/shop.ts'

const { skip, newPage } = openBrowser()
const shops = openForEachTrade((trade) => startBrowserShop(trade))

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

type Goal = {
  trade: TradeName
  name: string
  /** The links to tap, in order. */
  choices: readonly RegExp[]
  start?: string
  maxTaps: number
  maxLoads: number
  /** What the API says about the booking. */
  expected: Readonly<Record<string, unknown>>
}

const goals: readonly Goal[] = [
  {
    trade: 'restaurant',
    name: 'a table for two on the day after the first open one',
    choices: [/^T4 18\/11$/, /^19:00/],
    ...{ maxTaps: 5, maxLoads: 2 },
    expected: { party_size: 2, starts_at: '2026-11-18T19:00:00+07:00' },
  },
  {
    trade: 'restaurant',
    name: 'a table with a set meal, from the page of the set',
    start: '/set-meals/mam-bon-nguoi',
    choices: [/^T4 18\/11$/, /^18:00/],
    ...{ maxTaps: 5, maxLoads: 2 },
    expected: { party_size: 4, starts_at: '2026-11-18T18:00:00+07:00' },
  },
  {
    trade: 'spa',
    name: 'a massage with anyone on the next day',
    choices: [/^Massage cổ vai gáy/, /^Ngày mai 17\/11$/, /^15:00/],
    ...{ maxTaps: 6, maxLoads: 3 },
    expected: { starts_at: '2026-11-17T15:00:00+07:00' },
  },
  {
    trade: 'salon',
    name: 'a haircut with anyone on the next day',
    choices: [/^Cắt tóc nam/, /^Ngày mai 17\/11$/, /^15:00/],
    ...{ maxTaps: 6, maxLoads: 3 },
    expected: { starts_at: '2026-11-17T15:00:00+07:00' },
  },
]

/** From the start page to the status page; returns the code of the booking. */
async function book(page: Page, app: BrowserShop, journey: Journey, goal: Goal): Promise<string> {
  const panel = page.locator('#booking')
  for (const name of goal.choices) await journey.tap(panel.getByRole('link', { name }).first())
  await journey.write(panel.getByLabel('Tên của bạn'), guest.name)
  app.clock.now += 5_000
  await journey.write(panel.getByLabel('Số điện thoại'), guest.phone)
  await journey.tap(panel.getByRole('button', { name: 'Xem lại' }))
  await page.waitForURL(/step=review/)
  await journey.tap(page.locator('#consent'))
  await journey.tap(page.getByRole('button', { name: 'Gửi yêu cầu' }))
  await page.waitForURL(/\/booking\/[A-Z]{3}-/)
  return page.url().split('/').at(-1) ?? ''
}

describe('a booking on a phone', { skip }, () => {
  for (const goal of goals) {
    for (const hasScript of [true, false]) {
      it(`${hasScript ? 'with' : 'without'} JavaScript: ${goal.name} (${goal.trade})`, async (t) => {
        const app = shops[goal.trade]
        const page = await newPage({ ...phone, javaScriptEnabled: hasScript })
        await page.goto(`${app.address}${goal.start ?? '/'}`)
        const journey = startJourney(page)
        const code = await book(page, app, journey, goal)
        const { taps, loads } = journey
        t.diagnostic(`${goal.trade}: ${taps} taps, ${loads} page loads`)
        assert.ok(taps <= goal.maxTaps, `${taps} taps`)
        if (hasScript) assert.ok(loads <= goal.maxLoads, `${loads} page loads`)
        const booking = (await app.json(`/api/booking/${code}`)) as Record<string, unknown>
        assert.partialDeepStrictEqual(booking, { status: 'pending', ...goal.expected })
        await app.desk.cancel({ code, version: 1, actor: 'test', reason: 'room for the next' })
      })
    }
  }
})

describe('dishes without peanuts and soy, on a phone', { skip }, () => {
  const restaurant = shops.restaurant

  const expectDishes = async (page: Page) => {
    const { offers } = (await restaurant.json(
      '/api/offers?limit=100&exclude_allergens=peanuts,soy',
    )) as { offers: { id: string; kind: string }[] }
    const expected = offers.filter(({ kind }) => kind === 'dish').map(({ id }) => `/menu/${id}`)
    const rows = page.locator('.offer-rows h3 a')
    const addresses = await rows.evaluateAll((links) =>
      links.map((link) => link.getAttribute('href') ?? ''),
    )
    const shown = addresses.map((href) => href.replace('?without=peanuts,soy', ''))
    assert.equal(shown.length, 20)
    assert.deepEqual(shown, expected)
    const text = await page.locator('.list-result').innerText()
    assert.match(text, /Công thức không có lạc, không có đậu nành: 20 trong 31 món/)
    assert.deepEqual(new URL(page.url()).searchParams.getAll('without'), ['peanuts', 'soy'])
  }

  for (const hasScript of [true, false]) {
    it(`${hasScript ? 'with' : 'without'} JavaScript: 5 taps and 3 page loads at most`, async (t) => {
      const page = await newPage({ ...phone, javaScriptEnabled: hasScript })
      await page.goto(restaurant.address)
      const journey = startJourney(page)
      await journey.tap(page.locator('a[href="/menu"] >> visible=true').first())
      await page.waitForURL(/\/menu$/)
      const filter = page.locator('.filter')
      await journey.tap(filter.locator('summary'))
      await journey.tap(filter.getByText('Lạc', { exact: true }))
      await journey.tap(filter.getByText('Đậu nành', { exact: true }))
      const name = hasScript ? 'Xem 20 món' : 'Xem 31 món'
      await journey.tap(filter.getByRole('button', { name }))
      await page.waitForURL(/without=.*#results$/)
      await expectDishes(page)
      const { taps, loads } = journey
      t.diagnostic(`${taps} taps, ${loads} page loads`)
      assert.ok(taps <= 5, `${taps} taps`)
      assert.ok(loads <= 3, `${loads} page loads`)
      await page.context().close()
    })
  }

  it('with the keyboard only', async () => {
    const page = await newPage(phone)
    await page.goto(`${restaurant.address}/menu`)
    const filter = page.locator('.filter')
    await keyboard.press(filter.locator('summary'))
    await keyboard.tick(filter.getByLabel('Lạc'))
    await keyboard.tick(filter.getByLabel('Đậu nành'))
    await keyboard.press(filter.getByRole('button'))
    await page.waitForURL(/without=.*#results$/)
    await expectDishes(page)
    await page.context().close()
  })

  it('go with the guest into the booking, where one tap removes each', async () => {
    const page = await newPage({ ...phone, javaScriptEnabled: false })
    await page.goto(`${restaurant.address}/menu?without=peanuts,soy`)
    await page.locator('header a.button').tap()
    const panel = page.locator('#booking')
    await panel.getByRole('link', { name: /^T4 18\/11$/ }).tap()
    await panel.getByRole('link', { name: /^19:00/ }).tap()
    const soy = panel.getByLabel('Đậu nành')
    await soy.waitFor()
    assert.deepEqual(
      [await panel.getByLabel('Lạc').isChecked(), await soy.isChecked()],
      [true, true],
    )
    await soy.tap()
    assert.equal(await soy.isChecked(), false)
    await page.context().close()
  })
})
