/** The day in a quick entry: calendar dates, weekdays and relative days. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import {
  check,
  four,
  now,
  openPeriods,
  today,
  vocabulary,
} from '../../../test/support/quick-entry.ts'
import { parseQuickEntry } from './parse.ts'

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
  const date = (text: string) => parseQuickEntry(text, { now: later, vocabulary, openPeriods }).date
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
