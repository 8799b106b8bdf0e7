/** The booking panel of the site, and the draft of a request between its form and its review. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { book, massage, rowCounts, table } from './support/booking.ts'
import { openBefore } from './support/lifetime.ts'
import { type RunningShop, startShop } from './support/shop.ts'

const restaurant = openBefore(() => startShop('restaurant', { writeLimit: 1000 }))
const spa = openBefore(() => startShop('spa', { writeLimit: 100 }))

const read = async (app: RunningShop, path: string, headers: Record<string, string> = {}) =>
  (await app.get(path, { headers })).text()

/** Each time of the page with its note, in order; a free one has a link. */
function timesIn(html: string): { group: string; time: string; note: string; isFree: boolean }[] {
  const groups = html.matchAll(
    /<section class="choices times" aria-label="([^"]+)">([\s\S]*?)<\/section>/g,
  )
  return [...groups].flatMap(([, group = '', inside = '']) =>
    [...inside.matchAll(/<(a|span) class="choice"[^>]*>(\d\d:\d\d)(?: <small>([^<]*)<)?/g)].map(
      ([, tag, time = '', note = '']) => ({ group, time, note, isFree: tag === 'a' }),
    ),
  )
}

type Slot = { time: string; left: number }

async function slotsOf(app: RunningShop, query: string): Promise<Slot[]> {
  return ((await app.json(`/api/availability?${query}`)) as { slots: Slot[] }).slots
}

describe('the booking panel', () => {
  it('starts with two guests and the first day that has a free time', async () => {
    const html = await read(restaurant, '/en/booking')
    assert.match(html, /<summary><span class="visually-hidden">Guests: <\/span>2 guests<\/summary>/)
    assert.match(html, /<span class="choice">Today <small>closed<\/small>/)
    assert.match(html, /aria-current="true">Tomorrow <small>17<\/small>/)
    assert.deepEqual(
      timesIn(html).map(({ time }) => time),
      (await slotsOf(restaurant, 'party_size=2&date=2026-11-17')).map(({ time }) => time),
    )
  })

  it('shows full times as full, under lunch and dinner', async () => {
    const app = await startShop('restaurant', { writeLimit: 1000 })
    while ((await book(app, { ...table, time: '12:00' })).status === 202);
    const html = await read(app, `/en/booking?party_size=4&date=${table.date}`)
    const times = timesIn(html)
    assert.deepEqual(
      times.find(({ time }) => time === '12:00'),
      {
        ...{ group: 'Lunch', time: '12:00', note: 'full', isFree: false },
      },
    )
    assert.deepEqual([...new Set(times.map(({ group }) => group))], ['Lunch', 'Dinner'])
    assert.deepEqual(
      times.filter(({ isFree }) => isFree).map(({ time }) => time),
      (await slotsOf(app, `party_size=4&date=${table.date}`)).map(({ time }) => time),
    )
  })

  it('is current, also if the same page was shown before in the same minute', async () => {
    const app = await startShop('restaurant', { writeLimit: 1000 })
    const path = `/en/booking?party_size=4&date=${table.date}`
    const isFree = async () =>
      timesIn(await read(app, path)).find(({ time }) => time === '12:00')?.isFree
    assert.equal(await isFree(), true)
    const { body } = await book(app, { ...table, time: '12:00' })
    while ((await book(app, { ...table, time: '12:00' })).status === 202);
    assert.equal(await isFree(), false)
    await app.desk.decline({ code: body.code, version: 1, actor: 'mai', reason: 'mất điện' })
    assert.equal(await isFree(), true)
    app.clock.now = Date.parse(`${table.date}T11:59+07:00`)
    assert.equal(await isFree(), undefined)
  })

  it('has one page for each language and format', async () => {
    const paths = ['/en/booking', '/booking', '/en/booking.md', '/booking']
    const titles = [/<h1[^>]*>Book a table/, /<h1[^>]*>Đặt bàn/, /^# Book a table/m, /<h1/]
    for (const [index, path] of paths.entries())
      assert.match(await read(restaurant, path), titles[index] as RegExp)
    const markdown = await restaurant.get('/booking', { headers: { accept: 'text/markdown' } })
    assert.match(await markdown.text(), /^# Đặt bàn/m)
  })

  it('groups the times of a treatment by parts of the day', async () => {
    const times = timesIn(await read(spa, '/en/booking?offerId=co-vai-gay&date=2026-11-20'))
    for (const { group, time } of times) {
      const expected = time < '12:00' ? 'Morning' : time < '18:00' ? 'Afternoon' : 'Evening'
      assert.equal(group, expected, time)
    }
    assert.equal(new Set(times.map(({ group }) => group)).size, 3)
  })

  it('says how many places are left only if few times are scarce', async () => {
    const app = await startShop('restaurant', { writeLimit: 1000 })
    const query = `party_size=4&date=${table.date}`
    const leftAt = async (time: string) =>
      (await slotsOf(app, query)).find((slot) => slot.time === time)?.left ?? 0
    while ((await leftAt('22:00')) > 2) await book(app, { ...table, time: '22:00' })
    const slots = await slotsOf(app, query)
    const scarce = slots.filter(({ left }) => left <= 2)
    assert.ok(scarce.length > 0 && scarce.length * 3 <= slots.length, String(scarce.length))
    const counted = timesIn(await read(app, `/en/booking?${query}`)).filter(({ note }) =>
      / left/.test(note),
    )
    assert.deepEqual(
      counted.map(({ time, note }) => [time, /\d/.exec(note)?.[0]]),
      scarce.map(({ time, left }) => [time, String(left)]),
    )
    // In a spa with one person on duty, one place is left at every time.
    const everywhere = await slotsOf(spa, 'offerId=co-vai-gay&date=2026-11-19')
    assert.ok(everywhere.filter(({ left }) => left <= 2).length * 3 > everywhere.length)
    assert.doesNotMatch(await read(spa, '/booking?offerId=co-vai-gay&date=2026-11-19'), /còn \d/)
  })

  it('says how many more times there are if the guest leaves place or person open', async () => {
    const app = await startShop('restaurant', { writeLimit: 1000 })
    const veranda = { ...table, table_type: 'hien-vuon', time: '19:00' }
    while ((await book(app, veranda)).status === 202);
    await book(spa, { ...massage, therapist_id: 'quoc-bao' })
    for (const [shop, query, narrow, open, label] of [
      [
        app,
        `party_size=4&date=${table.date}`,
        'table_type=hien-vuon',
        'table_type=any',
        'Anywhere',
      ],
      [
        spa,
        'offerId=co-vai-gay&date=2026-11-20',
        'therapist_id=quoc-bao',
        'therapist=any',
        'Anyone',
      ],
    ] as const) {
      const narrowed = (await slotsOf(shop, `${query}&${narrow}`)).map(({ time }) => time)
      const all = (await slotsOf(shop, query)).map(({ time }) => time)
      const count = all.filter((time) => !narrowed.includes(time)).length
      assert.ok(count > 0, narrow)
      const html = await read(shop, `/en/booking?${query}&${narrow}`)
      const link = new RegExp(`<a href="([^"]*)">${label}: ${count} more times?</a>`)
      const [, href = ''] = link.exec(html) ?? []
      assert.ok(href.includes(open) && !href.includes(narrow), `${narrow}: ${href}`)
      assert.deepEqual(
        timesIn(await read(shop, href.replaceAll('&amp;', '&').replace('#booking', '')))
          .filter(({ isFree }) => isFree)
          .map(({ time }) => time),
        all,
      )
      assert.doesNotMatch(await read(shop, `/en/booking?${query}`), /more times?</)
    }
  })

  it('names the day and the time until which the chosen time can be changed for free', async () => {
    for (const [app, query, text] of [
      [spa, 'offerId=co-vai-gay&date=2026-11-20&time=15:00', 'until 03:00 on Friday 20 November'],
      [restaurant, 'party_size=2&date=2026-11-20&time=19:00', 'until 17:00 on Friday 20 November'],
      [
        restaurant,
        'party_size=10&date=2026-11-20&time=19:00',
        'until 19:00 on Thursday 19 November',
      ],
    ] as const) {
      const html = await read(app, `/en/booking?${query}`)
      assert.match(html, new RegExp(`Free to change or cancel ${text} 2026\\.`), query)
    }
    const soon = await startShop('spa')
    soon.clock.now = Date.parse('2026-11-20T09:30:00+07:00')
    const near = await read(soon, '/en/booking?offerId=co-vai-gay&date=2026-11-20&time=15:00')
    assert.match(near, /less than 12 hours away: to change or cancel it, please call/)
  })

  it('opens the month below the days, from today on', async () => {
    restaurant.clock.now += 5 * 86_400_000
    const html = await read(restaurant, '/en/booking?month=2026-11')
    restaurant.clock.now -= 5 * 86_400_000
    const calendar = /<caption>November 2026[\s\S]*?<\/table>/.exec(html)?.[0] ?? ''
    const days = [...calendar.matchAll(/<span aria-hidden="true">(\d+)</g)].map(([, day]) => day)
    assert.deepEqual(days, ['21', '22', '23', '24', '25', '26', '27', '28', '29', '30'])
    assert.match(html, /class="choices days"/)
  })

  it('is on the home page and on pages of offers, which stay cacheable', async () => {
    for (const [app, path, source] of [
      [restaurant, '/en', '/en/booking?party_size=2'],
      [restaurant, '/menu/cha-ca-lang', '/booking?party_size=2'],
      [restaurant, '/set-meals/mam-bon-nguoi', '/booking?offerId=mam-bon-nguoi&amp;party_size=4'],
      [spa, '/treatments/co-vai-gay', '/booking?offerId=co-vai-gay&amp;therapist=any'],
    ] as const) {
      const response = await app.get(path)
      assert.match(response.headers.get('cache-control') ?? '', /^public/)
      assert.match(response.headers.get('content-security-policy') ?? '', /script-src 'self'/)
      const html = await response.text()
      assert.ok(html.includes(`data-source="${source}"`), path)
      assert.equal(html.split('id="booking"').length, 2)
      assert.match(html, /class="choices days"/)
      assert.deepEqual(timesIn(html), [])
    }
    const services = await read(spa, '/')
    assert.ok(services.includes('href="/booking?offerId=co-vai-gay#booking"'))
    assert.ok(!services.includes('data-source'))
    const order = await spa.get('/memberships/order')
    assert.doesNotMatch(order.headers.get('content-security-policy') ?? '', /script-src/)
  })

  it('shows the day of today on a cached page after midnight', async () => {
    const app = await startShop('restaurant')
    assert.match(await read(app, '/en/menu/cha-ca-lang'), /Today <small>closed/)
    app.clock.now += 86_400_000
    assert.match(await read(app, '/en/menu/cha-ca-lang'), />Today <small>17</)
  })
})

describe('the draft of a request', () => {
  const query = 'party_size=4&date=2026-11-20&time=18:30'
  const guest = { name: 'Nguyễn Thị Lan', phone: '0912 345 678' }

  const post = async (
    app: RunningShop,
    page: string,
    typed: Record<string, string>,
    sender = {},
  ) => {
    const body = new URLSearchParams(typed)
    const form = /<form method="post"[\s\S]*?<\/form>/.exec(page)?.[0] ?? ''
    for (const [, name = '', value = ''] of form.matchAll(
      /<input type="hidden" name="(\w+)" value="([^"]*)">/g,
    ))
      body.append(name, value)
    const action = /action="([^"]+)"/.exec(form)?.[1] ?? ''
    app.clock.now += 5_000
    return app.get(action.replaceAll('&amp;', '&'), {
      method: 'POST',
      body,
      headers: {
        origin: `http://127.0.0.1:${app.port}`,
        'sec-fetch-site': 'same-origin',
        ...sender,
      },
    })
  }

  const review = async (app: RunningShop, typed: Record<string, string> = guest) =>
    post(app, await read(app, `/en/booking?${query}`), { ...typed, step: 'review' })

  const cookieOf = (response: Response) => response.headers.get('set-cookie')?.split(';')[0] ?? ''

  it('is in an encrypted cookie, and nowhere in the URL', async () => {
    const response = await review(restaurant)
    assert.equal(response.status, 303)
    const [location, cookie] = [response.headers.get('location') ?? '', cookieOf(response)]
    assert.match(location, /^\/en\/booking\?party_size=4&date=2026-11-20&time=18%3A30&step=review$/)
    const flags = response.headers.get('set-cookie') ?? ''
    assert.match(
      flags,
      /^__Host-draft=[\w-]+; Max-Age=1800; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    )
    const bytes = Buffer.from(cookie.split('=')[1] ?? '', 'base64url').toString('latin1')
    for (const text of ['345', 'Lan']) assert.ok(!cookie.includes(text) && !bytes.includes(text))
    const page = await restaurant.get(location, { headers: { cookie } })
    assert.equal(page.status, 200)
    assert.equal(page.headers.get('cache-control'), 'no-store')
    const shown = await page.text()
    assert.match(shown, /Review before sending/)
    assert.match(shown, /<dd>0912 345 678<\/dd>/)
    assert.doesNotMatch(shown, / checked/)
    assert.equal(await read(restaurant, location, { cookie }), shown, 'a reload shows the same')
    const form = await read(restaurant, `/en/booking?${query}`, { cookie })
    assert.match(form, /value="0912 345 678"/)
  })

  it('ends after half an hour, and is ignored if it was changed', async () => {
    const response = await review(restaurant)
    const [location, cookie] = [response.headers.get('location') ?? '', cookieOf(response)]
    const changed = `${cookie.slice(0, -2)}${cookie.endsWith('AA') ? 'BB' : 'AA'}`
    for (const wrong of [changed, '__Host-draft=', '__Host-draft=AAAA', cookie.slice(0, 40)]) {
      const page = await restaurant.get(location, { headers: { cookie: wrong } })
      assert.equal(page.status, 200)
      assert.match(await page.text(), /Nothing was sent[\s\S]*name="phone" value=""/)
    }
    restaurant.clock.now += 31 * 60_000
    assert.match(await read(restaurant, location, { cookie }), /Nothing was sent/)
  })

  it('is not needed: a browser without cookies gets the review as the response', async () => {
    const before = await rowCounts(restaurant)
    const location = (await review(restaurant)).headers.get('location') ?? ''
    const form = await read(restaurant, location)
    const direct = await post(restaurant, form, { ...guest, step: 'review' })
    assert.equal(direct.status, 200)
    const shown = await direct.text()
    assert.match(shown, /Review before sending/)
    const sent = await post(restaurant, shown, { consent: '1', step: 'send' })
    assert.equal(sent.status, 303)
    assert.equal((await rowCounts(restaurant)).bookings, (before.bookings ?? 0) + 1)
  })

  it('that is too long for a cookie is shown as the response, with its errors', async () => {
    const note = Array.from({ length: 900 }, (_, index) =>
      (index * 7919 + 104729).toString(36),
    ).join()
    const response = await review(restaurant, { ...guest, note })
    assert.equal(response.headers.get('set-cookie'), null)
    assert.equal(response.status, 422)
    assert.match(await response.text(), /id="note-error"/)
  })

  it('is not stored for a form of another site', async () => {
    const page = await read(restaurant, `/en/booking?${query}`)
    const response = await post(
      restaurant,
      page,
      { ...guest, step: 'review' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    )
    assert.equal(response.status, 403)
    assert.equal(response.headers.get('set-cookie'), null)
  })

  it('becomes the code of the booking once it is sent', async () => {
    const response = await review(restaurant)
    const [location, cookie] = [response.headers.get('location') ?? '', cookieOf(response)]
    const shown = await read(restaurant, location, { cookie })
    const sent = await post(restaurant, shown, { consent: '1', step: 'send' }, { cookie })
    assert.equal(sent.status, 303)
    const [code = ''] = /BAN-[\w-]+/.exec(sent.headers.get('location') ?? '') ?? []
    const after = await read(restaurant, location, { cookie: cookieOf(sent) })
    assert.match(after, /This request was already sent/)
    assert.ok(after.includes(`/en/booking/${code}`))
    assert.doesNotMatch(after, /0912|Thị Lan/)
    const next = await read(restaurant, `/en/booking?${query}`, { cookie: cookieOf(sent) })
    assert.match(next, /name="phone" value=""/)
  })
})
