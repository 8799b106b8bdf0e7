/** The party size in a quick entry. */
import { it } from 'node:test'
import { check, four } from '../../../test/support/quick-entry.ts'

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
