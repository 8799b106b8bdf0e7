/** A service that takes longer, at the desk: those after it are moved, also if the service itself changed meanwhile. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
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
