/** Booking on the site, as a browser without scripts sends it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { book, rowCounts, table } from './support/booking.ts'
import { openBefore } from './support/lifetime.ts'
import { type RunningShop, startShop } from './support/shop.ts'
import { type FormPage, openPage, pressButton, sendFields } from './support/site-form.ts'

const restaurant = openBefore(() => startShop('restaurant', { writeLimit: 100 }))
const spa = openBefore(() => startShop('spa', { writeLimit: 100 }))

const guest = { name: 'Nguyễn "Lan"', phone: '0912 345 678', note: 'Hai dòng\nnhé' }

/** The URL of the first link with this text on the page. */
function linkTo({ text }: FormPage, label: string): string {
  const found = [...text.matchAll(/<a class="(?:choice|day)" href="([^"]+)"[^>]*>([\s\S]*?)<\/a>/g)]
  const link = found.find(([, , inside = '']) => inside.replace(/<[^>]+>/g, '').includes(label))
  assert.ok(link, label)
  return (link[1] ?? '').replaceAll('&amp;', '&').replace('#booking', '')
}

describe('a table', () => {
  const steps = ['4 guests', 'Fri 20', '18:30']

  const details = async () => {
    let page = await openPage(restaurant, '/en/booking')
    for (const label of steps) page = await openPage(restaurant, linkTo(page, label))
    return page
  }

  it('is booked by following links, reviewing the request and sending it once', async () => {
    const before = await rowCounts(restaurant)
    const form = await details()
    const review = await pressButton(
      restaurant,
      form,
      { ...guest, allergens: ['peanuts', 'fish'], occasion: 'anniversary' },
      { step: 'review' },
    )
    assert.equal(review.status, 200, review.text)
    for (const words of [
      'Friday 20 November 2026, 18:30–20:15',
      'Peanuts',
      'Anniversary',
      'Hai dòng',
      'Indoors',
    ]) {
      assert.ok(review.text.includes(words), words)
    }
    assert.deepEqual(await rowCounts(restaurant), before)
    const sent = await pressButton(restaurant, review, { consent: '1' }, { step: 'send' })
    assert.equal(sent.status, 303)
    const status = await openPage(restaurant, sent.location ?? '')
    assert.match(status.text, /<dt>Occasion<\/dt>\s*<dd>Anniversary/)
    assert.doesNotMatch(status.text, /Peanuts/)
    const again = await pressButton(restaurant, review, { consent: '1' }, { step: 'send' })
    assert.equal(again.location, sent.location)
    assert.equal((await rowCounts(restaurant)).bookings, (before.bookings ?? 0) + 1)
    const row = await restaurant.store.read.get<Record<string, string | number>>(
      'SELECT * FROM bookings JOIN booking_guests ON booking_id = bookings.id ORDER BY created_at DESC',
    )
    assert.deepEqual(
      [row?.date, row?.time, row?.party_size, row?.status, row?.source, row?.name, row?.note],
      ['2026-11-20', '18:30', 4, 'pending', 'web', guest.name, guest.note],
    )
  })

  it('can be changed before it is sent, and the input is kept', async () => {
    const typed = { ...guest, occasion: '' }
    const review = await pressButton(restaurant, await details(), typed, { step: 'review' })
    assert.doesNotMatch(review.text, /Occasion/, 'an empty choice is not reviewed')
    const edited = await pressButton(restaurant, review, {}, { step: 'edit' })
    assert.equal(edited.status, 200)
    assert.match(edited.text, /value="Nguyễn &quot;Lan&quot;"/)
    assert.doesNotMatch(edited.text, /name="consent"/)
  })

  it('is sent only after the guest has agreed on the review', async () => {
    const before = await rowCounts(restaurant)
    const review = await pressButton(restaurant, await details(), guest, { step: 'review' })
    assert.doesNotMatch(review.text, / checked| toolname/)
    assert.match(review.text, /Not sent yet/)
    const unticked = await pressButton(restaurant, review, {}, { step: 'send' })
    assert.equal(unticked.status, 422)
    assert.match(unticked.text, /id="consent-error">Please tick this if you agree/)
    assert.deepEqual(await rowCounts(restaurant), before)
    const sent = await pressButton(restaurant, unticked, { consent: '1' }, { step: 'send' })
    assert.equal(sent.status, 303)
  })

  it('is rejected with the errors beside each field', async () => {
    const rejected = await pressButton(
      restaurant,
      await details(),
      { ...guest, phone: '12' },
      { step: 'review' },
    )
    assert.equal(rejected.status, 422)
    assert.match(rejected.text, /role="alert"/)
    assert.match(rejected.text, /id="phone-error">Write a Vietnamese number/)
    assert.match(rejected.text, /value="12"/)
  })

  it('that is taken shows other times, and each keeps the input', async () => {
    const app = await startShop('restaurant', { writeLimit: 1000 })
    let page = await openPage(app, '/en/booking?party_size=4&date=2026-11-20')
    page = await openPage(app, linkTo(page, '18:30'))
    let taken = 0
    while ((await book(app, { ...table, time: '18:30' })).status === 202) taken++
    assert.ok(taken > 1)
    const gone = await pressButton(app, page, guest, { step: 'review' })
    assert.equal(gone.status, 409)
    const [, slot = ''] = /name="slot" value="([^"]+)"/.exec(gone.text) ?? []
    assert.match(slot, /^2026-11-20 \d\d:\d\d$/)
    const review = await pressButton(app, gone, {}, { slot })
    assert.equal(review.status, 200, review.text)
    const sent = await pressButton(app, review, { consent: '1' }, { step: 'send' })
    assert.equal(sent.status, 303)
    const row = await app.store.read.get<{ time: string; name: string }>(
      'SELECT time, name FROM bookings JOIN booking_guests ON booking_id = bookings.id WHERE source = ?',
      'web',
    )
    assert.deepEqual({ ...row }, { time: slot.slice(11), name: guest.name })
  })

  it('is shown by its code, with a calendar file and a link to change it', async () => {
    const { body } = await book(restaurant, { ...table, time: '20:00' })
    const status = await restaurant.get(`/en/booking/${body.code}`)
    const text = await status.text()
    assert.equal(status.headers.get('cache-control'), 'no-store')
    assert.equal(status.headers.get('referrer-policy'), 'same-origin')
    assert.equal(status.headers.get('x-robots-tag'), 'noindex')
    assert.match(text, /Waiting for our call/)
    assert.doesNotMatch(text, /Nguyễn|345 678/)
    const file = await restaurant.get(`/booking/${body.code}/calendar`)
    assert.equal(file.headers.get('content-type'), 'text/calendar; charset=utf-8')
    const entry = await file.text()
    assert.match(entry, /^BEGIN:VCALENDAR\r\n[\s\S]*STATUS:TENTATIVE\r\n[\s\S]*END:VCALENDAR\r\n$/)
    assert.match(entry, /DTSTART:20261120T130000Z\r\n/)
    assert.ok(entry.split('\r\n').every((line) => Buffer.byteLength(line) <= 75))
    assert.equal((await openPage(restaurant, '/booking/BAN-0000-0000-00')).status, 404)
  })

  it('is asked for again if a URL contains invalid values', async () => {
    for (const query of ['party_size=99', 'party_size=0', 'party_size=x']) {
      const page = await openPage(restaurant, `/booking?${query}`)
      assert.equal(page.status, 422, query)
      assert.match(page.text, /4 người/)
    }
    const closed = await openPage(restaurant, '/en/booking?party_size=2&date=2026-11-16')
    assert.match(closed.text, /We are closed on Monday/)
    assert.match(closed.text, /Tomorrow <small>17<\/small>/)
    assert.match(closed.text, /<span class="choice">Today <small>closed<\/small>/)
    const filtered = await openPage(restaurant, '/booking?party_size=99&without=peanuts,soy')
    assert.equal(filtered.status, 422)
    assert.match(linkTo(filtered, 'T4 18/11'), /without=peanuts%2Csoy/)
    const nonsense = await openPage(restaurant, '/booking?party_size=2&date=yesterday&time=noon')
    assert.equal(nonsense.status, 200)
  })
})

describe('a treatment', () => {
  it('is booked with a therapist of the guest’s choice, with separate health questions', async () => {
    let page = await openPage(spa, '/booking')
    for (const words of ['Làm sạch dịu nhẹ', 'Ai cũng được', '20/11', '10:00']) {
      page = await openPage(spa, linkTo(page, words))
    }
    const review = await pressButton(spa, page, { ...guest, health: ['wound'] }, { step: 'review' })
    assert.equal(review.status, 200, review.text)
    assert.match(review.text, /hỏi bác sĩ trước/)
    const sent = await pressButton(spa, review, { consent: '1' }, { step: 'send' })
    assert.equal(sent.status, 303)
    const row = await spa.store.read.get<{ call_first: number }>(
      `SELECT call_first FROM bookings JOIN booking_answers ON booking_id = bookings.id
       WHERE answer = '["wound"]'`,
    )
    assert.equal(row?.call_first, 1)
    assert.match((await openPage(spa, sent.location ?? '')).text, /Đang chờ chúng tôi xác nhận/)
  })

  it('is followed by gift cards that can be ordered', async () => {
    for (const [path, typed] of [
      ['/gift-cards/order', { amount: '500000', delivery: 'zalo', recipient: 'Minh' }],
      ['/memberships/order', { visits: '5' }],
    ] as const) {
      const { note: _, ...person } = guest
      const form = await openPage(spa, path)
      const review = await pressButton(spa, form, { ...person, ...typed })
      assert.equal(review.status, 200, review.text)
      const sent = await pressButton(spa, review, { consent: '1' }, { step: 'send' })
      assert.equal(sent.status, 303, sent.text)
      const status = await openPage(spa, sent.location ?? '')
      assert.match(status.text, /chờ chuyển khoản/)
    }
  })
})

describe('every bookable offer', () => {
  for (const [name, app] of [
    ['restaurant', restaurant],
    ['spa', spa],
  ] as const) {
    it(`links to free times from its own page at the ${name}`, async () => {
      const { offers } = (await app.json('/api/offers?limit=100&locale=en')) as {
        offers: { id: string; bookable: boolean; links: { booking?: string } }[]
      }
      const bookable = offers.filter((offer) => offer.bookable)
      assert.ok(bookable.length >= 8)
      for (const { id, links } of bookable) {
        const path = (links.booking ?? '').replace('https://shop.example', '')
        assert.equal(path, `/en/booking?offerId=${id}`)
        const times = await openPage(app, path)
        assert.equal(times.status, 200, `${id} ${path}`)
        assert.match(times.text, /Free times on/, id)
      }
    })
  }

  it('shows the terms of the private room before the form and in the review', async () => {
    const path = '/en/booking?offerId=phong-rieng-gian-bep&party_size=10&date=2026-11-25&time=18:30'
    const form = await openPage(restaurant, path)
    assert.match(form.text, /minimum spend of 5,000,000\u00a0₫.*deposit of 1,500,000\u00a0₫/)
    const review = await pressButton(restaurant, form, guest, { step: 'review' })
    assert.match(review.text, /minimum spend of 5,000,000\u00a0₫.*deposit of 1,500,000\u00a0₫/)
    const sent = await pressButton(restaurant, review, { consent: '1' }, { step: 'send' })
    const status = await openPage(restaurant, sent.location ?? '')
    assert.match(status.text, /Private room/)
    assert.match(status.text, /deposit of 1,500,000\u00a0₫/)
  })
})

describe('the price', () => {
  const priceIn = ({ text }: FormPage) =>
    /<dt>Giá<\/dt><dd>([^<]+)<\/dd>/.exec(text)?.[1]?.replace('\u00a0', ' ')

  const reviewOf = async (app: RunningShop, query: string) => {
    const form = await openPage(app, `/booking?${query}&date=2026-11-28&time=12:00`)
    const { note: _, ...person } = guest
    const review = await pressButton(app, form, person, { step: 'review' })
    assert.match(review.text, /Xem lại trước khi gửi/, query)
    return review
  }

  it('is shown in the review if the offer has one', async () => {
    const alone = await reviewOf(spa, 'offerId=co-vai-gay&therapist=any')
    const { price } = (await spa.json('/api/offers/co-vai-gay')) as { price: { display: string } }
    assert.equal(priceIn(alone), price.display)
    const two = await reviewOf(spa, 'offerId=cho-hai-nguoi&therapist=any')
    assert.match(priceIn(two) ?? '', /^[\d.]+ ₫\. Giá cho hai người\.$/)
    const set = await reviewOf(restaurant, 'offerId=mam-hai-nguoi&party_size=2')
    assert.match(priceIn(set) ?? '', /^589\.000 ₫\. Mâm cho 2 người, /)
  })

  it('of a room is its minimum spend, and a table has none', async () => {
    const room = await reviewOf(restaurant, 'offerId=phong-rieng-gian-bep&party_size=10')
    assert.equal(priceIn(room), 'Chi tối thiểu 5.000.000 ₫')
    assert.equal(priceIn(await reviewOf(restaurant, 'party_size=2')), undefined)
  })
})

describe('a URL with values', () => {
  it('never checks the consent box nor fills in personal data', async () => {
    const page = await openPage(
      restaurant,
      '/contact/call-back?consent=1&name=Eve&phone=0912345678&message=Xin+ch%C3%A0o',
    )
    assert.doesNotMatch(page.text, / checked|value="(Eve|0912345678)"/)
    assert.match(page.text, />Xin chào</)
  })

  it('that are no longer free shows other times before the form', async () => {
    for (const time of ['18:31', '03:00', 'noon']) {
      const page = await openPage(
        restaurant,
        `/en/booking?party_size=2&date=2026-11-20&time=${time}`,
      )
      assert.match(page.text, /no longer free/, time)
      assert.match(page.text, /Free times on/)
    }
  })

  it('keeps the requested seat when another day is chosen', async () => {
    const path = '/en/booking?party_size=2&table_type=hien-vuon&date=2026-11-20'
    const { text } = await openPage(restaurant, path)
    const href = /href="([^"]*)"[^>]*>Sat <small>21</.exec(text)?.[1] ?? ''
    assert.match(href, /party_size=2&amp;table_type=hien-vuon&amp;date=2026-11-21/)
  })

  it('has at most the first 100 characters of a value that a form sends', async () => {
    const fields = { party_size: '2', table_type: 'x'.repeat(150) }
    const address = await sendFields(restaurant, '/en/booking', fields)
    assert.match(address, /[?&]table_type=x{100}(&|$)/)
  })

  it('of a month out of range shows the nearest one', async () => {
    for (const [month, caption] of [
      ['2020-01', 'November 2026'],
      ['2099-12', 'January 2027'],
    ] as const) {
      const { text } = await openPage(restaurant, `/en/booking?party_size=2&month=${month}`)
      assert.ok(text.includes(`<caption>${caption}`), month)
    }
    const { text } = await openPage(restaurant, '/en/booking?party_size=2&month=2027-01')
    assert.match(text, /not yet/)
  })

  it('ignores unknown parameters of a list', async () => {
    const page = await openPage(restaurant, '/en/menu?diet=vegan&spice=1&evil=1')
    assert.match(page.text, /\d\u00a0₫/)
    assert.doesNotMatch(page.text, /evil/)
    const clean = await openPage(restaurant, '/en/menu?diet=vegan&spice=1')
    assert.doesNotMatch(clean.text, /evil/)
  })
})

describe('a pending request', () => {
  it('keeps its deadline when it is viewed, and states when the deadline has passed', async () => {
    const app = await startShop('restaurant', { writeLimit: 10 })
    const { body } = await book(app, { ...table, date: '2026-11-27' })
    const first = /before [^;]+ to confirm/.exec(
      (await openPage(app, `/en/booking/${body.code}`)).text,
    )
    app.clock.now += 3600_000
    const later = /before [^;]+ to confirm/.exec(
      (await openPage(app, `/en/booking/${body.code}`)).text,
    )
    assert.deepEqual(later?.[0], first?.[0])
    app.clock.now += 3 * 86_400_000
    assert.match(
      (await openPage(app, `/en/booking/${body.code}`)).text,
      /should have contacted you/,
    )
    app.clock.now += 20 * 86_400_000
    assert.match(
      (await openPage(app, `/en/booking/${body.code}`)).text,
      /We did not answer in time/,
    )
  })

  it('is found by its code alone', async () => {
    const { body } = await book(restaurant, { ...table, time: '21:00' })
    const page = await openPage(restaurant, '/en/my-booking')
    const found = await pressButton(restaurant, page, { code: ` ${body.code.toLowerCase()} ` })
    assert.equal(found.status, 303)
    assert.equal((await openPage(restaurant, found.location ?? '')).status, 200)
    assert.equal((await pressButton(restaurant, page, { code: '' })).status, 422)
    const halved = await pressButton(restaurant, page, { code: `${'x'.repeat(39)}🍜` })
    assert.deepEqual([halved.status, halved.location], [303, `/en/booking/${'x'.repeat(39)}`])
  })
})
