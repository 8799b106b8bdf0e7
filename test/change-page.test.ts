/** The page on which a guest asks to move or cancel a booking, or for another number of guests. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { book, table } from './support/booking.ts'
import { openBefore } from './support/lifetime.ts'
import { type RunningShop, startShop } from './support/shop.ts'
import { openPage, pressButton } from './support/site-form.ts'

const restaurant = openBefore(() => startShop('restaurant', { writeLimit: 1000 }))
const spa = openBefore(() => startShop('spa', { writeLimit: 1000 }))

async function request(app: RunningShop, fields: object): Promise<string> {
  const { status, body } = await book(app, fields)
  assert.equal(status, 202, JSON.stringify(body))
  return body.code
}

const digits = { phone_last4: '5678', consent: '1' }

const changeOf = async (app: RunningShop, code: string) =>
  (await app.json(`/api/booking/${code}`)).requested_change as Record<string, unknown> | undefined

describe('the change page', () => {
  it('shows the booking first, then its own time as booked and the others as links', async () => {
    const code = await request(restaurant, { ...table, time: '18:30' })
    const { text } = await openPage(restaurant, `/en/booking/${code}/change`)
    assert.match(
      text,
      /<h1>Change your booking<\/h1>[\s\S]*18:30[\s\S]*What would you like to change\?/,
    )
    assert.match(text, /Free to change or cancel until \d\d:\d\d on \w+ \d+ November 2026/)
    const day = await openPage(restaurant, `/en/booking/${code}/change?date=2026-11-20`)
    assert.match(day.text, /<span class="choice own">18:30 <small>booked<\/small>/)
    assert.match(
      day.text,
      new RegExp(`href="/en/booking/${code}/change\\?date=2026-11-20&amp;time=19%3A00`),
    )
    assert.doesNotMatch(text, /Nguyễn|345 678|type="date" [^>]*required/)
  })

  it('moves a booking: the receipt is the page of the booking and names the new time', async () => {
    const code = await request(restaurant, { ...table, date: '2026-11-21' })
    const path = `/en/booking/${code}/change?date=2026-11-24&time=19:00`
    const form = await openPage(restaurant, path)
    assert.match(form.text, /<dt>Booked<\/dt><dd>Saturday 21 November 2026, 18:30<\/dd>/)
    assert.match(form.text, /<dt>New time<\/dt><dd>Tuesday 24 November 2026, 19:00<\/dd>/)
    assert.match(form.text, /inputmode="numeric" maxlength="4"/)
    assert.doesNotMatch(form.text, /id="consent"[^>]* checked/)
    const sent = await pressButton(restaurant, form, digits, { step: 'send' })
    assert.equal(sent.status, 303, sent.text)
    assert.equal(sent.location, `/en/booking/${code}`)
    const receipt = await openPage(restaurant, sent.location ?? '')
    assert.match(receipt.text, /A move was requested, to Tuesday 24 November 2026, 19:00/)
    assert.partialDeepStrictEqual(await changeOf(restaurant, code), {
      kind: 'move',
      new_starts_at: '2026-11-24T19:00:00+07:00',
    })
  })

  it('asks for a short consent that speaks only of the data that is passed on', async () => {
    const code = await request(restaurant, { ...table, date: '2026-11-22' })
    for (const prefix of ['', '/en']) {
      const { text } = await openPage(restaurant, `${prefix}/booking/${code}/change?kind=cancel`)
      const [, label = ''] = /id="consent"[^>]*> <span>([^<]*)</.exec(text) ?? []
      assert.ok(label.split(' ').length <= 25, label)
      const [, full = ''] = /class="full-text">[\s\S]*?<p>([^<]*)</.exec(text) ?? []
      assert.doesNotMatch(full, /allerg|dị ứng|email|tên của tôi|my name/i)
    }
  })

  it('says that digits are wrong without saying what of the booking is known', async () => {
    const code = await request(restaurant, { ...table, date: '2026-11-25' })
    const form = await openPage(restaurant, `/en/booking/${code}/change?kind=cancel`)
    const wrong = { phone_last4: '0000', consent: '1', note: 'Sorry' }
    const guess = await pressButton(restaurant, form, wrong, { step: 'send' })
    assert.equal(guess.status, 422)
    assert.match(guess.text, /<title>Error: Cancel your booking/)
    assert.match(guess.text, /<a href="#phone_last4">[^<]*These digits do not match/)
    assert.match(guess.text, /value="0000"[\s\S]*>Sorry<\/textarea>/)
    const short = await pressButton(
      restaurant,
      guess,
      { ...wrong, phone_last4: '56' },
      { step: 'send' },
    )
    assert.match(short.text, /Please write exactly the last four digits/)
    const unticked = await pressButton(restaurant, short, { phone_last4: '5678' }, { step: 'send' })
    assert.match(unticked.text, /<a href="#consent">[^<]*Please tick this if you agree/)
    assert.equal(await changeOf(restaurant, code), undefined)
    const sent = await pressButton(restaurant, unticked, digits, { step: 'send' })
    assert.equal(sent.location, `/en/booking/${code}`)
    assert.equal((await changeOf(restaurant, code))?.kind, 'cancel')
  })

  it('offers another time before cancelling', async () => {
    const code = await request(restaurant, { ...table, date: '2026-11-26' })
    const { text } = await openPage(restaurant, `/en/booking/${code}/change?kind=cancel`)
    assert.match(text, /Move to another time instead[\s\S]*Ask to cancel/)
    assert.doesNotMatch(text, /are you sure/i)
  })

  it('changes the number of guests, also to more', async () => {
    const code = await request(restaurant, { ...table, date: '2026-11-27', party_size: 4 })
    const question = await openPage(restaurant, `/en/booking/${code}/change?kind=party`)
    assert.match(question.text, /<span class="choice own">4 guests/)
    for (const [guests, kind] of [
      [6, 'larger_party'],
      [2, 'smaller_party'],
    ] as const) {
      const path = `/en/booking/${code}/change?kind=party&party_size=${guests}`
      const form = await openPage(restaurant, path)
      assert.match(form.text, new RegExp(`<dt>New number</dt><dd>${guests} guests</dd>`))
      const sent = await pressButton(restaurant, form, digits, { step: 'send' })
      assert.equal(sent.status, 303, sent.text)
      assert.partialDeepStrictEqual(await changeOf(restaurant, code), {
        ...{ kind, new_party_size: guests },
      })
    }
  })

  it('says why a choice is refused, and offers what is free', async () => {
    const app = await startShop('restaurant', { writeLimit: 1000 })
    const code = await request(app, { ...table, time: '18:30', party_size: 2 })
    const other = { ...table, date: '2026-11-21', time: '19:00', party_size: 2 }
    let others = 0
    while ((await book(app, other)).status === 202) others++
    assert.ok(others > 1)
    const taken = await openPage(app, `/en/booking/${code}/change?date=2026-11-21&time=19:00`)
    assert.equal(taken.status, 422)
    assert.match(taken.text, /<title>Error:/)
    assert.match(
      taken.text,
      /role="alert"[\s\S]*taken[\s\S]*id="booking"|id="booking"[\s\S]*role="alert"/,
    )
    assert.match(taken.text, /19:00 <small>full<\/small>/)
    const closed = await openPage(app, `/en/booking/${code}/change?date=2026-11-23`)
    assert.match(closed.text, /We are closed on Monday/)
    const many = await openPage(app, `/en/booking/${code}/change?kind=party&party_size=99`)
    assert.equal(many.status, 422)
    assert.match(many.text, /role="alert"/)
  })

  it('keeps the treatment and the person, and shows them', async () => {
    const code = await request(spa, {
      ...{ offerId: 'co-vai-gay', date: '2026-11-20', time: '15:00' },
      ...{ name: 'Nguyễn Thị Lan', phone: '0912345678', consent: '1' },
    })
    const { text } = await openPage(spa, `/en/booking/${code}/change`)
    const { offer } = await spa.json(`/api/booking/${code}?locale=en`)
    assert.ok(text.includes((offer as { name: string }).name))
    assert.doesNotMatch(text, /kind=party/)
    assert.match(text, /<dt>With<\/dt>/)
  })

  it('is closed for a booking that is cancelled or has begun', async () => {
    const code = await request(restaurant, { ...table, date: '2026-11-28' })
    await restaurant.desk.cancel({ code, version: 1, actor: 'test', reason: 'storm' })
    const { text } = await openPage(restaurant, `/en/booking/${code}/change`)
    assert.match(text, /is cancelled and can no longer be changed/)
    assert.doesNotMatch(text, /<form method="post"/)
  })
})

describe('the page of a booking', () => {
  it('shows when, what, where with a map, and until when it can be changed', async () => {
    const code = await request(restaurant, { ...table, date: '2026-12-01' })
    const { text } = await openPage(restaurant, `/en/booking/${code}`)
    assert.match(
      text,
      /class="ticket pending"[\s\S]*class="hour"><span class="keep">18:30–\d\d:\d\d<[\s\S]*Tuesday 1 December 2026/,
    )
    assert.match(text, /<a href="https:\/\/www\.google\.com\/maps\/dir\/[^"]*">Map<\/a>/)
    assert.match(text, /Free to change or cancel until/)
    assert.match(text, /data-share="[^"]*Tuesday 1 December 2026, 18:30/)
    assert.doesNotMatch(text, new RegExp(`data-share="[^"]*${code}`))
    assert.match(text, /Change the booking[\s\S]*Cancel this booking/)
  })

  it('shows what is done, what comes, and until when a late guest has the place', async () => {
    const app = await startShop('restaurant')
    const code = await request(app, table)
    const stepsOf = async (path: string) =>
      [
        ...(await openPage(app, path)).text.matchAll(
          /<li class="(done|now|next)"[^>]*>(.*?)<\/li>/g,
        ),
      ].map(([, state, html = '']) => [state, html.replace(/<[^>]*>/g, '')])
    const arrival = 'Arrive at 18:30, Fri 20 Nov If you are late, we hold your place until 18:45.'
    assert.deepEqual(await stepsOf(`/en/booking/${code}`), [
      ['done', 'Request sent'],
      ['now', 'We call or message you to confirm'],
      ['next', arrival],
    ])
    await app.desk.confirm({ code, version: 1, actor: 'test' })
    assert.deepEqual(await stepsOf(`/en/booking/${code}`), [
      ['done', 'Booked'],
      ['done', 'Confirmed'],
      ['now', arrival],
    ])
    const markdown = await (await app.get(`/en/booking/${code}.md`)).text()
    assert.match(markdown, /1\. Booked\n2\. Confirmed\n3\. \*\*Arrive at 18:30, Fri 20 Nov\*\*/)
    await app.desk.cancel({ code, version: 2, actor: 'test', reason: 'storm' })
    assert.deepEqual(await stepsOf(`/en/booking/${code}`), [])
  })

  it('does not look forward to a visit that is over', async () => {
    const app = await startShop('restaurant')
    const code = await request(app, table)
    await app.desk.confirm({ code, version: 1, actor: 'test' })
    assert.match((await openPage(app, `/en/booking/${code}`)).text, /See you then!/)
    app.clock.now += 7 * 86_400_000
    const { text } = await openPage(app, `/en/booking/${code}`)
    assert.match(text, /The time of this booking has begun or is over/)
    assert.doesNotMatch(text, /See you then!|Cancel this booking/)
  })

  it('stores that the guest is coming, takes it back, and shows it to staff', async () => {
    const code = await request(restaurant, { ...table, date: '2026-12-02' })
    const page = await openPage(restaurant, `/en/booking/${code}`)
    const coming = await pressButton(restaurant, page, {})
    assert.equal(coming.location, `/en/booking/${code}`)
    const said = await openPage(restaurant, `/en/booking/${code}`)
    assert.match(said.text, /You have told us that you are coming/)
    assert.equal((await restaurant.json(`/api/booking/${code}`)).coming, true)
    const row = await restaurant.store.read.get(
      "SELECT action FROM audit WHERE action LIKE 'coming%' ORDER BY id DESC LIMIT 1",
    )
    assert.equal(row?.action, 'coming')
    await pressButton(restaurant, said, {})
    assert.equal((await restaurant.json(`/api/booking/${code}`)).coming, undefined)
    const history = await restaurant.store.read.all(
      "SELECT action FROM audit WHERE action LIKE 'coming%' ORDER BY id",
    )
    assert.deepEqual(
      history.map(({ action }) => action),
      ['coming', 'coming_withdrawn'],
    )
  })

  it('no longer says that the guest is coming when the booking is moved', async () => {
    const code = await request(restaurant, { ...table, date: '2026-12-03' })
    await pressButton(restaurant, await openPage(restaurant, `/booking/${code}`), {})
    await restaurant.desk.move({
      ...{ code, version: 1, actor: 'test' },
      ...{ date: '2026-12-04', time: '19:00' },
    })
    assert.equal((await restaurant.json(`/api/booking/${code}`)).coming, undefined)
  })
})
