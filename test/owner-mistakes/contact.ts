/** Contact, place and bank. */
import { business, type OwnerMistake, written } from './mistake.ts'

export const contact: readonly OwnerMistake[] = [
  {
    row: 30,
    trade: 'restaurant',
    ...written(business, 'phone: "+84 24 3718 0146"', 'phone: 0912345678'),
    en: ', the phone number: "0912345678" is not a phone number with its country code; write phone: "+84 912 345 678"',
    vi: ', điện thoại: "0912345678" chưa phải là số điện thoại có mã quốc gia; hãy viết phone: "+84 912 345 678"',
  },
  {
    row: 31,
    trade: 'restaurant',
    ...written(business, 'phone: "+84 24 3718 0146"', 'phone: "0912.345.678"'),
    en: ', the phone number: "0912.345.678" is not a phone number with its country code; write phone: "+84 912 345 678"',
    vi: ', điện thoại: "0912.345.678" chưa phải là số điện thoại có mã quốc gia; hãy viết phone: "+84 912 345 678"',
  },
  {
    row: 32,
    trade: 'restaurant',
    ...written(business, 'phone: "+84 24 3718 0146"', 'phone: "+84 0912 345 678"'),
    en: ', the phone number: "+84 0912 345 678" has a 0 too many after +84; write phone: "+84 912 345 678"',
    vi: ', điện thoại: "+84 0912 345 678" thừa số 0 sau +84; hãy viết phone: "+84 912 345 678"',
  },
  {
    row: 33,
    trade: 'restaurant',
    ...written(business, 'address: https://zalo.me/84953180146', 'address: 0912345678'),
    en: ', the address of Zalo: "0912345678" is not an address that begins with https://; write address: https://zalo.me/84912345678',
    vi: ', địa chỉ của Zalo: "0912345678" chưa phải là địa chỉ bắt đầu bằng https://; hãy viết address: https://zalo.me/84912345678',
  },
  {
    row: 34,
    trade: 'restaurant',
    ...written(
      business,
      'address: https://zalo.me/84953180146',
      'address: https://zalo.me/0912345678',
    ),
    en: ', the address of Zalo: the number in "https://zalo.me/0912345678" needs 84 instead of the first 0; write address: https://zalo.me/84912345678',
    vi: ', địa chỉ của Zalo: số trong "https://zalo.me/0912345678" cần 84 thay cho số 0 đầu; hãy viết address: https://zalo.me/84912345678',
  },
  {
    row: 35,
    trade: 'restaurant',
    ...written(
      business,
      'latitude: 21.0621\n  longitude: 105.8217',
      'latitude: 105.8217\n  longitude: 21.0621',
    ),
    en: ', position on the map, latitude: the two numbers are swapped; write latitude: 21.0621 and longitude: 105.8217',
    vi: ', vị trí trên bản đồ, vĩ độ: hai số bị đổi chỗ cho nhau; hãy viết latitude: 21.0621 và longitude: 105.8217',
  },
  {
    row: 36,
    trade: 'restaurant',
    ...written(business, 'name: Ngân hàng mẫu', 'name: MB'),
    en: ', bank, name: "MB" is not in the list of banks; write name: MBBank',
    vi: ', ngân hàng, tên: "MB" không có trong danh sách ngân hàng; hãy viết name: MBBank',
  },
  {
    row: 37,
    trade: 'restaurant',
    ...written(business, 'account: "0000000000"', 'account: 0123456789'),
    en: ', bank, account number: "0123456789" is not between quotes, so a 0 at its start is lost; write account: "0123456789"',
    vi: ', ngân hàng, số tài khoản: "0123456789" không nằm trong ngoặc kép, nên số 0 ở đầu bị mất; hãy viết account: "0123456789"',
  },
]
