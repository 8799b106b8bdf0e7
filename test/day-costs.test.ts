/** The price and the surcharge of a day in the month, the CSV file, quick entry, the policy tool and the review. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bookingsCsv } from '../src/domain/booking/export.ts'
import { call, expectToolResult } from './support/assistant.ts'
import { book, dayOf, guest, massage, table } from './support/booking.ts'
import { checkCopy } from './support/content-errors.ts'
import { readCsv } from './support/csv.ts'
import { addStaff } from './support/desk.ts'
import { openBefore } from './support/lifetime.ts'
import { nextPrice, openChangedShop, surcharges, vietnamTime } from './support/priced-shops.ts'
import { visibleTextOf } from './support/screen.ts'
import { type RunningShop, startShop } from './support/shop.ts'
import { openPage, pressButton } from './support/site-form.ts'

type Money = { amount: number; display: string }
type Surcharge = { display: string; total?: Money }
type MonthDay = { date: string; open: boolean; price?: Money; surcharge?: Surcharge }

const weekend = '{ name: { vi: Cuối tuần, en: Weekend }, percent: 10, days: [6, 7] }'
const perGuest = '{ name: { vi: Cuối tuần, en: Weekend }, amount: 30000, per: guest, days: [6, 7] }'

const monthOf = async (app: RunningShop, query: string) => {
  const { days } = (await app.json(`/api/availability?${query}&locale=en`)) as { days: MonthDay[] }
  return (date: string) => days.find((day) => day.date === date)
}

const csvOf = async ({ store, shop, clock }: RunningShop, date: string) => {
  const offerName = (id: string) =>
    shop.assortment.offers.find((offer) => offer.id === id)?.name ?? { vi: id, en: id }
  const naming = { rules: shop.booking, offerName }
  const text = await bookingsCsv(store.read, { from: date, to: date }, naming, 'en', clock.now)
  const [headings = [], row = []] = readCsv(text)
  return (heading: string) => row[headings.indexOf(heading)]
}

describe('at a spa with a raised price and a weekend surcharge', () => {
  const id = 'massage-sa-chanh'
  const app = openBefore(() =>
    startShop('spa', {
      shop: openChangedShop(
        'spa',
        surcharges(weekend),
        nextPrice('treatments/2-massage-body.yaml', id, '2027-01-01', 480_000),
      ),
      now: vietnamTime('2026-12-20', '09:00'),
      writeLimit: 1000,
    }),
  )
  const mai = openBefore(() => addStaff(app, 'Mai'))

  it('every open day of a month has its price and its surcharge', async () => {
    const december = await monthOf(app, `month=2026-12&offerId=${id}`)
    assert.equal(december('2026-12-30')?.price?.amount, 450_000)
    assert.equal(december('2026-12-30')?.surcharge, undefined)
    assert.equal(december('2026-12-27')?.surcharge?.total?.amount, 45_000)
    const past = december('2026-12-01')
    assert.deepEqual([past?.open, past?.price, past?.surcharge], [false, undefined, undefined])
    const january = await monthOf(app, `month=2027-01&offerId=${id}`)
    assert.equal(january('2027-01-06')?.price?.amount, 480_000)
    assert.equal(january('2027-01-09')?.surcharge?.total?.amount, 48_000)
  })

  it('a month without a treatment has the rate of the surcharge alone', async () => {
    const any = await monthOf(app, 'month=2027-01')
    assert.equal(any('2027-01-06')?.price, undefined)
    const { display, total } = any('2027-01-09')?.surcharge ?? {}
    assert.deepEqual([display, total], ['Weekend, 10% of the price', undefined])
  })

  it('the month of an assistant names the days of each surcharge, and of each price', async () => {
    const args = { service_id: id, month: '2027-01', locale: 'en' }
    const january = await expectToolResult(app, 'check_slots', args)
    assert.match(
      JSON.stringify(january.surcharges),
      /"Weekend, 10% of the price \(48,000 ₫ in all\)":"2–3, 9–10, /,
    )
    assert.equal(january.prices_vnd, undefined)
    const { content } = await call(app, 'check_slots', args)
    assert.match(content[0]?.text ?? '', /Surcharge: Weekend, 10% of the price .*\(2–3, 9–10, /)
    const raised = await startShop('spa', {
      shop: openChangedShop(
        'spa',
        nextPrice('treatments/2-massage-body.yaml', id, '2026-12-28', 480_000),
      ),
      now: vietnamTime('2026-12-20', '09:00'),
    })
    const month = { ...args, month: '2026-12' }
    const december = await expectToolResult(raised, 'check_slots', month)
    const { prices_vnd } = december as { prices_vnd?: Record<string, string> }
    assert.match(prices_vnd?.['450000'] ?? '', /27$/)
    assert.match(prices_vnd?.['480000'] ?? '', /^28–/)
    const said = await call(raised, 'check_slots', month)
    assert.match(said.content[0]?.text ?? '', /Price: 450,000 ₫ \(.*27\), 480,000 ₫ \(28–/)
  })

  it('staff read both before they save a booking from the phone', async () => {
    const line = (day: string) => encodeURIComponent(`${day} 10h massage sả chanh Lan 0912345678`)
    const saturday = visibleTextOf(await mai.read(`/entry?line=${line('2/1')}`))
    assert.match(saturday, /Giá 480\.000 ₫ Phụ thu Cuối tuần, 10% giá \(tổng 48\.000 ₫\)/)
    const weekday = visibleTextOf(await mai.read(`/entry?line=${line('29/12')}`))
    assert.match(weekday, /Giá 450\.000 ₫/)
    assert.doesNotMatch(weekday, /Phụ thu/)
  })

  it('both are columns of the CSV file', async () => {
    const date = '2027-01-09'
    const { status, body } = await book(app, { ...massage, offerId: id, date })
    assert.equal(status, 202, JSON.stringify(body))
    const column = await csvOf(app, date)
    assert.equal(column('Price'), '480000')
    assert.match(column('Surcharge') ?? '', /^Weekend, 10% of the price/)
    assert.equal(column('Surcharge amount'), '48000')
  })
})

it('the review keeps the note on a price that has changed', async () => {
  const id = 'nhuom-mot-mau-ngan'
  const app = await startShop('salon', {
    shop: openChangedShop('salon', (folder) =>
      folder.replace(
        'services/3-nhuom.yaml',
        'minutes: 120, price: 650000 }',
        'minutes: 120, price: 650000, next_price: { from: "2026-11-20", amount: 700000 } }',
      ),
    ),
  })
  const note = app.shop.assortment.offers.find((offer) => offer.id === id)?.priceNote?.en
  assert.ok(note)
  const date = '2026-11-25'
  const { slots } = await dayOf(app, `offerId=${id}&date=${date}`)
  const query = `offerId=${id}&stylist=any&date=${date}&time=${slots[0]?.time}`
  const form = await openPage(app, `/en/booking?${query}`)
  const { consent: _, ...contact } = guest
  const review = await pressButton(app, form, contact, { step: 'review' })
  assert.equal(review.status, 200, visibleTextOf(form.text))
  const text = visibleTextOf(review.text)
  assert.ok(text.includes(`Price 700,000 ₫. ${note}`), text)
})

describe('at a restaurant with a weekend surcharge', () => {
  const app = openBefore(() =>
    startShop('restaurant', { shop: openChangedShop('restaurant', surcharges(perGuest)) }),
  )

  it('the month has the sum for the party', async () => {
    const days = await monthOf(app, 'month=2026-11&party_size=4')
    assert.equal(days('2026-11-21')?.surcharge?.total?.amount, 120_000)
    assert.equal(days('2026-11-20')?.surcharge, undefined)
    assert.equal(days('2026-11-21')?.price, undefined)
  })

  it('the policy tool names it, also for a party that must call', async () => {
    const text = 'Weekend (Saturday, Sunday): 30,000 ₫ a guest'
    for (const party_size of [4, 200]) {
      const args = { party_size, locale: 'en' }
      const policy = await expectToolResult(app, 'get_reservation_policy', args)
      assert.deepEqual(policy.surcharges, [text])
    }
    const { content } = await call(app, 'get_reservation_policy', { party_size: 4, locale: 'en' })
    assert.ok(content[0]?.text?.includes(`Surcharges: ${text}.`), content[0]?.text)
    const plain = await startShop('restaurant')
    const policy = await expectToolResult(plain, 'get_reservation_policy', { party_size: 4 })
    assert.equal(policy.surcharges, undefined)
  })

  it('is in the CSV file with its sum', async () => {
    const { status, body } = await book(app, { ...table, date: '2026-11-21' })
    assert.equal(status, 202, JSON.stringify(body))
    const column = await csvOf(app, '2026-11-21')
    assert.equal(column('Price'), '')
    assert.equal(column('Surcharge amount'), '120000')
  })
})

describe('a text that says there is no surcharge', () => {
  const notesOf = (trade: string, ...entries: string[]) => {
    const { notes } = checkCopy(trade, surcharges(...entries))
    const about = (lines: string[]) => lines.filter((line) => /surcharge|phụ thu/.test(line))
    return { vi: about(notes.vi), en: about(notes.en) }
  }

  it('is noted once, with all its places, while there is one', () => {
    const { vi, en } = notesOf('restaurant', weekend)
    assert.equal(en.length, 1, en.join('\n'))
    assert.match(
      en[0] ?? '',
      /^faqs\.yaml line \d+: this text says that there is no surcharge, but business\.yaml has Weekend \(Saturday, Sunday\): 10%; also in faqs\.yaml line \d+; write \{surcharges\} there, or remove the sentence$/,
    )
    assert.match(
      vi[0] ?? '',
      /^faqs\.yaml dòng \d+: lời này nói không phụ thu, mà business\.yaml có: Cuối tuần/,
    )
    assert.equal(notesOf('spa', weekend).en.length, 1)
  })

  it('about weekends is no mistake if only holidays have a surcharge', () => {
    const holiday =
      '{ name: { vi: Lễ, en: Holiday }, percent: 20, from: "2027-04-30", to: "2027-05-01" }'
    assert.deepEqual(notesOf('spa', holiday).en, [])
    // The restaurant says it of weekends and of holidays.
    assert.equal(notesOf('restaurant', holiday).en.length, 1)
  })
})
