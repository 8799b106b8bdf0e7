/** The requests of a busy Friday, by their result. */
import { type DayBookings, friday, people } from '../sample.ts'

export const day: DayBookings = {
  finished: { ...people.lan, date: '2026-11-17', time: '18:30', party_size: 4 },
  missed: { ...people.bao, date: '2026-11-17', time: '19:00', party_size: 2 },
  seated: { ...people.ha, date: friday, time: '18:00', party_size: 2 },
  confirmed: { ...people.company, date: friday, time: '19:00', party_size: 10 },
  moving: { ...people.sophie, date: friday, time: '20:00', party_size: 2 },
  cancelling: { ...people.yen, date: '2026-11-22', time: '12:00', party_size: 6 },
  declined: { ...people.bao, date: friday, time: '19:30', party_size: 4 },
  cancelled: { ...people.ha, date: friday, time: '12:00', party_size: 3 },
  late: { ...people.lan, date: friday, time: '20:30', party_size: 4 },
  careful: {
    ...people.yen,
    date: '2026-11-21',
    time: '19:00',
    party_size: 5,
    allergens: ['peanuts', 'milk'],
    note: 'Sinh nhật bà, xin bàn gần cửa sổ và một chỗ để xe lăn; bé út dị ứng lạc rất nặng.',
  },
  fresh: { ...people.bao, date: friday, time: '21:00', party_size: 2 },
  onClosedDay: { ...people.ha, date: '2026-12-01', time: '19:00', party_size: 2 },
}
