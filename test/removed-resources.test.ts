/** A therapist or a table is removed while upcoming bookings use it: no text shows an empty name. */
import assert from 'node:assert/strict'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { parse, stringify } from 'yaml'
import { makeScratch, sampleFolder } from '../proof/support/scratch.ts'
import { day } from '../src/kernel/time.ts'
import { findTrade } from '../src/variants/index.ts'
import { book, guest, massage, table } from './support/booking.ts'
import { addStaff } from './support/desk.ts'
import { formTo, noticeOf, press } from './support/screen.ts'
import { type RunningShop, startShop, type TradeName } from './support/shop.ts'

const scratch = makeScratch()
after(scratch.remove)

/** The sample shop without one entry of a list; tables are not combined. */
function openShopWithout(trade: TradeName, file: string, list: string, id: string) {
  const folder = join(scratch.folder, `${trade}-without-${id}`)
  cpSync(sampleFolder(trade), folder, { recursive: true })
  const path = join(folder, file)
  const before = parse(readFileSync(path, 'utf8')) as Record<string, { id: string }[]>
  const left = before[list]?.filter((one) => one.id !== id)
  assert.equal(left?.length, (before[list]?.length ?? 0) - 1)
  const joins = 'joins' in before && { joins: [] }
  writeFileSync(path, stringify({ ...before, ...joins, [list]: left }))
  return findTrade(trade).open(folder)
}

async function requestBooking(app: RunningShop, body: object): Promise<string> {
  const { status, body: responseBody } = await book(app, body)
  assert.equal(status, 202, JSON.stringify(responseBody))
  return responseBody.code
}

const cut = { ...guest, date: '2026-11-20', time: '10:00', offerId: 'cat-nam' }

const noticePattern = (what: string, then: string) =>
  new RegExp(`<p class="closed-warning"><b>${what}:</b> ${then}`)

describe('a therapist who has left', () => {
  it('is reported at the desk, named nowhere, and replaceable by any qualified therapist', async () => {
    const app = await startShop('spa')
    const mai = await addStaff(app, 'Mai')
    const code = await requestBooking(app, { ...massage, therapist_id: 'quoc-bao' })
    const screens = ['/', `/bookings/${code}`, '/day?date=2026-11-20', '/timeline?date=2026-11-20']
    for (const path of screens) {
      assert.doesNotMatch(await mai.read(path), /Chưa có người làm/, path)
    }
    assert.match(await (await app.get(`/booking/${code}`)).text(), /Quốc Bảo/)

    await app.appHost.replace(openShopWithout('spa', 'therapists.yaml', 'therapists', 'quoc-bao'))
    const [inbox = '', page = '', list = '', timeline = ''] = await Promise.all(
      screens.map((path) => mai.read(path)),
    )
    const todo = noticePattern(
      'Chưa có người làm',
      `<a href="/bookings/${code}#move">hãy xếp lại lượt này</a>`,
    )
    assert.match(inbox, todo)
    assert.match(page, todo)
    assert.match(list, /<td><b class="closed-warning">Chưa có người làm<\/b> (Ngải Cứu|Lá Sả)/)
    assert.match(
      timeline,
      noticePattern('Chưa có người làm', `<a href="/bookings/${code}">10:00 Nguyễn`),
    )
    await mai.post('/account/language', { locale: 'en' })
    assert.match(
      await mai.read('/'),
      noticePattern('No one is assigned yet', '<a [^>]+>reassign this booking<'),
    )
    await mai.post('/account/language', { locale: 'vi' })
    for (const text of [page, await (await app.get(`/booking/${code}`)).text()]) {
      assert.doesNotMatch(text, /<dt>Với<\/dt>/)
    }
    const status = await app.json(`/api/booking/${code}`)
    assert.equal('therapist' in status, false)

    const [, version = ''] = /name="version" value="(\d+)"/.exec(page) ?? []
    const target = { date: massage.date, time: massage.time, party: '1', resource: '' }
    const moved = await mai.post(`/bookings/${code}/move`, { version, ...target })
    assert.equal(moved.status, 303, await moved.text())
    assert.doesNotMatch(await mai.read(`/bookings/${code}`), /Chưa có người làm/)
    assert.ok('therapist' in (await app.json(`/api/booking/${code}`)))
  })

  it('is not reported as missing for past bookings', async () => {
    const app = await startShop('spa')
    const mai = await addStaff(app, 'Mai')
    const code = await requestBooking(app, { ...massage, therapist_id: 'quoc-bao' })
    await app.appHost.replace(openShopWithout('spa', 'therapists.yaml', 'therapists', 'quoc-bao'))
    assert.match(await mai.read(`/bookings/${code}`), /Chưa có người làm/)
    app.clock.now += 10 * day
    assert.doesNotMatch(await mai.read(`/bookings/${code}`), /Chưa có người làm/)
  })
})

it('reports a missing stylist and a missing table in the terms of the shop', async () => {
  const salon = await startShop('salon')
  const code = await requestBooking(salon, { ...cut, stylist_id: 'hoang-long' })
  await salon.appHost.replace(openShopWithout('salon', 'stylists.yaml', 'stylists', 'hoang-long'))
  const lan = await addStaff(salon, 'Lan')
  assert.match(await lan.read(`/bookings/${code}`), noticePattern('Chưa có người làm', '<a '))
  assert.doesNotMatch(await (await salon.get(`/booking/${code}`)).text(), /<dt>Người làm<\/dt>/)
  assert.equal('stylist' in (await salon.json(`/api/booking/${code}`)), false)

  const restaurant = await startShop('restaurant')
  const four = await requestBooking(restaurant, table)
  const row = await restaurant.store.read.get<{ given: string }>('SELECT given FROM bookings')
  const [tableId = ''] = (JSON.parse(row?.given ?? '{}') as { tables: string[] }).tables
  await restaurant.appHost.replace(openShopWithout('restaurant', 'tables.yaml', 'tables', tableId))
  const hoa = await addStaff(restaurant, 'Hoa')
  assert.match(await hoa.read(`/bookings/${four}`), noticePattern('Chưa có bàn', '<a '))
})

it('leaves a booking at a removed table its time when its move on a closed day is undone', async () => {
  const app = await startShop('restaurant')
  const code = await requestBooking(app, { ...table, time: '22:00' })
  const hoa = await addStaff(app, 'Hoa')
  await press(hoa, '/closed', '/closed/close', { date: table.date, reason: 'Mất điện' })
  await app.desk.move({
    ...{ code, version: 1, actor: 'staff:1', date: table.date, time: '22:00', confirm: true },
    overrides: ['closed_day'],
  })
  const loadBooking = () =>
    app.store.read.get<{ given: string; ends_at: number; cells: number }>(
      'SELECT given, ends_at, (SELECT COUNT(*) FROM cells) AS cells FROM bookings',
    )
  const before = await loadBooking()
  const [tableId = ''] = (JSON.parse(before?.given ?? '{}') as { tables: string[] }).tables
  await app.appHost.replace(openShopWithout('restaurant', 'tables.yaml', 'tables', tableId))
  const undo = formTo(await hoa.read(`/bookings/${code}`), `/bookings/${code}/undo`)
  const undone = await hoa.post(undo.action, undo.fields)
  assert.equal(undone.status, 303, noticeOf(await undone.text()))
  assert.deepEqual(await loadBooking(), before)
})
