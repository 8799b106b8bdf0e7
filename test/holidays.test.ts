/** Holidays that the special days of a shop do not mention are proposed, once, with the lines to paste. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatIssue } from '../src/content/content-errors.ts'
import { findTrade, openFolder } from '../src/variants/index.ts'
import { copyOf, createFolderEditor } from './support/content-errors.ts'
import { addStaff } from './support/desk.ts'
import { openBefore } from './support/lifetime.ts'
import { press, visibleTextOf } from './support/screen.ts'
import { loadSampleShop, startShop, trades } from './support/shop.ts'
import { phoStall } from './support/shop-folders.ts'

const open = (folder: string) => openFolder(findTrade('restaurant'), folder)
const year = (today: string) => ({ today, daysAhead: 365 })

/** The phở stall is closed on Mondays. */
const stall = (specialDays = '') => {
  const folder = phoStall()
  const { read, write } = createFolderEditor(folder)
  write('business.yaml', `${read('business.yaml')}${specialDays}`)
  return open(folder)
}

/** "2027-02-05 2027-02-11 Tết 2027" for each line. */
function proposedBy(shop: ReturnType<typeof open>, period: { today: string; daysAhead: number }) {
  const notes = shop.holidayNotes(period)
  assert.ok(notes.length <= 1, 'one note')
  return (notes[0]?.lines ?? []).flatMap((line) => {
    const [, from, to, en] = /from: "(.*?)", to: "(.*?)", .*en: "(.*?)"/.exec(line) ?? []
    return from === undefined ? [] : [`${from} ${to} ${en}`]
  })
}

describe('holidays that the content does not mention', () => {
  it('are those of the coming twelve months, in one note', () => {
    assert.deepEqual(proposedBy(stall(), year('2026-11-17')), [
      '2027-01-01 2027-01-01 New Year’s Day',
      '2027-02-05 2027-02-11 Tết 2027',
      '2027-04-16 2027-04-16 Hùng Kings’ Day',
      '2027-04-30 2027-05-01 30 April and 1 May',
      '2027-09-02 2027-09-02 National Day',
      '2027-09-15 2027-09-15 Mid-Autumn Festival',
    ])
    assert.deepEqual(proposedBy(stall(), { today: '2028-09-20', daysAhead: 60 }), [
      '2028-10-03 2028-10-03 Mid-Autumn Festival',
    ])
    // On a running holiday, the days that remain.
    assert.deepEqual(proposedBy(stall(), { today: '2029-02-14', daysAhead: 10 }), [
      '2029-02-14 2029-02-18 Tết 2029',
    ])
    assert.deepEqual(proposedBy(stall(), { today: '2029-02-17', daysAhead: 10 }), [])
  })

  it('become valid special days when the lines are pasted, and the note is gone', () => {
    for (const hasSpecialDays of [false, true]) {
      const folder = phoStall()
      const { read, write } = createFolderEditor(folder)
      const day = '  - { from: "2027-02-05", to: "2027-02-05", reason: 29 Tết }\n'
      if (hasSpecialDays) write('business.yaml', `${read('business.yaml')}special_days:\n${day}`)
      const [note] = open(folder).holidayNotes(year('2026-11-17'))
      write('business.yaml', `${read('business.yaml')}${note?.lines?.join('\n')}\n`)
      const shop = open(folder)
      assert.deepEqual(shop.holidayNotes(year('2026-11-17')), [])
      assert.ok(shop.business.special_days.some(({ to }) => to === '2027-02-11'))
    }
  })

  it('are not proposed if the shop is closed on that weekday or mentions the day', () => {
    // Hùng Kings’ Day is Monday 23 April 2029, and 30 April a Monday as well.
    assert.deepEqual(proposedBy(stall(), { today: '2029-04-01', daysAhead: 60 }), [
      '2029-04-30 2029-05-01 30 April and 1 May',
    ])
    const special = `special_days:
  - { from: "2029-05-01", to: "2029-05-01", reason: Lễ, hours: [{ from: "06:00", to: "10:30" }] }
`
    assert.deepEqual(proposedBy(stall(special), { today: '2029-04-01', daysAhead: 60 }), [])
    const sample = loadSampleShop('restaurant')
    const proposed = proposedBy(sample, year('2026-11-17')).join()
    assert.doesNotMatch(proposed, /Tết|National Day/)
  })

  it('are named in both languages, at the special days of the file', () => {
    const shop = loadSampleShop('restaurant')
    const [note] = shop.holidayNotes(year('2026-11-17'))
    assert.ok(note)
    assert.match(
      formatIssue(note, 'en'),
      /^business\.yaml line \d+: no special day mentions New Year’s Day, Hùng Kings’ Day, .*; write these lines in special_days.*\n {6}- \{ from: "2027-01-01"/,
    )
    assert.match(
      formatIssue(note, 'vi'),
      /^business\.yaml dòng \d+: special_days chưa nói đến Tết Dương lịch, Giỗ Tổ Hùng Vương, .*; hãy viết vào special_days/,
    )
    for (const trade of trades) {
      assert.ok(
        loadSampleShop(trade)
          .notes()
          .every(({ lines }) => lines === undefined),
      )
    }
  })
})

describe('the content screen of the desk', () => {
  const contentFolder = copyOf('restaurant')
  const app = openBefore(() =>
    startShop('restaurant', { shop: open(contentFolder), contentFolder }),
  )
  const owner = openBefore(() => addStaff(app, 'Chủ', 'owner'))

  it('shows a holiday from 60 days before it, until staff or the content say something', async () => {
    app.clock.now = Date.UTC(2026, 10, 1, 3)
    const early = visibleTextOf(await owner.read('/content'))
    assert.doesNotMatch(early, /Tết Dương lịch/)
    app.clock.now = Date.UTC(2026, 10, 2, 3)
    const page = visibleTextOf(await owner.read('/content'))
    assert.match(page, /special_days chưa nói đến Tết Dương lịch;/)
    assert.match(page, /- \{ from: "2027-01-01", to: "2027-01-01"/)
    assert.doesNotMatch(page, /Hùng Vương/)
    await press(owner, '/closed', '/closed/close', { date: '2027-01-01', reason: 'Quán nghỉ.' })
    assert.doesNotMatch(visibleTextOf(await owner.read('/content')), /Tết Dương lịch/)
  })

  it('shows a note from its day on: VAT that may have ended, a surcharge that is over', async () => {
    const folder = copyOf('spa')
    const { read, write } = createFolderEditor(folder)
    const over =
      '{ name: { vi: Lễ, en: Holiday }, percent: 5, from: "2026-12-24", to: "2026-12-24" }'
    write('business.yaml', `${read('business.yaml')}\nsurcharges:\n  - ${over}\n`)
    const spa = await startShop('spa', {
      shop: openFolder(findTrade('spa'), folder),
      contentFolder: folder,
    })
    const textOn = async (day: string) => {
      spa.clock.now = Date.parse(`${day}T10:00:00+07:00`)
      // A session of the day before may have expired.
      const chu = await addStaff(spa, `Chủ ${day}`, 'owner')
      return visibleTextOf(await chu.read('/content'))
    }
    const vat = /mức 8% chỉ áp dụng đến hết ngày 2026-12-31/
    assert.doesNotMatch(await textOn('2026-11-30'), vat)
    assert.match(await textOn('2026-12-01'), vat)
    const surcharge = /ngày cuối cùng của phụ thu này là 2026-12-24/
    assert.doesNotMatch(await textOn('2026-12-24'), surcharge)
    assert.match(await textOn('2026-12-25'), surcharge)
  })
})
