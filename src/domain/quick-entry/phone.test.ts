/** The phone number in a quick entry. */
import { it } from 'node:test'
import { check, four, lan } from '../../../test/support/quick-entry.ts'

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
