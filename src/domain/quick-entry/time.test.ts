/** The time in a quick entry: notations, now, and morning or evening. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { check, four, now, openPeriods, vocabulary } from '../../../test/support/quick-entry.ts'
import { parseQuickEntry } from './parse.ts'

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
    parseQuickEntry(text, { now, vocabulary, openPeriods: open }).time
  assert.equal(time('7h 2n'), '19:00')
  assert.equal(time('9h30 2n'), '21:30')
  assert.equal(time('10h 2n'), '10:00', '22:00 is closing time')
  assert.equal(time('7h sáng 2n'), '07:00')
  assert.equal(time('9h 2n', lateBar), '09:00')
  assert.equal(time('7h 2n', lateBar), '07:00')
  assert.equal(parseQuickEntry('7h 2n', { now, vocabulary }).time, '07:00')
})
