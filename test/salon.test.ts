/** Features of the hair salon: prices by hair length, stylists and seats, patch tests. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { book, dayOf, guest, monthOf } from './support/booking.ts'
import { addStaff } from './support/desk.ts'
import { openBefore } from './support/lifetime.ts'
import { type RunningShop, startShop } from './support/shop.ts'

const friday = { ...guest, date: '2026-11-20', time: '10:00' }

const openSalon = () => startShop('salon', { writeLimit: 1000 })

type Offer = {
  name: string
  duration_minutes: number
  price: { amount: number }
  price_note: string
}

describe('a service with hair lengths', () => {
  const app = openBefore(openSalon)
  const offer = async (id: string) =>
    (await app.json(`/api/offers/${id}?locale=en`)) as unknown as Offer

  it('has a price and a duration for each length, and explains the lengths', async () => {
    const all = await Promise.all(['ngan', 'vai', 'dai'].map((one) => offer(`highlight-${one}`)))
    const grow = (numbers: number[]) =>
      assert.deepEqual(
        numbers,
        numbers.toSorted((a, b) => a - b),
      )
    grow(all.map(({ price }) => price.amount))
    grow(all.map(({ duration_minutes }) => duration_minutes))
    assert.equal(new Set(all.map(({ price }) => price.amount)).size, 3)
    assert.deepEqual(
      all.map(({ name }) => name),
      ['short', 'medium', 'long'].map((one) => `Highlights and Balayage, ${one} hair`),
    )
    assert.equal(all[0]?.price_note, 'The price for short hair: to the chin.')
    assert.equal((await app.get('/api/offers/highlight')).status, 404)
  })

  it('links from one length to the others, and filters the list by length', async () => {
    const page = await (await app.get('/en/services/highlight-vai.md')).text()
    assert.match(await (await app.get('/services/highlight-vai.md')).text(), /\[Đặt lịch\]/)
    assert.match(page, /\[Long hair\]\([^)]+highlight-dai\) · \d+ minutes · 2,100,000 ₫/)
    const list = await (await app.get('/services?length=dai')).text()
    assert.ok(list.includes('/services/highlight-dai') && list.includes('/services/cat-nam'))
    assert.ok(!list.includes('/services/highlight-ngan'))
  })
})

describe('an appointment with a chair and a stylist', () => {
  const app = openBefore(openSalon)

  it('holds both: as many concurrent ones as there are qualified stylists, and none twice', async () => {
    const taken: string[] = []
    for (;;) {
      const { status, body } = await book(app, { ...friday, offerId: 'cat-nu' })
      if (status === 409) {
        assert.ok(body.alternatives.length > 0)
        break
      }
      assert.equal(status, 202)
      taken.push((body.stylist as { id: string }).id)
    }
    assert.deepEqual(taken.toSorted(), ['hoang-long', 'ngoc-diep', 'thuy-vy'])
    const rows = await app.store.read.all<{ resource: string }>(
      'SELECT DISTINCT resource FROM cells ORDER BY resource',
    )
    const held = rows.map(({ resource }) => resource)
    assert.equal(held.filter((one) => one.startsWith('stylist:')).length, 3)
    assert.equal(held.filter((one) => one.startsWith('seat:')).length, 3)
  })

  it('is not offered with a busy stylist, nor with a bed if it needs a chair', async () => {
    const { slots } = await dayOf(app, 'date=2026-11-20&offerId=tia-mai')
    const free = (time: string) =>
      (slots.find((slot) => slot.time === time) as { stylists?: string[] } | undefined)?.stylists
    assert.equal(free('10:00'), undefined)
    assert.deepEqual(free('11:00')?.toSorted(), ['hoang-long', 'ngoc-diep', 'thuy-vy'])
    const wash = await book(app, { ...friday, offerId: 'goi-say' })
    assert.equal(wash.status, 202)
    const [bed] = await app.store.read.all<{ given: string }>(
      'SELECT given FROM bookings ORDER BY id DESC LIMIT 1',
    )
    assert.match(String(bed?.given), /giuong-/)
  })

  it('is with the requested stylist if that person offers the service', async () => {
    const request = { ...friday, date: '2026-11-21', offerId: 'cat-nam' }
    const chosen = await book(app, { ...request, stylist_id: 'minh-khang' })
    assert.deepEqual(chosen.body.stylist, { id: 'minh-khang', name: 'Minh Khang' })
    assert.equal((await book(app, { ...request, stylist_id: 'minh-khang' })).status, 409)
    const other = await book(app, { ...request, stylist_id: 'ngoc-diep', locale: 'en' })
    assert.equal(other.status, 422)
    assert.deepEqual(
      other.body.fields.map(({ name }) => name),
      ['stylist_id'],
    )
    assert.match(other.body.fields[0]?.message ?? '', /hoang-long · minh-khang/)
    const off = await dayOf(app, 'date=2026-11-19&offerId=cat-nam&stylist_id=minh-khang&locale=en')
    assert.equal(off.open, false)
    assert.match(off.reason ?? '', /^Minh Khang is off on Thursday and works /)
  })

  it('is for one guest, even if staff enter more', async () => {
    const { body } = await book(app, { ...friday, time: '17:00', offerId: 'cat-nu' })
    const move = { code: body.code, version: 1, actor: 'terminal', date: friday.date }
    await assert.rejects(app.desk.move({ ...move, time: '17:30', partySize: 2 }), {
      code: 'not_possible',
    })
    await app.desk.move({ ...move, time: '17:30', partySize: 1 })
  })

  it('has every field of its status declared in OpenAPI, with the party size', async () => {
    const { body } = await book(app, { ...friday, time: '16:00', offerId: 'cat-nu' })
    const status = await app.json(`/api/booking/${body.code}`)
    const api = (await app.json('/openapi.json')) as {
      components: { schemas: Record<string, { properties: object; required: string[] }> }
    }
    const { properties = {}, required = [] } = api.components.schemas.BookingStatus ?? {}
    assert.equal(status.party_size, 1)
    assert.ok(required.includes('party_size'))
    assert.deepEqual(
      Object.keys(status).filter((name) => !(name in properties)),
      [],
    )
  })

  it('is available for every service on most days of a month', async () => {
    for (const { id } of app.shop.assortment.offers) {
      const { days } = await monthOf(app, `month=2026-12&offerId=${id}`)
      assert.ok(days.filter(({ free }) => free > 0).length >= 20, id)
    }
  })
})

describe('the desk of the salon', () => {
  const app = openBefore(openSalon)
  const staff = openBefore(() => addStaff(app, 'Ngọc Anh'))
  const entry = async (line: string) =>
    (await staff.get(`/entry?line=${encodeURIComponent(line)}`)).text()

  it('asks for the party size only if the line mentions more than one', async () => {
    assert.doesNotMatch(await entry('mai 15h cắt nữ Lan 0912345678'), /Số khách/)
    const two = await entry('mai 15h cắt nữ 2 người Lan 0912345678')
    assert.match(two, /Mỗi lịch hẹn cho một khách/)
    assert.match(two, /name="party" min="1" max="500" value="2"/)
  })
})

describe('a color service after an earlier reaction', () => {
  const app = openBefore(openSalon)
  const attention = async (code: string) => {
    const row = await app.store.read.get<{ call_first: number }>(
      'SELECT call_first FROM bookings WHERE code = ?',
      code.replaceAll('-', ''),
    )
    return Boolean(row?.call_first)
  }

  it('requires a patch test; a cut does not', async () => {
    const health = ['dye_allergy']
    const colour = await book(app, { ...friday, offerId: 'phu-bac-ngan', health })
    assert.equal(colour.body.needs_patch_test, true)
    assert.equal(await attention(colour.body.code), true)
    const cut = await book(app, { ...friday, offerId: 'cat-nu', health })
    assert.equal(cut.body.needs_patch_test, undefined)
    assert.equal(await attention(cut.body.code), false)
    const other = { ...friday, time: '14:00', offerId: 'phu-bac-ngan', health: ['pregnant'] }
    assert.equal((await book(app, other)).body.needs_patch_test, undefined)

    const hoa = await addStaff(app, 'Hoa')
    const page = await hoa.read(`/bookings/${colour.body.code}`)
    assert.match(page, /Vì điều khách đánh dấu, hẹn khách thử thuốc sau tai trước khi nhuộm/)
    assert.doesNotMatch(page, /bạn đánh dấu|tiệc riêng/)
    assert.match(page, /Hôm đó thợ của tiệm nghỉ/)
  })
})

describe('booking on the salon site', () => {
  const app = openBefore(openSalon)
  const text = async (path: string) => (await app.get(path)).text()

  it('lists the services by kind, unless the service is known', async () => {
    const kinds = await text('/booking')
    assert.match(kinds, /<h3>Nhuộm[^<]*<\/h3>/)
    assert.match(kinds, /href="\/booking\?offerId=cat-nam#booking"/)
    const services = await text('/booking?category=nhuom')
    assert.match(services, /href="\/booking\?category=nhuom&amp;offerId=phu-bac-vai#booking"/)
    assert.doesNotMatch(services, /offerId=cat-nam/)
    const known = await text('/booking?offerId=cat-nam')
    assert.match(known, /stylist_id=minh-khang/)
    assert.doesNotMatch(known, /category=/)
  })

  it('sends only the fields of the booking, and not those of the steps before', async () => {
    const address =
      '/booking?category=nhuom&offerId=phu-bac-vai&stylist=any&date=2026-11-20&time=10:00'
    const page = await text(address)
    const sent = new URLSearchParams({ ...guest, health: 'scalp_condition', step: 'review' })
    for (const [, name = '', value = ''] of page.matchAll(
      /<input type="hidden" name="(\w+)" value="([^"]*)">/g,
    )) {
      sent.set(name, value)
    }
    assert.equal(sent.get('category'), 'nhuom')
    app.clock.now += 5_000
    const review = await post(app, address, sent)
    assert.equal(review.status, 303)
    const [cookie = ''] = review.headers.get('set-cookie')?.split(';') ?? []
    const shown = await app.get(review.headers.get('location') ?? '', { headers: { cookie } })
    assert.match(await shown.text(), /tiệm sẽ hẹn bạn thử thuốc sau tai/)
    sent.set('step', 'send')
    const response = await post(app, address, sent)
    assert.equal(response.status, 303, await response.text())
    const state = await text(response.headers.get('location') ?? '')
    assert.match(state, /Nhuộm phủ bạc, tóc ngang vai/)
  })

  it('has the type HairSalon for search engines', async () => {
    assert.match(await text('/'), /"@type":"HairSalon"/)
  })
})

function post(app: RunningShop, path: string, body: URLSearchParams): Promise<Response> {
  return app.get(path, {
    method: 'POST',
    body,
    headers: { origin: `http://127.0.0.1:${app.port}` },
  })
}
