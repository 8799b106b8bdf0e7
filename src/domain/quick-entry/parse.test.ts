/** Parser of quick entry: all parts together, notes, words of the trade, and that no word is lost. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { check, four, lan, read } from '../../../test/support/quick-entry.ts'
import { fuzzRuns, seed } from '../../../test/support/seed.ts'
import { assertElapsed } from '../../../test/support/timing.ts'
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import { weekdayOf } from '../../kernel/time.ts'

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
