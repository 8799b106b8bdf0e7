/**
 * What guests do most often on the site, each from the page on which they start to what the API then says: a table, a
 * treatment, another time, a cancellation, a gift card, and dishes without allergens.
 */
import assert from 'node:assert/strict'
import { book, guest } from './booking.ts'
import type { BrowserShop, Locator, Page } from './browser.ts'
import type { Journey } from './journey.ts'
import { chooseInPanel } from './panel.ts'
import type { TradeName } from './shop.ts'

type Situation = {
  app: BrowserShop
  page: Page
  journey: Journey
  hasScript: boolean
}

type GuestJourney = {
  name: string
  trade: TradeName
  maxTaps: number
  /** With scripts; without them a page may be loaded for each choice. */
  maxLoads: number
  /** Prepares what the guest already has, and returns the path on which they start; by default the home page. */
  start?(app: BrowserShop, attempt: number): Promise<string>
  /** Does it, and checks the result. */
  run(situation: Situation): Promise<void>
}

const lastDigits = guest.phone.replaceAll(' ', '').slice(-4)
const digitsLabel = 'Bốn số cuối điện thoại đã đặt'

/** The token of a form is not accepted in the first seconds. */
const waitForToken = (app: BrowserShop) => {
  app.clock.now += 5_000
}

/** Presses what leads to another page, and waits for it. */
async function follow({ page, journey }: Situation, target: Locator, url: RegExp): Promise<void> {
  await journey.press(target)
  await page.waitForURL(url)
}

/** Until the script has put the free times into the panel. */
async function waitForTimes({ page, hasScript }: Situation): Promise<void> {
  if (hasScript) await page.locator('#booking:not([data-source])').waitFor()
}

const codeOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? ''

async function readJson(app: BrowserShop, path: string): Promise<Record<string, unknown>> {
  return (await app.json(path)) as Record<string, unknown>
}

type Booking = {
  choices: readonly RegExp[]
  /** What the API says about the booking. */
  expected: Readonly<Record<string, unknown>>
}

const bookWith =
  ({ choices, expected }: Booking): GuestJourney['run'] =>
  async (situation) => {
    const { app, page, journey } = situation
    const panel = page.locator('#booking')
    await waitForTimes(situation)
    for (const name of choices) await chooseInPanel(page, name, journey)
    await journey.write(panel.getByLabel('Tên của bạn'), guest.name)
    await journey.write(panel.getByLabel('Số điện thoại'), guest.phone)
    waitForToken(app)
    await follow(situation, panel.getByRole('button', { name: 'Xem lại' }), /step=review/)
    await journey.tick(page.locator('#consent'))
    const send = page.getByRole('button', { name: 'Gửi yêu cầu' })
    await follow(situation, send, /\/booking\/[A-Z]{3}-/)
    const code = codeOf(page)
    const booking = await readJson(app, `/api/booking/${code}`)
    assert.partialDeepStrictEqual(booking, { status: 'pending', ...expected })
    await app.desk.cancel({ code, version: 1, actor: 'test', reason: 'room for the next' })
  }

/** Opens the page of a booking on one of these days, another one for each attempt. */
const fromStatus =
  (dates: readonly string[]) =>
  async (app: BrowserShop, attempt: number): Promise<string> => {
    const request = { date: dates[attempt], time: '18:30', party_size: 2, ...guest }
    const { status, body } = await book(app, request)
    assert.equal(status, 202, JSON.stringify(body))
    return `/booking/${body.code}`
  }

async function requestMove(situation: Situation): Promise<void> {
  const { app, page, journey } = situation
  const code = codeOf(page)
  const panel = page.locator('#booking')
  await follow(situation, page.getByRole('link', { name: /^Đổi giờ/ }), /\/change/)
  await chooseInPanel(page, /^T6 20\/11$/, journey)
  await chooseInPanel(page, /^19:30/, journey)
  await journey.write(panel.getByLabel(digitsLabel), lastDigits)
  waitForToken(app)
  await journey.tick(page.locator('#consent'))
  const send = panel.getByRole('button', { name: 'Gửi yêu cầu dời' })
  await follow(situation, send, new RegExp(`/booking/${code}$`))
  await page.getByText('Bạn đã xin dời sang: Thứ Sáu 20/11/2026, 19:30').waitFor()
  assert.partialDeepStrictEqual(await readJson(app, `/api/booking/${code}`), {
    change_requested: true,
    requested_change: { kind: 'move', new_starts_at: '2026-11-20T19:30:00+07:00' },
  })
}

async function requestCancellation(situation: Situation): Promise<void> {
  const { app, page, journey } = situation
  const code = codeOf(page)
  const cancel = page.getByRole('link', { name: 'Huỷ lượt đặt này' })
  await follow(situation, cancel, /kind=cancel/)
  await journey.write(page.getByLabel(digitsLabel), lastDigits)
  waitForToken(app)
  await journey.tick(page.locator('#consent'))
  const send = page.getByRole('button', { name: 'Gửi yêu cầu huỷ' })
  await follow(situation, send, new RegExp(`/booking/${code}$`))
  await page.getByText('Bạn đã xin huỷ.').waitFor()
  const { requested_change } = await readJson(app, `/api/booking/${code}`)
  assert.partialDeepStrictEqual(requested_change, { kind: 'cancel' })
}

async function orderGiftCard(situation: Situation): Promise<void> {
  const { app, page, journey, hasScript } = situation
  const main = page.locator('main')
  await journey.press(page.getByRole('button', { name: 'Các trang' }))
  const giftCards = page.locator('header nav a[href="/gift-cards"]')
  await follow(situation, giftCards, /\/gift-cards$/)
  const amount = main.locator('a[href$="/order?amount=1000000"]').first()
  await follow(situation, amount, /amount=1000000$/)
  // The amount was chosen once, and is not asked for again.
  assert.equal(await page.locator('#amount').count(), 0)
  await journey.write(page.getByLabel('Tên trên thẻ'), 'Lan Anh')
  if (hasScript) await page.locator('.gift').getByText('Lan Anh').waitFor()
  await journey.choose(page.getByLabel('Thẻ giấy'))
  await journey.write(page.getByLabel('Tên của bạn'), guest.name)
  await journey.write(page.getByLabel('Số điện thoại'), guest.phone)
  waitForToken(app)
  await journey.tick(page.locator('#consent'))
  await follow(situation, page.getByRole('button', { name: 'Gửi đơn' }), /\/order\/THE-/)
  const facts = await page.locator('main dl').first().innerText()
  for (const text of ['Thẻ quà tặng', 'Lan Anh', '1.000.000', 'Thẻ giấy', '12 tháng'])
    assert.ok(facts.includes(text), `${text} in ${facts}`)
  const order = await readJson(app, `/api/order/${codeOf(page)}`)
  assert.partialDeepStrictEqual(order, { kind: 'gift_card', item: { amount: 1_000_000 } })
}

async function avoidAllergens(situation: Situation): Promise<void> {
  const { app, page, journey, hasScript } = situation
  const menu = page.locator('a[href="/menu"] >> visible=true').first()
  await follow(situation, menu, /\/menu$/)
  const filter = page.locator('.filter')
  await journey.press(filter.locator('summary'))
  await journey.tick(filter.getByLabel('Lạc'))
  await journey.tick(filter.getByLabel('Đậu nành'))
  const name = hasScript ? 'Xem 20 món' : 'Xem 31 món'
  await follow(situation, filter.getByRole('button', { name }), /without=.*#results$/)
  const { offers } = (await app.json('/api/offers?limit=100&exclude_allergens=peanuts,soy')) as {
    offers: { id: string; kind: string }[]
  }
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

/** The first six have a target; what they took before the panel is in the comments. */
export const guestJourneys: readonly GuestJourney[] = [
  {
    // 7 taps, 6 loads.
    name: 'a table for two on the day after the first open one',
    trade: 'restaurant',
    ...{ maxTaps: 5, maxLoads: 2 },
    run: bookWith({
      choices: [/^T4 18\/11$/, /^19:00/],
      expected: { party_size: 2, starts_at: '2026-11-18T19:00:00+07:00' },
    }),
  },
  {
    // 9 taps, 8 loads.
    name: 'a massage with anyone on the next day',
    trade: 'spa',
    ...{ maxTaps: 6, maxLoads: 3 },
    run: bookWith({
      choices: [/^Massage cổ vai gáy/, /^Ngày mai 17\/11$/, /^15:00/],
      expected: { starts_at: '2026-11-17T15:00:00+07:00' },
    }),
  },
  {
    // 10 taps, 2 loads.
    name: 'another day and time for a booking',
    trade: 'restaurant',
    ...{ maxTaps: 6, maxLoads: 3 },
    start: fromStatus(['2026-11-18', '2026-11-19', '2026-11-24']),
    run: requestMove,
  },
  {
    // 4 taps, 2 loads.
    name: 'a cancellation',
    trade: 'restaurant',
    ...{ maxTaps: 4, maxLoads: 2 },
    start: fromStatus(['2026-11-21', '2026-11-22', '2026-11-25']),
    run: requestCancellation,
  },
  {
    // 8 taps, 4 loads.
    name: 'a gift card of 1,000,000 ₫ on paper',
    trade: 'spa',
    ...{ maxTaps: 6, maxLoads: 3 },
    run: orderGiftCard,
  },
  {
    // Two allergens could not be filtered at all.
    name: 'dishes without peanuts and soy',
    trade: 'restaurant',
    ...{ maxTaps: 5, maxLoads: 3 },
    run: avoidAllergens,
  },
  {
    name: 'a table with a set meal, from the page of the set',
    trade: 'restaurant',
    start: async () => '/set-meals/mam-bon-nguoi',
    ...{ maxTaps: 5, maxLoads: 2 },
    run: bookWith({
      choices: [/^T4 18\/11$/, /^18:00/],
      expected: { party_size: 4, starts_at: '2026-11-18T18:00:00+07:00' },
    }),
  },
  {
    name: 'a haircut with anyone on the next day',
    trade: 'salon',
    ...{ maxTaps: 6, maxLoads: 3 },
    run: bookWith({
      choices: [/^Cắt tóc nam/, /^Ngày mai 17\/11$/, /^15:00/],
      expected: { starts_at: '2026-11-17T15:00:00+07:00' },
    }),
  },
]
