/** The preview of an entry: free or full before anything is saved, the same decision as saving, and who the guest is. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createBookingContext } from '../src/domain/booking/context.ts'
import { previewEntry } from '../src/domain/booking/entry-preview.ts'
import { applyRetention } from '../src/domain/privacy/retention.ts'
import { newDatabase, openTestStore } from './support/database.ts'
import { addStaff, type StaffClient } from './support/desk.ts'
import { openBefore } from './support/lifetime.ts'
import { formsOf, noticeOf, visibleTextOf } from './support/screen.ts'
import { type RunningShop, startShop } from './support/shop.ts'

const restaurant = openBefore(() => startShop('restaurant', { writeLimit: 100_000 }))
const spa = openBefore(() => startShop('spa', { writeLimit: 100_000 }))
const hoa = openBefore(() => addStaff(restaurant, 'Hoa'))
const mai = openBefore(() => addStaff(spa, 'Mai'))

async function panel(staff: StaffClient, line: string, more: Record<string, string> = {}) {
  const response = await staff.post('/entry/preview', { line, ...more })
  assert.equal(response.status, 200)
  return response.text()
}

const textOf = async (staff: StaffClient, line: string, more = {}) =>
  visibleTextOf(await panel(staff, line, more))

/** Presses the main button, or the option whose label contains the text. */
async function save(staff: StaffClient, page: string, option?: string): Promise<string> {
  const [form] = formsOf(page)
  assert.ok(form, page)
  const values = [...page.matchAll(/name="option" value="([^"]*)">([\s\S]*?)<\/button>/g)]
  const chosen = values.find(([, , label = '']) => visibleTextOf(label).includes(option ?? '\0'))
  assert.ok(option === undefined || chosen, `${option} in ${visibleTextOf(page)}`)
  const fields = { ...form.fields, ...(chosen && { option: chosen[1] ?? '' }) }
  const response = await staff.post('/entry', fields)
  assert.equal(response.status, 303, noticeOf(await response.text()))
  const [, code = ''] = /of=([\w-]+)/.exec(response.headers.get('location') ?? '') ?? []
  return code.replaceAll('-', '')
}

const rowOf = async (shop: RunningShop, code: string) => {
  const row = await shop.store.read.get<{
    id: string
    time: string
    given: string
    starts_at: number
    ends_at: number
    overrides: string
  }>('SELECT * FROM bookings WHERE code = ?', code)
  assert.ok(row)
  return { ...row, tables: (JSON.parse(row.given) as { tables?: string[] }).tables }
}

const answersOf = async (shop: RunningShop, id: string) =>
  Object.fromEntries(
    (
      await shop.store.read.all<{ question: string; answer: string }>(
        'SELECT question, answer FROM booking_answers WHERE booking_id = ?',
        id,
      )
    ).map(({ question, answer }) => [question, JSON.parse(answer)]),
  )

describe('the preview of a free time', () => {
  it('names the place that saving then takes', async () => {
    const page = await panel(hoa, '24/11 19h 4 người Lan 0912000001')
    const [, named] = /Còn chỗ: ([^<]*)</.exec(page) ?? []
    assert.match(visibleTextOf(page), /Thứ Ba 24\/11\/2026, 19:00–20:45/)
    const { tables } = await rowOf(restaurant, await save(hoa, page))
    assert.deepEqual(
      tables?.map((id) => id.replace('nha-', 'Nhà ').replace('hien-', 'Hiên ')),
      [named],
    )
  })

  it('understands the name of a table, and a walk-in', async () => {
    const page = await panel(hoa, '24/11 12h Nhà 5, 2 người, khách lẻ')
    assert.match(visibleTextOf(page), /Còn chỗ: Nhà 5/)
    assert.match(visibleTextOf(page), /Tên Khách lẻ/)
    assert.deepEqual((await rowOf(restaurant, await save(hoa, page))).tables, ['nha-5'])
  })

  it('stores nothing, and an empty or incomplete line has no button', async () => {
    const count = async () =>
      (await restaurant.store.read.get<{ n: number }>('SELECT COUNT(*) AS n FROM bookings'))?.n
    const before = await count()
    for (const line of ['', '19h', '24/11 19h Lan 0912000002', '24/11 19h 4n Lan 09123456']) {
      assert.doesNotMatch(await panel(hoa, line), /class="main"/, line)
    }
    assert.equal(await count(), before)
  })
})

describe('the warning about a time', () => {
  it('that is a quarter hour before closing says that the treatment would end too late', async () => {
    const warningOf = async (time: string) => {
      const line = `24/11 ${time} cổ vai gáy Lan 0912000004`
      return visibleTextOf(await mai.read(`/entry?line=${encodeURIComponent(line)}`))
    }
    assert.match(await warningOf('20:45'), /Bắt đầu giờ đó thì không kịp xong/)
    assert.match(await warningOf('21:00'), /Giờ đó không mở cửa/)
  })
})

describe('a preview while the database fails', () => {
  it('fails with its error', async () => {
    const store = await openTestStore(await newDatabase(), Date.now)
    await store.close()
    const { shop } = restaurant
    const [details] = shop.booking.parseDetails({ party_size: 2 }, 'request').details ?? []
    assert.ok(details)
    const request = { details, date: '2026-11-24', time: '12:00', isStayFlexible: true }
    const { now } = restaurant.clock
    const preview = previewEntry(store.read, createBookingContext(shop), request, {}, now)
    await assert.rejects(preview, Error)
  })
})

describe('the preview of a full time', () => {
  it('offers the nearest times, other days and a shorter stay, and a tap saves one', async () => {
    const line = (index: number) => `25/11 19h 13 người Đoàn 091200010${index}`
    let page = await panel(hoa, line(0))
    for (let index = 1; index < 9 && page.includes('class="main"'); index += 1) {
      await save(hoa, page)
      page = await panel(hoa, line(index))
    }
    const text = visibleTextOf(page)
    assert.match(text, /19:00 chưa xếp được/)
    assert.doesNotMatch(page, /class="main"/)
    assert.match(text, /T5 26\/11 19:00/)
    // Saving it all the same names no guest: the line does not mention their table.
    const typed = { date: '2026-11-25', time: '19:00', party: '13', name: 'Đoàn' }
    const refused = await hoa.post('/entry', { ...typed, offerId: '', phone: '', note: '' })
    assert.equal(refused.status, 409)
    const notice = noticeOf(await refused.text())
    assert.match(notice, /^Lúc đó không còn chỗ phù hợp\. Gần nhất còn xếp được/)
    assert.doesNotMatch(notice, /đã có/)
    const code = await save(hoa, page, 'T5 26/11 19:00')
    assert.equal((await rowOf(restaurant, code)).time, '19:00')
  })

  it('of a table that is taken offers another table and another time of that table', async () => {
    await save(hoa, await panel(hoa, '26/11 12h nhà 1 2 người Lan 0912000003'))
    const page = await panel(hoa, '26/11 12h nhà 1 2 người Bình 0912000004')
    const labels = [...page.matchAll(/name="option"[^>]*>([\s\S]*?)<\/button>/g)].map(([, label]) =>
      visibleTextOf(label ?? ''),
    )
    assert.ok(
      labels.some((label) => /^12:00 (Nhà|Hiên) [2-9]/.test(label)),
      labels.join(' | '),
    )
    assert.ok(
      labels.some((label) => /^1[0-9]:[0-9]{2} Nhà 1$/.test(label)),
      labels.join(' | '),
    )
  })

  it('can be saved against a rule, which is recorded', async () => {
    const page = await panel(hoa, '26/11 18h nhà 1 4 người Nga 0912000005')
    assert.match(visibleTextOf(page), /Nhà 1 có 2 chỗ, nhóm 4 khách/)
    const row = await rowOf(restaurant, await save(hoa, page, 'quá số ghế'))
    assert.deepEqual([row.tables, row.overrides], [['nha-1'], 'seats'])
  })

  it('stores a shorter stay as such', async () => {
    await save(hoa, await panel(hoa, '27/11 20h nhà 2 2 người An 0912000006'))
    const page = await panel(hoa, '27/11 18h45 nhà 2 2 người Vy 0912000007')
    const [, until = ''] = /<b>18:45–([0-9:]+)<\/b>/.exec(page) ?? []
    assert.match(until, /^19:(30|45)$/)
    const row = await rowOf(restaurant, await save(hoa, page, `–${until}`))
    assert.ok(row.ends_at - row.starts_at < 90 * 60_000)
  })

  it('offers a shorter stay of 45 minutes, and none of half an hour', async () => {
    await save(hoa, await panel(hoa, '27/11 20h nhà 3 2 người An 0912000008'))
    const stayFrom = async (time: string) =>
      /<b>\d\d:\d\d–([0-9:]+)<\/b>/.exec(await panel(hoa, `27/11 ${time} nhà 3 2 người Vy`))?.[1]
    assert.equal(await stayFrom('19h'), '19:45')
    assert.equal(await stayFrom('19h15'), undefined)
  })

  it('today offers only times that are still to come, and the same time of up to a week later', async () => {
    const app = await startShop('restaurant', { writeLimit: 100 })
    const staff = await addStaff(app, 'Hoa')
    for (const day of ['24/11', '25/11', '26/11', '27/11', '28/11', '29/11'])
      await save(staff, await panel(staff, `${day} 19h nhà 1 2 người Lan 0912000003`))
    app.clock.now = Date.parse('2026-11-24T18:00:00+07:00')
    const line = '24/11 19h nhà 1 2 người Bình 0912000004'
    const page = await panel(staff, line)
    const times = '20:45 Nhà 1 21:00 Nhà 1 21:15 Nhà 1'
    assert.match(visibleTextOf(page), new RegExp(`19:00 Nhà 2 ${times} T3 1/12 19:00 Nhà 1 Từng ô`))
    await save(staff, page, 'T3 1/12 19:00')
    assert.match(await textOf(staff, line), new RegExp(`19:00 Nhà 2 ${times} Từng ô`))
  })

  it('without JavaScript shows the same on the page of the entry', async () => {
    const line = encodeURIComponent('26/11 12h nhà 1 2 người Bình 0912000004')
    const page = await hoa.read(`/entry?line=${line}`)
    assert.match(visibleTextOf(page), /12:00 chưa xếp được/)
    assert.match(page, /<button type="submit" name="option"/)
  })
})

describe('a known phone number', () => {
  it('shows the name, the visits and the allergy, only when it is complete', async () => {
    const phone = '0912 111 222'
    await save(hoa, await panel(hoa, `28/11 12h 2 người chị Hương ${phone} dị ứng lạc`))
    const text = await textOf(hoa, `28/11 19h 2 người ${phone}`)
    assert.match(text, /chị Hương/)
    assert.match(text, /Lạc/)
    assert.match(text, /Số này đã có lượt hôm đó: 12:00, 2 khách/)
    for (const part of ['0912 111 22', '0912 111', '0912']) {
      assert.doesNotMatch(await panel(hoa, `28/11 19h 2 người ${part}`), /Hương/, part)
    }
    assert.doesNotMatch(await panel(hoa, '28/11 19h 2 người 0912 111 223'), /Hương/)
  })
})

describe('what a guest says on the phone about health', () => {
  it('goes to its own fields with the words "by phone", not to the note', async () => {
    const page = await panel(hoa, '29/11 12h 2 người Thu 0912000010 dị ứng lạc, ghế trẻ em')
    const { id } = await rowOf(restaurant, await save(hoa, page))
    const answers = await answersOf(restaurant, id)
    assert.deepEqual(answers.allergens, ['peanuts'])
    assert.deepEqual(answers.allergy_details, ['Khách nói qua điện thoại: dị ứng lạc'])
    const guest = await restaurant.store.read.get<{ note: string | null }>(
      'SELECT note FROM booking_guests WHERE booking_id = ?',
      id,
    )
    assert.equal(guest?.note, 'ghế trẻ em')
  })

  it('ticks the boxes of the spa and shows the advice for the treatment', async () => {
    const page = await panel(mai, '24/11 15h massage vai gáy Lan 0912000011 đang mang thai 5 tháng')
    assert.match(visibleTextOf(page), /Đang mang thai: Trong suốt thai kỳ/)
    const { id } = await rowOf(spa, await save(mai, page))
    const answers = await answersOf(spa, id)
    assert.deepEqual(answers.health, ['pregnant'])
    assert.match(answers.health_details?.[0] ?? '', /^Khách nói qua điện thoại: đang mang thai/)
  })
})

describe('health that was said on the phone', () => {
  it('is erased when its retention ends, with no trace in the note or the history', async () => {
    const app = await startShop('spa')
    const staff = await addStaff(app, 'Mai')
    const page = await panel(staff, '20/11 15h massage vai gáy Lan 0912000020 cao huyết áp')
    const { id } = await rowOf(app, await save(staff, page))
    const traces = async () => {
      const rows = await app.store.read.all<{ text: string }>(
        `SELECT answer AS text FROM booking_answers UNION ALL SELECT note FROM booking_guests
         UNION ALL SELECT facts FROM audit`,
      )
      return rows.filter(({ text }) => text?.includes('huyết áp')).length
    }
    assert.equal(await traces(), 1, 'only in the answers')
    assert.deepEqual((await answersOf(app, id)).health, ['blood_pressure'])
    const { kept } = app.shop.business
    assert.ok(kept)
    app.clock.now = Date.UTC(2026, 11, 5)
    await applyRetention(app.store, kept, () => app.clock.now)
    assert.deepEqual(await answersOf(app, id), {})
    assert.equal(await traces(), 0)
    await app.stop()
  })
})

describe('an approximate treatment', () => {
  it('is a choice, and the choice is kept while the line goes on', async () => {
    const page = await panel(mai, '25/11 15h gội đầu')
    const choices = [...page.matchAll(/data-choose href="([^"]*)"/g)].map(([, href]) => href ?? '')
    assert.equal(choices.length, 5)
    assert.doesNotMatch(page, /class="main"/)
    const chosen = { offerId: 'goi-bo-ket' }
    const next = await panel(mai, '25/11 15h gội đầu chị Lan 0912000012', chosen)
    assert.match(visibleTextOf(next), /Còn chỗ: .*Gội bồ kết/)
    const row = await rowOf(spa, await save(mai, next))
    assert.equal((row as unknown as { offer_id: string }).offer_id, 'goi-bo-ket')
  })

  it('names the person and the room, and the person whom the guest asked for', async () => {
    assert.match(
      await textOf(mai, '26/11 15h đá ấm, Bao, chị Lan 0912000013'),
      /Còn chỗ: Quốc Bảo, /,
    )
  })
})
