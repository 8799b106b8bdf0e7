/** The name of the guest in a quick entry. */
import { it } from 'node:test'
import { check, four, lan } from '../../../test/support/quick-entry.ts'

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
