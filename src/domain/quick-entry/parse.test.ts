/** Parser of quick entry: input of staff, parsed fields, and that no word is lost. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { fuzzRuns, seed } from '../../../test/support/seed.ts'
import { assertElapsed } from '../../../test/support/timing.ts'
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import { weekdayOf } from '../../kernel/time.ts'
import type { Phrase } from '../scheduling/rules.ts'
import { parseQuickEntry, type QuickEntry } from './parse.ts'

/** Tuesday 17 November 2026, 10:00 in Vietnam. */
const now = Date.UTC(2026, 10, 17, 3)
const today = '2026-11-17'

const openPeriods = () => [{ from: 11 * 60, to: 22 * 60 }]

const phrases: Phrase[] = [
  { phrase: 'hiên', field: 'place', value: 'veranda' },
  { phrase: 'hiên vườn', field: 'place', value: 'garden' },
  { phrase: 'mâm bốn người', field: 'meal', value: 'four' },
  { phrase: 'mâm sáu người', field: 'meal', value: 'six' },
  { phrase: 'Nhung', field: 'person', value: 'nhung', after: ['với', 'with', '@'] },
]

const read = (text: string) => parseQuickEntry(text, { now, phrases, openPeriods })

type Reading = Partial<Omit<QuickEntry, 'unclear'>> & { unclear?: string[] }

/** The expected entry; by default for today without other fields. */
function withDefaults({ date, unclear = [], ...expected }: Reading) {
  return {
    date: date ?? today,
    hasExplicitDate: date !== undefined,
    time: undefined,
    partySize: undefined,
    name: undefined,
    phone: undefined,
    note: undefined,
    fields: {},
    offerChoices: [],
    ...expected,
    unclear,
  }
}

function check(lines: Record<string, Reading>): void {
  for (const [text, expected] of Object.entries(lines)) {
    const { warnings: unclear, ...entry } = read(text)
    assert.deepEqual(
      { ...entry, unclear: unclear.map((one) => one.text) },
      withDefaults(expected),
      text,
    )
    for (const { message } of unclear) assert.ok(message.vi !== '' && message.en !== '')
  }
}

const lan = { name: 'Lan', phone: '+84912345678' }
const four = { time: '19:00', partySize: 4 }

it('parses time, party size, name and phone in any order', () => {
  check({
    '19h 4 người Lan 0912345678': { ...four, ...lan },
    'Lan 0912345678 4 người 19h': { ...four, ...lan },
    '0912345678 Lan 19h 4 người': { ...four, ...lan },
    '4 nguoi 19h lan 0912345678': { ...four, ...lan, name: 'lan' },
    'LAN 0912345678 19H 4 NGƯỜI': { ...four, ...lan, name: 'LAN' },
    '19h-4ng-Lan-0912345678': { ...four, ...lan },
    '19h,4 người,Lan,0912345678': { ...four, ...lan },
    '19h - 4 người - Lan - 0912345678': { ...four, ...lan },
    '19h/4ng/Lan/0912345678': { ...four, ...lan },
    'đặt bàn 19h cho 4 người tên Lan sđt: 0912345678 nhé': { ...four, ...lan },
    'Table for 4 at 7pm, Lan, 0912345678 please': { ...four, ...lan },
    'Lan0912345678 19h 4n': { ...four, ...lan },
    '19h 4 người': four,
    '': {},
    ' \t ': {},
  })
})

it('parses every common notation of a time', () => {
  const times = {
    '19:30': [
      '19h30',
      '19:30',
      '19g30',
      '19.30',
      '19h30p',
      '19 giờ 30',
      '19 giờ 30 phút',
      '7h30 tối',
      '7:30pm',
      '7:30 PM',
      '7h rưỡi tối',
      '7 rưỡi tối',
      'tối 7h30',
      'lúc 19h30',
      'at 19:30',
      'bảy giờ rưỡi tối',
      '19H30',
    ],
    '19:00': [
      '19h',
      '7h tối',
      '7 giờ tối',
      '7 gio toi',
      '7pm',
      '7 pm',
      '7 tối',
      '7g tối',
      '7h',
      '19h00',
    ],
    '12:00': ['12h trưa', '12h', '12pm', '12 noon'],
    '13:00': ['1h', '1h trưa', '1h chiều', '13h', '1 pm'],
    '18:45': ['7h kém 15 tối', '18h45', '6h45 chiều'],
    '20:30': ['8h rưỡi tối', '8 rưỡi', '20h30'],
    '11:00': ['11h', '11h sáng', '11am'],
  }
  for (const [time, lines] of Object.entries(times)) {
    for (const line of lines) {
      check({ [`${line} 4 người Lan`]: { time, partySize: 4, name: 'Lan' } })
      check({ [`Lan 4 người ${line}`]: { time, partySize: 4, name: 'Lan' } })
    }
  }
  check({
    '9h sáng mai 2n Lan': { date: '2026-11-18', time: '09:00', partySize: 2, name: 'Lan' },
    '19h-21h 4n Lan': { ...four, name: 'Lan', note: '19h-21h' },
    '19-21h 4n Lan': { ...four, name: 'Lan', note: '19-21h' },
    'từ 19h đến 21h 4n Lan': { ...four, name: 'Lan', note: '19h đến 21h' },
    'thứ 6 tối 4n Lan': {
      date: '2026-11-20',
      partySize: 4,
      name: 'Lan',
      unclear: ['thứ 6 tối'],
    },
    'bàn 4 tối mai Lan': {
      date: '2026-11-18',
      partySize: 4,
      name: 'Lan',
      unclear: ['tối mai'],
    },
    '19h hoặc 20h 4n Lan': { ...four, name: 'Lan', note: 'hoặc 20h' },
  })
})

it('leaves the time undefined for now', () => {
  check({
    '2 người': { partySize: 2 },
    'bây giờ 2 người': { partySize: 2 },
    'now 2 pax': { partySize: 2 },
    'walk-in 2 Tom': { partySize: 2, name: 'Tom' },
    '2 khách vãng lai': { partySize: 2 },
    '3': { partySize: 3 },
  })
})

it('resolves a bare hour by the opening hours', () => {
  const lateBar = () => [{ from: 8 * 60, to: 12 * 60 }]
  const time = (text: string, open = openPeriods) =>
    parseQuickEntry(text, { now, phrases: [], openPeriods: open }).time
  assert.equal(time('7h 2n'), '19:00')
  assert.equal(time('9h30 2n'), '21:30')
  assert.equal(time('10h 2n'), '10:00', '22:00 is closing time')
  assert.equal(time('7h sáng 2n'), '07:00')
  assert.equal(time('9h 2n', lateBar), '09:00')
  assert.equal(time('7h 2n', lateBar), '07:00')
  assert.equal(parseQuickEntry('7h 2n', { now, phrases: [] }).time, '07:00')
})

it('parses the party size', () => {
  const counts = {
    4: ['4 người', '4 nguoi', '4 khách', '4 ng', '4ng', '4n', '4k', '4 pax', '4 people', '4 ppl'],
    '4 ': [
      'for 4',
      'x4',
      'bàn 4',
      'bàn cho 4',
      'party of 4',
      'bốn người',
      'four guests',
      '4',
      'sl: 4',
    ],
    12: ['12 người', 'mười hai người', 'twelve people', '12 khách', 'nhóm 12'],
    5: ['năm người', 'nam nguoi', '5 chỗ', 'five'.concat(' pax')],
  }
  for (const [count, lines] of Object.entries(counts)) {
    for (const text of lines) {
      const expected = { time: '19:00', partySize: Number(count), name: 'Lan' }
      check({ [`19h ${text} Lan`]: expected })
    }
  }
  check({
    '19h 2 lớn 2 bé Lan': { ...four, name: 'Lan', note: '2 lớn 2 bé' },
    '19h 2 người lớn + 1 trẻ em Lan': {
      ...four,
      partySize: 3,
      name: 'Lan',
      note: '2 người lớn + 1 trẻ em',
    },
    '2 adults, 2 kids 7pm Emma': { ...four, name: 'Emma', note: '2 adults, 2 kids' },
    '19h 4 người 2 bé Lan': { ...four, name: 'Lan', note: '2 bé' },
    '19h 4-5 người Lan': { ...four, partySize: 5, name: 'Lan', note: '4-5 người' },
    '19h 2 bàn 8 người Lan': { ...four, partySize: 8, name: 'Lan', note: '2 bàn' },
    '19h 4 Lan bàn 7': { ...four, partySize: 7, name: 'Lan', note: '4' },
    '19h 4 người Lan bàn 7': { ...four, name: 'Lan', note: 'bàn 7' },
    '19h Lan sinh nhật 10 tuổi': { time: '19:00', name: 'Lan', note: 'sinh nhật 10 tuổi' },
    '19h Lan cọc 500k': { time: '19:00', name: 'Lan', note: 'cọc 500k' },
  })
})

it('parses the day', () => {
  const days = {
    '2026-11-17': [
      'hôm nay',
      'hom nay',
      'nay',
      'today',
      'tối nay',
      'tonight',
      'this evening',
      't3',
      '17/11',
    ],
    '2026-11-18': [
      'mai',
      'ngày mai',
      'tối mai',
      'toi mai',
      'Mai',
      'tomorrow',
      'thứ 4',
      'thứ tư',
      'thu tu',
      'wed',
      '18/11',
    ],
    '2026-11-19': ['mốt', 'ngày mốt', 'ngày kia', 'day after tomorrow', 'thứ năm', 'thursday'],
    '2026-11-20': [
      'thứ 6',
      'thứ sáu',
      'thu sau',
      'Thứ Sáu',
      't6',
      'T6',
      'fri',
      'Friday',
      'tối thứ 6',
      'thứ 6 này',
      'thứ 6 tuần này',
      'thứ 6 ngày 20/11',
      'T6 20/11',
      '20/11',
      '20-11',
      '20/11/2026',
      '20/11/26',
      '20.11.2026',
      '2026-11-20',
      '20 tháng 11',
      '20 thang 11',
      'ngày 20',
      'ngày 20 tháng 11 năm 2026',
      'ngày 20-11',
      '20/11 này',
      'vào ngày 20/11',
      '20 nov',
      'Nov 20',
      '20th November',
    ],
    '2026-11-22': ['cn', 'CN', 'chủ nhật', 'chu nhat', 'sunday', 'sun', 'tối cn'],
    '2026-11-24': [
      'thứ 3 tuần sau',
      'next tuesday',
      'thứ ba tuần tới',
      'thứ 3 tới',
      'tuần sau thứ 3',
    ],
    '2026-11-27': ['thứ 6 tuần sau', 'thu 6 tuan sau', 'next friday', 'friday next week'],
    '2027-01-05': ['5/1', '5-1', '5 tháng 1', '05/01/2027'],
    '2026-12-10': ['ngày 10', '10/12'],
  }
  for (const [date, lines] of Object.entries(days)) {
    for (const text of lines) {
      check({ [`${text} 19h 4n Lan`]: { date, ...four, name: 'Lan' } })
      check({ [`19h ${text} 4n Lan`]: { date, ...four, name: 'Lan' } })
    }
  }
})

it('resolves a weekday to today only before the time has passed', () => {
  const later = now + 10 * 3_600_000
  const date = (text: string) => parseQuickEntry(text, { now: later, phrases, openPeriods }).date
  assert.equal(date('t3 21h 4n Lan'), today)
  assert.equal(date('t3 19h 4n Lan'), '2026-11-24')
  assert.equal(date('t3 4n Lan'), today)
  assert.equal(date('t3 10h tối 4n Lan'), today)
  assert.equal(date('tối t3 10h 4n Lan'), today)
  assert.equal(date('sáng t3 10h 4n Lan'), '2026-11-24')
})

it('reports an impossible day or time', () => {
  check({
    '10/11 19h 4n Lan': { ...four, name: 'Lan', note: '10/11', unclear: ['10/11'] },
    '31/11 19h 4n Lan': { ...four, name: 'Lan', note: '31/11', unclear: ['31/11'] },
    '20/11/2025 19h 4n Lan': { ...four, name: 'Lan', note: '20/11/2025', unclear: ['20/11/2025'] },
    'thứ 2 tuần này 19h 4n Lan': {
      ...four,
      name: 'Lan',
      note: 'thứ 2 tuần này',
      unclear: ['thứ 2 tuần này'],
    },
    'thứ 7 20/11 19h 4n Lan': {
      date: '2026-11-20',
      ...four,
      name: 'Lan',
      note: 'thứ 7',
      unclear: ['thứ 7'],
    },
    '25h 4n Lan': { partySize: 4, name: 'Lan', note: '25h', unclear: ['25h'] },
    'tối nay 4n Lan': { date: today, partySize: 4, name: 'Lan', unclear: ['tối nay'] },
    'mai 4n Lan': { date: '2026-11-18', partySize: 4, name: 'Lan', unclear: ['mai'] },
    '8h sáng 4n Lan': { time: '08:00', partySize: 4, name: 'Lan', unclear: ['08:00'] },
  })
})

it('parses a phone number in any common notation and reports an invalid one', () => {
  for (const phone of [
    '0912 345 678',
    '0912.345.678',
    '091 234 5678',
    '0912-345-678',
    '+84 912 345 678',
    '+84912345678',
    '84912345678',
    '84 912 345 678',
    '(+84) 912 345 678',
    '\u202a0912 345 678\u202c',
    'đt 0912345678',
    '912345678',
  ]) {
    check({ [`19h 4 người Lan ${phone}`]: { ...four, ...lan } })
    check({ [`Lan ${phone} 4 người 19h`]: { ...four, ...lan } })
    check({ [`${phone} 4 19h Lan`]: { ...four, ...lan } })
  }
  check({
    '7pm 4 pax Kate +1 415 555 2671': { ...four, name: 'Kate', phone: '+14155552671' },
    '7pm 4 pax Luc +33 6 12 34 56 78': { ...four, name: 'Luc', phone: '+33612345678' },
    '19h 4n Lan (024) 3826 1234': { ...four, name: 'Lan', phone: '+842438261234' },
    '19h 4n Lan 091234567': { ...four, name: 'Lan', note: '091234567', unclear: ['091234567'] },
    '19h 4n Lan 0912 345 67': {
      ...four,
      name: 'Lan',
      note: '0912 345 67',
      unclear: ['0912 345 67'],
    },
    '19h 4n Lan 09123456789': {
      ...four,
      name: 'Lan',
      note: '09123456789',
      unclear: ['09123456789'],
    },
    '19h 4n Lan 0912345678 / 0987654321': { ...four, ...lan, note: '0987654321' },
    '05/12/2026 19h 4n Lan': { date: '2026-12-05', ...four, name: 'Lan' },
    '19h 4n Lan cọc 2000000': { ...four, name: 'Lan', note: 'cọc 2000000' },
  })
})

it('distinguishes the name Mai from tomorrow, and other names from numbers and days', () => {
  const mai = { name: 'Mai', phone: '+84912345678' }
  const tomorrow = { date: '2026-11-18', ...four }
  check({
    'mai 19h 4n Lan 0912345678': { ...tomorrow, ...lan },
    '19h 4n Mai 0912345678': { ...four, ...mai },
    'Mai 0912345678 19h 4n': { ...four, ...mai },
    '0912345678 Mai 19h 4n': { ...four, ...mai },
    'chị Mai 19h 4n': { ...four, name: 'chị Mai' },
    'chị mai 19h 4n': { ...four, name: 'chị mai' },
    'chị Mai tối mai 7h 4n': { ...tomorrow, name: 'chị Mai' },
    'tối Mai 7h 4n Lan': { ...tomorrow, name: 'Lan' },
    'Mai 19h 4n': tomorrow,
    '20/11 19h 4n Mai': { date: '2026-11-20', ...four, name: 'Mai' },
    '18/11 19h 4n Mai': { ...tomorrow, name: 'Mai' },
    'mai 18/11 19h 4n Lan': { ...tomorrow, name: 'Lan' },
    'Nguyễn Thị Mai 19h 4n': { ...four, name: 'Nguyễn Thị Mai' },
    '19h 4n Mai Anh 0912345678': { ...four, ...mai, name: 'Mai Anh' },
    '19h 4n Mai': { ...tomorrow, unclear: ['Mai'] },
    '19h 4n mai 0912345678': { ...tomorrow, phone: mai.phone, unclear: ['mai'] },
    '19h 4n Lan 0912345678 mai': { ...tomorrow, ...lan },
    'chị Năm 4 người 19h': { ...four, name: 'chị Năm' },
    'anh Tư khách quen 19h 4n': { ...four, name: 'anh Tư', note: 'khách quen' },
    'cô Sáu 19h 4 người': { ...four, name: 'cô Sáu' },
    'bà Bảy 19h 4 người': { ...four, name: 'bà Bảy' },
    'Thu 4 người 19h': { ...four, name: 'Thu' },
    'chị Thu 7h 4 người': { ...four, name: 'chị Thu' },
    'thu 6 19h 4 nguoi chi Thu': { date: '2026-11-20', ...four, name: 'chi Thu' },
    'anh Sang 19h 4n': { ...four, name: 'anh Sang' },
    '11h Sang 0912345678 4n': { ...four, time: '11:00', ...mai, name: 'Sang' },
    'An 19h 4n': { ...four, name: 'An' },
    'an 0912345678 19h 4n': { ...four, phone: mai.phone, name: 'an' },
    'Linh Chi mai 19h 4n': { ...tomorrow, name: 'Linh Chi' },
    'hoa 0912345678 mot 19h 4n': { date: '2026-11-19', ...four, phone: mai.phone, name: 'hoa' },
    '19h mot nguoi yen 0912345678': { time: '19:00', partySize: 1, phone: mai.phone, name: 'yen' },
    'ngoi sat cua so 19h 4n Lan': { ...four, name: 'Lan', note: 'ngoi sat cua so' },
    'dat mon truoc 19h 4n Lan': { ...four, name: 'Lan', note: 'dat mon truoc' },
  })
})

it('takes the name from the remaining words', () => {
  check({
    '19h 4n chị Lan gần cửa sổ': { ...four, name: 'chị Lan', note: 'gần cửa sổ' },
    '19h 4n chị lan gần cửa sổ': { ...four, name: 'chị lan', note: 'gần cửa sổ' },
    '19h 4n c Lan 0912345678': { ...four, ...lan, name: 'c Lan' },
    '19h 4n anh chị Tuấn Anh': { ...four, name: 'anh chị Tuấn Anh' },
    'Gia đình chị Hương 19h 4n có 2 bé': { ...four, name: 'chị Hương', note: 'Gia đình, có 2 bé' },
    'Sinh nhật 19h 4n Lan': { ...four, name: 'Lan', note: 'Sinh nhật' },
    '19h 4n sinh nhật': { ...four, note: 'sinh nhật' },
    '19h 4n thanh tùng 0912345678 vip': {
      ...four,
      name: 'thanh tùng',
      phone: lan.phone,
      note: 'vip',
    },
    "7pm 4 pax Ms. Anne-Marie O'Neil": { ...four, name: "Ms. Anne-Marie O'Neil" },
    '7pm 4 pax Vincent van Dijk': { ...four, name: 'Vincent van Dijk' },
    '19h 4n lan@example.com 0912345678': { ...four, phone: lan.phone, note: 'lan@example.com' },
    '19h 4n A.Tuấn': { ...four, name: 'A.Tuấn' },
    'C.Lan 19h 4n': { ...four, name: 'C.Lan' },
    '7pm 4 pax under name Smith': { ...four, name: 'Smith' },
    '19h 4n (Lan) 0912345678': { ...four, ...lan },
    'Lan (0912345678) 19h 4n': { ...four, ...lan },
    '19h 4n Lan 🎂': { ...four, name: 'Lan', note: '🎂' },
  })
})

it('parses the note', () => {
  const guest = { ...four, ...lan }
  check({
    '19h 4n Lan 0912345678 ghi chú: 2 bé, tối mai gọi lại': {
      ...guest,
      note: '2 bé, tối mai gọi lại',
    },
    '19h 4n Lan ghi chu di ung tom 0912345678': { ...guest, note: 'di ung tom' },
    '19h 4n Lan 0912345678 // bàn 5 hoặc 6': { ...guest, note: 'bàn 5 hoặc 6' },
    '7pm 4 pax Lan 0912345678 note no peanuts for 2': { ...guest, note: 'no peanuts for 2' },
    '19h 4n Lan 0912345678 - mai gọi lại': { ...guest, note: 'mai gọi lại' },
    '19h 4n Lan 0912345678 - bàn tròn - 2 bé': { ...guest, note: 'bàn tròn - 2 bé' },
    '19h 4n - gần cửa sổ': { ...four, note: 'gần cửa sổ' },
    '19h 4n (ăn chay) Lan 0912345678': { ...guest, note: 'ăn chay' },
    '19h Lan (4 người) 0912345678': guest,
    '19h 4n Lan (2 bé': { ...four, name: 'Lan', note: '2 bé' },
    '19h 4n Lan 0912345678 thêm ghế bé': { ...guest, note: 'thêm ghế bé' },
  })
})

it('parses the words of the trade', () => {
  const guest = { ...four, name: 'Lan' }
  check({
    '19h 4n Lan hiên': { ...guest, fields: { place: 'veranda' } },
    '19h 4n Lan HIEN VUON': { ...guest, fields: { place: 'garden' } },
    '19h mâm 4 người 4n Lan': { ...guest, fields: { meal: 'four' } },
    '19h mam bon nguoi 4n Lan': { ...guest, fields: { meal: 'four' } },
    '19h 4n Lan với Nhung': { ...guest, fields: { person: 'nhung' } },
    '19h 4n Lan @nhung': { ...guest, fields: { person: 'nhung' } },
    '19h 4n Lan với chị Nhung': { ...guest, fields: { person: 'nhung' } },
    '19h 4n Nhung': { ...four, name: 'Nhung' },
    '19h 4n hien 0912345678': { ...four, name: 'hien', phone: lan.phone },
    '19h 4n chị Hiên hiên': { ...four, name: 'chị Hiên', fields: { place: 'veranda' } },
    '19h 4n Hiền': { ...four, name: 'Hiền' },
    'mâm bốn người, mâm sáu người 19h Lan': {
      time: '19:00',
      partySize: 6,
      name: 'Lan',
      note: 'mâm',
      fields: { meal: 'four' },
      unclear: ['mâm sáu người'],
    },
    'hiên vườn 19h 4n Lan hiên': {
      ...guest,
      note: 'hiên',
      fields: { place: 'garden' },
      unclear: ['hiên'],
    },
  })
})

/** Words that the time, the day and other fields represent, and that need not be repeated. */
const representedWords = new Set(
  `h g gio giờ phút p rưỡi tối sáng pm lúc at người n ng pax for x bàn lớn bé 2 cho thứ t tháng ngày
   mai nay hôm tuần sau cn fri next friday tomorrow nov th sđt đt ghi chú note với hiên vườn mâm bốn
   nhung tên bây now đặt và a k am nha nhé ạ ok book table`
    .split(/\s+/)
    .map(foldDiacritics),
)

function tokens(text: string): string[] {
  const clean = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\p{Cf}/gu, '')
  return clean.match(/[0-9]+|\p{L}[\p{L}\p{M}]*|\p{Extended_Pictographic}/gu) ?? []
}

/** Fails if a word of the line is not in the name or the note, and no other field represents it. */
function assertNothingLost(text: string): void {
  const { date, time = '', partySize, name = '', phone = '', note = '', fields } = read(text)
  const remainingTokens = Map.groupBy(tokens(`${name} ${note}`), (token) => token)
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const usableOnce = [partySize, ...(time ? [hours, minutes] : [])]
  const [year = 0, month, day] = date.split('-').map(Number)
  const usableOften = new Set([year, year % 100, month, day, weekdayOf(date) + 1])
  if (fields.meal === 'four') usableOften.add(4)
  for (const token of tokens(text)) {
    if (remainingTokens.get(token)?.pop() !== undefined) continue
    if (/^[0-9]/.test(token)) {
      if (phone.includes(token.replace(/^(00|0)/, '')) || usableOften.has(Number(token))) continue
      const index = usableOnce.findIndex(
        (one) => one !== undefined && one % 12 === Number(token) % 12,
      )
      const exact = usableOnce.indexOf(Number(token))
      assert.ok(index >= 0 || exact >= 0, `${token} of ${JSON.stringify(text)}`)
      usableOnce.splice(exact >= 0 ? exact : index, 1)
    } else
      assert.ok(representedWords.has(foldDiacritics(token)), `${token} of ${JSON.stringify(text)}`)
  }
}

const runs = { seed, numRuns: 4 * fuzzRuns }

it('does not throw or lose a word for any text', () => {
  const any = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.string({ unit: fc.constantFrom(...'01479 /-.:+()hngLazxđ'), maxLength: 300 }),
  )
  fc.assert(
    fc.property(any, (text) => {
      const entry = read(text)
      assert.ok(entry.name === undefined || entry.name.length <= 80)
      // A single letter may be an abbreviation; whole words never are.
      const words = tokens(text).filter((token) => /^\p{L}{3,}$/u.test(token))
      const found = tokens(`${entry.name} ${entry.note}`)
      for (const word of words) {
        assert.ok(
          found.includes(word) || representedWords.has(foldDiacritics(word)),
          JSON.stringify([text, word]),
        )
      }
    }),
    runs,
  )
})

it('loses no word of a line in any order of its parts', () => {
  const nonsense = fc.string({ unit: fc.constantFrom(...'zwjf'), minLength: 2, maxLength: 6 })
  const piece = fc.oneof(
    nonsense,
    nonsense.map((word) => word.replace(/^./, (letter) => letter.toUpperCase())),
    fc.constantFrom(
      ...['19h', '7h30 tối', '20:15', '7pm', '8 rưỡi', 'lúc 18 giờ 30', 'bây giờ'],
      ...['4 người', '4n', 'x3', 'for 6', 'bàn 5', '2 lớn 2 bé', '4-5 người', '7', '12'],
      ...['mai', 'Mai', 'tối nay', 'thứ 6', 't7', 'cn', '20/11', '31/11', '10/11', '20 tháng 11'],
      ...['0912345678', '0912 345 678', '+84 912 345 678', '091234567', '+33 6 12 34 56 78'],
      ...['hiên', 'hiên vườn', 'mâm bốn người', 'với Nhung', 'Nhung', 'đặt bàn', 'next friday'],
      ...['chị', 'anh Tư', 'Sang', 'tên', 'ghi chú', 'note', 'sinh nhật', 'gần cửa sổ', '🎂'],
    ),
  )
  const between = fc.constantFrom(' ', ' ', ' ', ', ', ' - ', ' (', ') ', ' // ', '; ', '-', '/')
  const line = fc
    .array(fc.tuple(piece, between), { maxLength: 12 })
    .map((parts) => parts.flat().join(''))
  fc.assert(fc.property(line, assertNothingLost), runs)
})

it('parses a very long text quickly (timing)', () => {
  for (const piece of [
    '0',
    '0912 ',
    '(',
    '- ',
    '19h ',
    'chị ',
    'A',
    'Mai ',
    '31/11 ',
    '//',
    'mâm bốn ',
    '2-',
  ]) {
    const began = performance.now()
    read(piece.repeat(30_000 / piece.length))
    assertElapsed(began, { belowMs: 8_000 })
  }
})
