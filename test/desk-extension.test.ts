/** A stay that takes longer, at the desk: those after it are moved, also if the stay itself changed meanwhile. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { formatCode } from '../src/kernel/booking-code.ts'
import { addStaff } from './support/desk.ts'
import { formsOf, formTo, visibleTextOf } from './support/screen.ts'
import { startShop } from './support/shop.ts'

const saturday = '2026-11-21'

it('a refused extension shows which bookings were moved, with their undo', async () => {
  const app = await startShop('salon', { now: Date.parse(`${saturday}T10:05:00+07:00`) })
  const host = await addStaff(app, 'Ngọc Anh', 'host')
  for (const [name, time] of [
    ['Nhuộm Lâu', '10:15'],
    ['Sau Đó', '11:15'],
  ] as const) {
    const place = { offerId: 'cat-nu', resource: 'stylist:thuy-vy' }
    const entry = { date: saturday, time, name, phone: '', note: '', party: '', ...place }
    assert.equal((await host.post('/entry', entry)).status, 303, name)
  }
  const row = await app.store.read.get<{ code: string; version: number }>(
    'SELECT code, version FROM bookings ORDER BY starts_at LIMIT 1',
  )
  assert.ok(row)
  const query = `resource=stylist:thuy-vy&extend=${row.code}&until=11:45`
  const { fields } = formTo(await host.read(`/late?${query}`), '/late')
  const note = { code: row.code, version: row.version, actor: 'staff:test', note: 'nhuộm hai lần' }
  await app.desk.note(note)
  const response = await host.post('/late', fields)
  assert.equal(response.status, 303, visibleTextOf(await response.clone().text()))
  const page = await host.read(response.headers.get('location') ?? '')
  assert.match(visibleTextOf(page), /Đã dời 1 lượt/)
  assert.match(visibleTextOf(page), /Nhuộm Lâu, 10:15/)
  assert.ok(formsOf(page).some(({ action }) => action === '/late/undo'))
})

it('a stay that would end when the next party begins moves that party by the time to clear the table', async () => {
  const friday = '2026-11-20'
  const app = await startShop('restaurant', { now: Date.parse(`${friday}T12:00:00+07:00`) })
  const host = await addStaff(app, 'Ngọc Anh', 'host')
  for (const [name, time] of [
    ['Ở lâu', '18:00'],
    ['Kế tiếp', '19:45'],
  ] as const) {
    const place = { offerId: '', party: '2', resource: 'table:nha-2' }
    const entry = { date: friday, time, name, phone: '', note: '', ...place }
    assert.equal((await host.post('/entry', entry)).status, 303, name)
  }
  const readTimes = async () => {
    const rows = await app.store.read.all<{ code: string; starts_at: number; ends_at: number }>(
      'SELECT code, starts_at, ends_at FROM bookings ORDER BY starts_at',
    )
    const clock = (atMs: number) => new Date(atMs + 25_200_000).toISOString().slice(11, 16)
    return rows.map(({ code, starts_at, ends_at }) => [code, clock(starts_at), clock(ends_at)])
  }
  const [[code] = []] = await readTimes()
  app.clock.now = Date.parse(`${friday}T18:05:00+07:00`)
  const { action, fields } = formTo(
    await host.read(`/bookings/${code}`),
    `/bookings/${formatCode(code ?? '')}/seated`,
  )
  assert.equal((await host.post(action, fields)).status, 303)
  const page = await host.read(`/late?resource=table:nha-2&extend=${code}&until=19:45`)
  const response = await host.post('/late', formTo(page, '/late').fields)
  assert.equal(response.status, 303, visibleTextOf(await response.clone().text()))
  assert.match(
    visibleTextOf(await host.read(response.headers.get('location') ?? '')),
    /Đã dời 2 lượt/,
  )
  assert.deepEqual(
    (await readTimes()).map(([, from, to]) => [from, to]),
    [
      ['18:00', '19:45'],
      ['20:00', '21:30'],
    ],
  )
})
