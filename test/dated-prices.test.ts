/** Prices with an effective date: every interface shows the price of the day in question. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatIssue } from '../src/content/content-errors.ts'
import { callWithConsent, expectToolResult, listTools } from './support/assistant.ts'
import { book, guest } from './support/booking.ts'
import { type Change, checkCopy } from './support/content-errors.ts'
import { addStaff } from './support/desk.ts'
import { openBefore } from './support/lifetime.ts'
import { nextPrice, openChangedShop, vietnamTime } from './support/priced-shops.ts'
import { openMailbox } from './support/receivers.ts'
import { partOf, visibleTextOf } from './support/screen.ts'
import { type RunningShop, startShop } from './support/shop.ts'

type Money = { amount: number; display: string }
type OfferRecord = { price: Money; next_price?: { from: string; price: Money } }

const treatments = 'treatments/2-massage-body.yaml'
const id = 'massage-sa-chanh'
const raisedSpa = () => openChangedShop('spa', nextPrice(treatments, id, '2027-01-01', 480_000))

const offerOf = async (app: RunningShop, offer: string) =>
  (await app.json(`/api/offers/${offer}?locale=en`)) as unknown as OfferRecord

/** Before and after the change, both bookable on 20 December 2026. */
const before = { ...guest, date: '2026-12-30', time: '10:00', offerId: id }
const after = { ...before, date: '2027-01-06' }

describe('a treatment whose price changes on 1 January', () => {
  const mailbox = openBefore(() => openMailbox())
  const app = openBefore(() =>
    startShop('spa', {
      shop: raisedSpa(),
      now: vietnamTime('2026-12-20', '09:00'),
      writeLimit: 1000,
      notifications: { SMTP_URL: mailbox.url, MAIL_FROM: 'spa@vuonsuong.example' },
    }),
  )
  const mai = openBefore(() => addStaff(app, 'Mai'))

  it('has the price of today, and announces the next one', async () => {
    const { price, next_price } = await offerOf(app, id)
    assert.equal(price.amount, 450_000)
    assert.deepEqual(next_price, {
      from: '2027-01-01',
      price: { amount: 480_000, currency: 'VND', display: '480,000 ₫' },
    })
    const page = await (await app.get(`/en/treatments/${id}`)).text()
    assert.match(page, /From 1 January 2027: 480,000\u00a0₫\./)
    assert.match(
      await (await app.get(`/treatments/${id}`)).text(),
      /Từ 1\/1\/2027: 480\.000\u00a0₫\./,
    )
    const { markdown } = await expectToolResult<{ markdown: string }>(app, 'get_pricing', {
      locale: 'en',
    })
    assert.match(markdown, /: 450,000 ₫ \(From 1 January 2027: 480,000 ₫\)/)
    assert.equal((await offerOf(app, 'co-vai-gay')).next_price, undefined)
  })

  it('changes the price of a membership that is computed from it', async () => {
    const { price, next_price } = await offerOf(app, 'the-muoi-lan')
    assert.equal(price.amount, 450_000 * 8.5)
    assert.equal(next_price?.price.amount, 480_000 * 8.5)
  })

  it('has the price of the requested day in availability', async () => {
    const priceOn = async (date: string) =>
      ((await app.json(`/api/availability?date=${date}&offerId=${id}`)).price as Money).amount
    assert.equal(await priceOn('2026-12-31'), 450_000)
    assert.equal(await priceOn('2027-01-01'), 480_000)
    type Days = { days: { date: string; price: Money }[] }
    const range = `date=2026-12-31&to_date=2027-01-01&offerId=${id}`
    const { days } = (await app.json(`/api/availability?${range}`)) as Days
    assert.deepEqual(
      days.map(({ price }) => price.amount),
      [450_000, 480_000],
    )
    const slots = { service_id: id, locale: 'en' }
    const day = await expectToolResult(app, 'check_slots', { ...slots, date: '2027-01-06' })
    assert.equal(day.price_vnd, 480_000)
  })

  it('has the price of the requested day on the booking pages', async () => {
    const step = `/en/booking?offerId=${id}&therapist=any&date=`
    const later = await (await app.get(`${step}${after.date}`)).text()
    assert.match(later, /The price on this day: 480,000\u00a0₫\./)
    const sooner = await (await app.get(`${step}${before.date}`)).text()
    assert.doesNotMatch(sooner, /The price on this day/)
  })

  it('has the price of its day in the response, the status, the emails and on the desk', async () => {
    const dryRun = await app.post('/api/booking?dry_run=1', after)
    assert.equal(((await dryRun.json()) as { price: Money }).price.amount, 480_000)
    const sooner = await book(app, before)
    assert.equal((sooner.body.price as Money).amount, 450_000)
    const later = await book(app, { ...after, email: 'lan@example.com', locale: 'en' })
    assert.equal(later.status, 202, JSON.stringify(later.body))
    const { code } = later.body
    const status = (await app.json(`/api/booking/${code}`)) as { price: Money }
    assert.equal(status.price.display, '480.000 ₫')
    assert.match(
      visibleTextOf(await (await app.get(`/en/booking/${code}`)).text()),
      /Price 480,000 ₫/,
    )
    await app.dispatch()
    const mail = mailbox.mails.splice(0).map(({ text }) => text)
    assert.match(mail.join('\n'), /Price: +480,000 ₫/)
    assert.match(visibleTextOf(await mai.read(`/bookings/${code}`)), /Giá 480\.000 ₫/)
  })

  it('has the price of its day in the preview of an assistant', async () => {
    type Preview = { preview: { read_back: string } }
    const request = {
      ...{ service_id: id, date: after.date, time: '14:00', locale: 'en' },
      ...{ name: guest.name, phone: '0987 654 321' },
    }
    const shown = await expectToolResult<Preview & { read_back: string }>(
      app,
      'request_appointment',
      request,
    )
    assert.match(JSON.stringify(shown), /480,000 ₫/)
    assert.doesNotMatch(JSON.stringify(shown), /450,000 ₫/)
    const { structuredContent } = await callWithConsent(app, 'request_appointment', request)
    assert.equal(structuredContent?.price_vnd, 480_000)
  })

  it('changes cached pages and responses at midnight in Vietnam, without a restart', async () => {
    app.clock.now = vietnamTime('2026-12-31', '23:59')
    await app.appHost.refresh()
    const path = `/api/offers/${id}?locale=en`
    const etag = (await app.get(path)).headers.get('etag') ?? ''
    assert.match(await (await app.get('/en/treatments')).text(), /450,000\u00a0₫ · 60 minutes/)
    app.clock.now = vietnamTime('2027-01-01', '00:00')
    await app.appHost.refresh()
    const response = await app.get(path, { headers: { 'if-none-match': etag } })
    assert.equal(response.status, 200)
    const { price, next_price } = (await response.json()) as OfferRecord
    assert.deepEqual([price.amount, next_price], [480_000, undefined])
    const list = await (await app.get('/en/treatments')).text()
    const card = partOf(list, `href="/en/treatments/${id}"`, '</li>')
    assert.match(card, /480,000\u00a0₫ · 60 minutes/)
    assert.doesNotMatch(await (await app.get(`/en/treatments/${id}`)).text(), /From 1 January/)
    assert.equal((await offerOf(app, 'the-muoi-lan')).price.amount, 480_000 * 8.5)
  })

  it('keeps the price that was shown for a booking', async () => {
    app.clock.now = vietnamTime('2027-01-02', '09:00')
    const { body } = await book(app, { ...after, time: '16:00', phone: '0909 111 222' })
    await app.appHost.replace(
      openChangedShop('spa', nextPrice(treatments, id, '2027-01-01', 520_000)),
    )
    const readPrice = async () =>
      ((await app.json(`/api/booking/${body.code}`)) as { price: Money }).price.amount
    assert.equal(await readPrice(), 480_000)
    const move = { code: body.code, actor: 'staff:test', time: '17:00' }
    await app.desk.move({ ...move, version: 1, date: after.date })
    assert.equal(await readPrice(), 480_000, 'at another time of the day')
    await app.desk.move({ ...move, version: 2, date: '2027-01-07' })
    assert.equal(await readPrice(), 520_000, 'on another day')
    const next = await book(app, { ...after, date: '2027-01-08', phone: '0909 333 444' })
    assert.equal((next.body.price as Money).amount, 520_000)
  })
})

describe('a price that changes beyond the days that can be booked', () => {
  it('is not announced before that day can be booked', async () => {
    const app = await startShop('spa', {
      shop: raisedSpa(),
      now: vietnamTime('2026-11-01', '09:00'),
    })
    assert.equal((await offerOf(app, id)).next_price, undefined)
    // The spa can be booked 60 days ahead.
    app.clock.now = vietnamTime('2026-11-02', '09:00')
    await app.appHost.refresh()
    assert.equal((await offerOf(app, id)).next_price?.from, '2027-01-01')
  })
})

describe('a dish whose price changes', () => {
  it('changes the set meals that contain it, for bookings of later days', async () => {
    const app = await startShop('restaurant', {
      shop: openChangedShop(
        'restaurant',
        nextPrice('menu/1-khoi-vi.yaml', 'nom-hoa-chuoi-tai-lon', '2026-12-01', 195_000),
      ),
    })
    const set = 'mam-hai-nguoi'
    const [today, later] = [await offerOf(app, set), '2026-12-04']
    const raised = today.next_price?.price.amount ?? 0
    assert.ok(raised > today.price.amount)
    const request = {
      ...{ date: later, time: '18:30', party_size: 2, set_menu_id: set, locale: 'en' },
      ...{ name: guest.name, phone: guest.phone },
    }
    const sent = await callWithConsent(app, 'request_reservation', request)
    assert.equal(sent.structuredContent?.price_vnd, raised)
    assert.ok(
      String(sent.structuredContent?.read_back).includes(today.next_price?.price.display ?? '?'),
    )
  })
})

describe('a salon service with prices by length', () => {
  it('may have a next price for each of them', async () => {
    const shop = openChangedShop('salon', (folder) =>
      folder.replace(
        'services/3-nhuom.yaml',
        'minutes: 120, price: 650000 }',
        'minutes: 120, price: 650000, next_price: { from: "2026-12-01", amount: 700000 } }',
      ),
    )
    const app = await startShop('salon', { shop })
    assert.equal((await offerOf(app, 'nhuom-mot-mau-ngan')).next_price?.price.amount, 700_000)
    assert.equal((await offerOf(app, 'nhuom-mot-mau-vai')).next_price, undefined)
  })
})

/** The notes about a changed copy of the spa on a day. */
const notesOn = (day: string, ...changes: readonly Change[]) =>
  openChangedShop('spa', ...changes)
    .notesOn(day)
    .map((note) => formatIssue(note, 'en'))
    .join('\n')

describe('the check of next prices', () => {
  it('proposes to tidy up a next price that has become the price', () => {
    const change = nextPrice(treatments, id, '2027-01-01', 480_000)
    const expected =
      /2-massage-body\.yaml line \d+, .*next price.*: this is the price since 2027-01-01; write price: 480000 and remove next_price/
    assert.match(notesOn('2027-01-01', change), expected)
    assert.doesNotMatch(notesOn('2026-12-31', change), /next_price/)
  })

  it('asks about a price that is the same, or far from the one before', () => {
    const notesAfter = (amount: number) =>
      checkCopy('spa', nextPrice(treatments, id, '2027-01-01', amount)).notes.en.join('\n')
    assert.match(notesAfter(450_000), /450,000 ₫ is the current price/)
    assert.match(notesAfter(4_800_000), /4,800,000 ₫ is far from the current price, 450,000 ₫/)
    assert.equal(notesAfter(480_000), '')
  })

  it('rejects a next price without a date, and one that belongs to no price', () => {
    const errorsAfter = (text: string) =>
      checkCopy('spa', (folder) =>
        folder.replace(treatments, /( {4}price: 450000\n)/, `$1    next_price: ${text}\n`),
      ).errors.en.join('\n')
    assert.match(errorsAfter('480000'), /next price/)
    assert.match(errorsAfter('{ amount: 480000 }'), /from/)
    const salon = checkCopy('salon', (folder) =>
      folder.replace(
        'services/3-nhuom.yaml',
        '    by_length:\n',
        '    next_price: { from: "2027-01-01", amount: 700000 }\n    by_length:\n',
      ),
    )
    assert.match(salon.errors.en.join('\n'), /the price of Nhuộm một màu is not clear/)
  })
})

describe('VAT rates', () => {
  const addRate =
    (line: string): Change =>
    (folder) => {
      const rate = '      - { from: "2025-07-01", percent: 8 }\n'
      folder.replace('business.yaml', rate, `${rate}      ${line}\n`)
    }

  it('are checked: from 1 December 2026 on, a note says that the reduced rate ends, with the line to paste', () => {
    const expected =
      /business\.yaml line \d+, .*: the rate of 8% applies until 2026-12-31 only; write - \{ from: "2027-01-01", percent: 10 \}/
    assert.doesNotMatch(notesOn('2026-11-30'), /8%/)
    assert.match(notesOn('2026-12-01'), expected)
    assert.match(notesOn('2027-02-01'), expected)
    assert.doesNotMatch(
      notesOn('2026-12-01', addRate('- { from: "2027-01-01", percent: 10 }')),
      /8%/,
    )
  })

  it('are stated only while they are in force', async () => {
    const descriptionOn = async (app: RunningShop, day: string) => {
      app.clock.now = vietnamTime(day, '00:00')
      await app.appHost.refresh()
      const tool = (await listTools(app)).find(({ name }) => name === 'list_services')
      return /\((.*VAT included)/.exec(tool?.description ?? '')?.[1]
    }
    const unextended = await startShop('spa')
    assert.equal(await descriptionOn(unextended, '2026-12-31'), '8% VAT included')
    assert.equal(await descriptionOn(unextended, '2027-01-01'), 'VAT included')
    const shop = openChangedShop('spa', addRate('- { from: "2027-01-01", percent: 10 }'))
    const raised = await startShop('spa', { shop })
    assert.equal(await descriptionOn(raised, '2026-12-31'), '8% VAT included')
    assert.equal(await descriptionOn(raised, '2027-01-01'), '10% VAT included')
  })

  it('must be in the order of their dates', () => {
    const { errors } = checkCopy('spa', addRate('- { from: "2025-01-01", percent: 10 }'))
    assert.match(errors.en.join('\n'), /2025-01-01 is not later than 2025-07-01 in the line above/)
  })
})
