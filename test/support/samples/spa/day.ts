/** The requests of a busy Friday, by their result. */
import { type DayBookings, friday, people } from '../sample.ts'

export const day: DayBookings = {
  finished: { ...people.lan, date: '2026-11-17', time: '18:30', offerId: 'co-vai-gay' },
  missed: { ...people.bao, date: '2026-11-17', time: '19:00', offerId: 'goi-bo-ket' },
  seated: { ...people.ha, date: friday, time: '18:00', offerId: 'massage-da-am' },
  confirmed: { ...people.company, date: friday, time: '14:00', offerId: 'cho-hai-nguoi' },
  moving: { ...people.sophie, date: '2026-11-21', time: '10:00', offerId: 'massage-sa-chanh' },
  cancelling: { ...people.yen, date: '2026-11-22', time: '11:00', offerId: 'goi-duong-sinh' },
  declined: { ...people.bao, date: friday, time: '19:30', offerId: 'goi-bo-ket' },
  cancelled: { ...people.ha, date: friday, time: '12:00', offerId: 'co-vai-gay' },
  late: { ...people.lan, date: '2026-11-21', time: '14:30', offerId: 'goi-hoa-buoi' },
  careful: {
    ...people.yen,
    date: '2026-11-22',
    time: '16:00',
    offerId: 'lam-sach-diu-nhe',
    health: ['skin_condition', 'pregnant'],
    note: 'Da mình nhạy cảm, xin đừng dùng tinh dầu; có thể làm nhẹ tay ở vùng má không ạ?',
  },
  fresh: { ...people.bao, date: '2026-11-21', time: '18:30', offerId: 'co-vai-gay' },
  onClosedDay: { ...people.ha, date: '2026-12-01', time: '18:00', offerId: 'co-vai-gay' },
}
