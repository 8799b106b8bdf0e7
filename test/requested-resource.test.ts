/** A guest requests only an area: the booking is in this area, and the desk shows it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { book, dayOf, massage, table } from './support/booking.ts'
import { addStaff } from './support/desk.ts'
import { openBefore } from './support/lifetime.ts'
import { partOf, visibleTextOf } from './support/screen.ts'
import { startShop } from './support/shop.ts'

const app = openBefore(() => startShop('restaurant', { writeLimit: 1000 }))
const spa = openBefore(() => startShop('spa', { writeLimit: 1000 }))
const hoa = openBefore(() => addStaff(app, 'Hoa'))
const mai = openBefore(() => addStaff(spa, 'Mai'))

async function requestBooking(change: object, shop = app) {
  const { status, body } = await book(shop, { ...(shop === spa ? massage : table), ...change })
  assert.equal(status, 202, JSON.stringify(body))
  return body as unknown as { code: string; offer: { id: string; name: string } }
}

const cardOf = async (code: string, staff = hoa) =>
  visibleTextOf(partOf(await staff.read('/'), `id="b-${code.replaceAll('-', '')}"`, '</article>'))

const room = { date: '2026-12-02', party_size: 10, table_type: 'phong-rieng' }

describe('a request for an area', () => {
  it('books the first offer in the area, and shows it everywhere', async () => {
    const { code, offer } = await requestBooking(room)
    assert.equal(offer.id, 'phong-rieng-gian-bep')
    assert.match(await cardOf(code), /10 khách · Phòng riêng Gian Bếp · qua/)
    const page = visibleTextOf(await (await app.get(`/booking/${code}`)).text())
    assert.match(page, /Phòng riêng Gian Bếp/)
  })

  it('books the standard table if it can be in the area', async () => {
    const { code, offer } = await requestBooking({ table_type: 'hien-vuon' })
    assert.equal(offer.id, 'dat-ban-thuong')
    assert.match(await cardOf(code), /4 khách · Bàn thường · Hiên vườn · qua/)
    const anywhere = await requestBooking({})
    assert.equal(anywhere.offer.id, 'dat-ban-thuong')
    assert.match(await cardOf(anywhere.code), /4 khách · Bàn thường · qua/)
  })

  it('shows the requested therapist on the card of the spa', async () => {
    const { slots } = await dayOf(spa, 'date=2026-11-20&offerId=co-vai-gay')
    const id = slots[0]?.therapists?.[0]
    const person = spa.shop.booking.resources.find((one) => one.id === `therapist:${id}`)
    const { code } = await requestBooking({ therapist_id: id }, spa)
    assert.ok(
      (await cardOf(code, mai)).includes(`Massage cổ vai gáy · với ${person?.name.vi} · qua`),
    )
    const anyTherapist = await requestBooking({}, spa)
    assert.doesNotMatch(await cardOf(anyTherapist.code, mai), /· với/)
  })
})
