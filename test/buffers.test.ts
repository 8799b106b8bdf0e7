/** Buffers before and after a stay, and places that are kept for bookings by phone. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { findTrade } from '../src/variants/index.ts'
import { book, dayOf, guest, massage, table } from './support/booking.ts'
import { copyOf, errorsAfter } from './support/content-errors.ts'
import { addStaff } from './support/desk.ts'
import { openBefore } from './support/lifetime.ts'
import { callTool } from './support/mcp.ts'
import { barsOf, formTo, resourceRowOf } from './support/screen.ts'
import { startShop } from './support/shop.ts'

/** A sample shop after some texts of its files were replaced. */
function shopWith(trade: string, changes: readonly [file: string, text: string, now: string][]) {
  const folder = copyOf(trade)
  for (const [name, text, now] of changes) {
    const file = join(folder, name)
    const before = readFileSync(file, 'utf8')
    assert.ok(before.includes(text), text)
    writeFileSync(file, before.replace(text, now))
  }
  return findTrade(trade).open(folder)
}

const november = (day: number, hours: number, minutes = 0) =>
  Date.UTC(2026, 10, day, hours - 7, minutes)

/** The only table on the veranda for parties of 5 or 6 is Hiên 5, unless tables are joined. */
const veranda = { ...table, party_size: 6, table_type: 'hien-vuon' }

describe('buffers of a table type', () => {
  const shop = () =>
    shopWith('restaurant', [
      [
        'tables.yaml',
        'name: { vi: Hiên vườn, en: Garden veranda }',
        'name: { vi: Hiên vườn, en: Garden veranda }\n    setup_minutes: 30\n    turn_minutes: 45',
      ],
      ['tables.yaml', '  - { tables: [hien-2, hien-3], seats: 8, least: 5 }\n', ''],
      ['tables.yaml', '  - { tables: [hien-4, hien-5], seats: 10, least: 7 }\n', ''],
    ])
  const app = openBefore(() => startShop('restaurant', { shop: shop(), writeLimit: 100 }))

  it('hold the table before and after the stay, which keeps its times', async () => {
    const { status, body } = await book(app, { ...veranda, time: '19:00' })
    assert.equal(status, 202)
    assert.equal(body.starts_at, '2026-11-20T19:00:00+07:00')
    assert.equal(body.ends_at, '2026-11-20T21:00:00+07:00')
    const cells = await app.store.read.all<{ cell: number }>(
      "SELECT cell FROM cells WHERE resource = 'table:hien-5' ORDER BY cell",
    )
    const timeOf = (cell = 0) =>
      new Date(cell * 900_000 + 7 * 3_600_000).toISOString().slice(11, 16)
    // From 18:30 until 21:45.
    assert.deepEqual(
      [cells.length, timeOf(cells[0]?.cell), timeOf(cells.at(-1)?.cell)],
      [13, '18:30', '21:30'],
    )
  })

  it('of two stays follow one another', async () => {
    const date = '2026-11-21'
    assert.equal((await book(app, { ...veranda, date, time: '17:00' })).status, 202)
    const { slots } = await dayOf(app, `date=${date}&party_size=6&table_type=hien-vuon`)
    const times = slots.map(({ time }) => time)
    // The table is held from 16:30 to 19:45.
    assert.equal(
      times.findLast((time) => time < '17:00'),
      '13:30',
    )
    assert.equal(
      times.find((time) => time > '17:00'),
      '20:30',
    )
    const other = { ...veranda, date, phone: '0987 654 321' }
    assert.equal((await book(app, { ...other, time: '20:00' })).status, 409)
    assert.equal((await book(app, { ...other, time: '20:30' })).status, 202)
  })

  it('are not part of the bar on the timeline', async () => {
    const hoa = await addStaff(app, 'Hoa')
    const page = await hoa.read(`/timeline?date=${table.date}`)
    const bars = barsOf(resourceRowOf(page, 'table:hien-5'))
    const [, from] = /data-from="(\d+)"/.exec(page) ?? []
    const [bar] = bars
    assert.match(JSON.stringify(bar), new RegExp(`c${19 * 4 - Number(from)} s8`))
  })

  it('are kept after the arrival of the party is undone', async () => {
    const app = await startShop('restaurant', {
      shop: shop(),
      writeLimit: 100,
      now: november(20, 12),
    })
    const { code } = (await book(app, { ...veranda, time: '19:00' })).body
    const heldCells = async () =>
      (await app.store.read.all<{ cell: number }>('SELECT cell FROM cells ORDER BY cell')).map(
        ({ cell }) => cell,
      )
    const planned = await heldCells()
    const hoa = await addStaff(app, 'Hoa')
    const submit = async (name: string) => {
      const path = `/bookings/${code}`
      const { action, fields } = formTo(await hoa.read(path), `${path}/${name}`)
      assert.equal((await hoa.post(action, fields)).status, 303, name)
    }
    await submit('confirm')
    app.clock.now = november(20, 17, 30)
    await submit('seated')
    assert.notDeepEqual(await heldCells(), planned)
    await submit('undo')
    assert.deepEqual(await heldCells(), planned)
  })
})

describe('buffers of a treatment', () => {
  it('hold the room longer than those of all rooms, and not the therapist', async () => {
    const app = await startShop('spa', {
      shop: shopWith('spa', [
        [
          'treatments/2-massage-body.yaml',
          'id: co-vai-gay',
          'id: co-vai-gay\n    setup_minutes: 15\n    turn_minutes: 60',
        ],
      ]),
      writeLimit: 100,
    })
    const { status } = await book(app, massage)
    assert.equal(status, 202)
    const held = await app.store.read.all<{ kind: string; cells: number; first: number }>(
      `SELECT CASE WHEN resource LIKE 'room:%' THEN 'room' ELSE 'person' END AS kind,
         COUNT(*) AS cells, MIN(cell) AS first FROM cells GROUP BY resource`,
    )
    const [room, person] = ['room', 'person'].map((kind) => held.find((one) => one.kind === kind))
    assert.ok(room && person)
    assert.equal(room.first, person.first - 1)
    assert.equal(room.cells, person.cells + 5)
  })

  it('are steps of 15 minutes', () => {
    const errors = errorsAfter('restaurant', ({ replace }) => {
      replace(
        'tables.yaml',
        'minimum_spend: 5000000',
        'minimum_spend: 5000000\n    setup_minutes: 20',
      )
    })
    assert.match(
      errors.join('\n'),
      /the time to set up of Phòng riêng: 20 is not a multiple of 15; write setup_minutes: 15 or setup_minutes: 30/,
    )
  })
})

describe('a table that is kept for the phone', () => {
  const app = openBefore(() =>
    startShop('restaurant', {
      shop: shopWith('restaurant', [
        [
          'tables.yaml',
          '{ id: gian-bep, name: Phòng Gian Bếp, type: phong-rieng, seats: 14, least: 8,',
          '{ id: gian-bep, name: Phòng Gian Bếp, type: phong-rieng, seats: 14, least: 8, online: false,',
        ],
        [
          'tables.yaml',
          '{ id: nha-8, name: Nhà 8 (bàn tròn), type: trong-nha, seats: 8, least: 6,',
          '{ id: nha-8, name: Nhà 8 (bàn tròn), type: trong-nha, seats: 8, least: 6, online: false,',
        ],
      ]),
      writeLimit: 100,
    }),
  )
  const room = {
    ...guest,
    date: '2026-11-27',
    time: '18:30',
    party_size: 8,
    table_type: 'phong-rieng',
  }

  it('is not offered to guests: API, tools and site', async () => {
    const { slots } = await dayOf(app, 'date=2026-11-27&party_size=8&table_type=phong-rieng')
    assert.deepEqual(slots, [])
    const { status } = await book(app, room)
    assert.equal(status, 409)
    const { structuredContent } = await callTool(app, 'check_table_availability', {
      date: '2026-11-27',
      party_size: 8,
      table_type: 'phong-rieng',
    })
    assert.equal(structuredContent?.starts, undefined)
    const page = await app.get('/booking?party_size=8&table_type=phong-rieng&date=2026-11-27')
    assert.doesNotMatch(await page.text(), /18:30/)
  })

  it('is not part of joined tables for guests', async () => {
    const { slots } = await dayOf(app, 'date=2026-11-27&party_size=13&table_type=trong-nha')
    assert.deepEqual(slots, [])
  })

  it('is assigned by staff', async () => {
    const booking = await app.desk.createByStaff(
      {
        details: { offerId: 'phong-rieng-gian-bep', partySize: 8, types: ['phong-rieng'] },
        date: '2026-11-27',
        time: '18:30',
        guest: { name: 'Lan', phone: '+84912345678', email: null, note: null },
        answers: {},
        consent: { version: 'spoken', text: 'spoken' },
        locale: 'vi',
        source: 'phone',
        client: 'desk',
      },
      'staff:1',
    )
    assert.deepEqual(booking.option.assignment.tables, ['gian-bep'])
  })

  it('is a note if no table of its type is left for guests', () => {
    const { notes: issues } = shopWith('restaurant', [
      ['tables.yaml', 'seats: 14, least: 8,', 'seats: 14, least: 8, online: false,'],
    ])
    const notes = issues().map(({ wrong }) => wrong.en)
    assert.match(notes.join('\n'), /all tables of .* have online: false, so guests cannot book/)
  })
})
