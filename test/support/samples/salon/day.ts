/** The requests of a busy Friday, by their result. */
import { type DayBookings, friday, people } from '../sample.ts'

export const day: DayBookings = {
  finished: { ...people.lan, date: '2026-11-17', time: '18:30', offerId: 'goi-say' },
  missed: { ...people.bao, date: '2026-11-17', time: '19:00', offerId: 'cat-nam' },
  seated: { ...people.ha, date: friday, time: '18:00', offerId: 'uon-nam' },
  confirmed: { ...people.company, date: friday, time: '14:00', offerId: 'highlight-dai' },
  moving: { ...people.sophie, date: '2026-11-21', time: '10:00', offerId: 'goi-duong-sinh' },
  cancelling: { ...people.yen, date: '2026-11-22', time: '11:00', offerId: 'nhuom-mot-mau-vai' },
  declined: { ...people.bao, date: friday, time: '19:00', offerId: 'goi-say' },
  cancelled: { ...people.ha, date: friday, time: '12:00', offerId: 'cat-nu' },
  late: { ...people.lan, date: '2026-11-21', time: '14:30', offerId: 'duoi-tu-nhien-dai' },
  careful: {
    ...people.yen,
    // Late enough for the patch test.
    date: '2026-11-24',
    time: '16:00',
    offerId: 'phu-bac-ngan',
    health: ['dye_allergy', 'pregnant'],
    note: 'Lần trước nhuộm ở nhà bị ngứa sau gáy; tiệm có loại thuốc ít mùi không ạ?',
  },
  fresh: { ...people.bao, date: '2026-11-21', time: '18:30', offerId: 'goi-say' },
  onClosedDay: { ...people.ha, date: '2026-12-01', time: '18:00', offerId: 'cat-nam' },
}
