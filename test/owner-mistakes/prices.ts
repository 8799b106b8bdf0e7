/** Prices, money and VAT. */
import { business, menu, type OwnerMistake, written } from './mistake.ts'

export const prices: readonly OwnerMistake[] = [
  {
    row: 1,
    trade: 'restaurant',
    ...written(menu, 'price: 145000', 'price: 145k'),
    en: ', the price of Chả rươi vỏ quýt: "145k" is not an amount of money; write price: 145000',
    vi: ', giá của Chả rươi vỏ quýt: "145k" chưa phải là số tiền; hãy viết price: 145000',
  },
  {
    row: 2,
    trade: 'restaurant',
    ...written(menu, 'price: 145000', 'price: 145.000'),
    en: ', the price of Chả rươi vỏ quýt: "145.000" is not an amount of money; write price: 145000',
    vi: ', giá của Chả rươi vỏ quýt: "145.000" chưa phải là số tiền; hãy viết price: 145000',
  },
  {
    row: 3,
    trade: 'restaurant',
    ...written(menu, 'price: 145000', 'price: 145,000'),
    en: ', the price of Chả rươi vỏ quýt: "145,000" is not an amount of money; write price: 145000',
    vi: ', giá của Chả rươi vỏ quýt: "145,000" chưa phải là số tiền; hãy viết price: 145000',
  },
  {
    row: 4,
    trade: 'restaurant',
    ...written(menu, 'price: 145000', 'price: 145.000đ'),
    en: ', the price of Chả rươi vỏ quýt: "145.000đ" is not an amount of money; write price: 145000',
    vi: ', giá của Chả rươi vỏ quýt: "145.000đ" chưa phải là số tiền; hãy viết price: 145000',
  },
  {
    row: 5,
    trade: 'restaurant',
    ...written(menu, 'price: 145000', 'price: 145 000'),
    en: ', the price of Chả rươi vỏ quýt: "145 000" is not an amount of money; write price: 145000',
    vi: ', giá của Chả rươi vỏ quýt: "145 000" chưa phải là số tiền; hãy viết price: 145000',
  },
  {
    row: 6,
    trade: 'restaurant',
    ...written(menu, 'price: 145000', 'price: "145000"'),
    en: ', the price of Chả rươi vỏ quýt: "145000" is between quotes, which do not belong here; write price: 145000',
    vi: ', giá của Chả rươi vỏ quýt: "145000" nằm trong ngoặc kép, ở đây không cần; hãy viết price: 145000',
  },
  {
    row: 7,
    trade: 'restaurant',
    ...written(menu, 'price: 145000', 'price: 145000 VND'),
    en: ', the price of Chả rươi vỏ quýt: "145000 VND" is not an amount of money; write price: 145000',
    vi: ', giá của Chả rươi vỏ quýt: "145000 VND" chưa phải là số tiền; hãy viết price: 145000',
  },
  {
    row: 8,
    trade: 'restaurant',
    ...written(menu, 'price: 145000', 'price: 145'),
    en: ', the price of Chả rươi vỏ quýt: 145 ₫ is too little, probably thousands were meant; write price: 145000',
    vi: ', giá của Chả rươi vỏ quýt: 145 ₫ quá ít, có lẽ thiếu ba số 0; hãy viết price: 145000',
  },
  {
    row: 9,
    trade: 'restaurant',
    ...written(menu, 'price: 145000', 'price: 1450000'),
    en: ', the price of Chả rươi vỏ quýt: 1,450,000 ₫ is far above all others of this category, probably with a zero too many; write price: 145000 if that was a mistake',
    vi: ', giá của Chả rươi vỏ quýt: 1.450.000 ₫ cao hơn hẳn mọi giá khác trong nhóm, có lẽ thừa một số 0; hãy viết price: 145000 nếu gõ nhầm',
    isNote: true,
  },
  {
    row: 10,
    trade: 'restaurant',
    ...written('policy.yaml', 'deposit_per_guest: 100000', 'deposit_per_guest: 100k'),
    en: ', rules by party size, parties of up to 14, deposit per guest: "100k" is not an amount of money; write deposit_per_guest: 100000',
    vi: ', quy định theo số khách, nhóm đến 14 khách, tiền cọc mỗi khách: "100k" chưa phải là số tiền; hãy viết deposit_per_guest: 100000',
  },
  {
    row: 11,
    trade: 'restaurant',
    ...written(
      business,
      '- { from: "2025-07-01", percent: 8 }',
      '- { from: "2025-07-01", percent: 8% }',
    ),
    en: ', VAT usual, rate, percent: "8%" is not a plain number; write percent: 8',
    vi: ', thuế VAT usual, mức thuế, phần trăm: "8%" không chỉ là một con số; hãy viết percent: 8',
  },
  {
    row: 12,
    trade: 'restaurant',
    ...written(business, '- { from: "2025-07-01"', '- { from: "01/07/2025"'),
    en: ', VAT usual, rate, start: "01/07/2025" is not a date as year, month and day (Tuesday 1 July 2025); write from: "2025-07-01"',
    vi: ', thuế VAT usual, mức thuế, lúc bắt đầu: "01/07/2025" chưa phải là ngày viết theo thứ tự năm-tháng-ngày (Thứ Ba 1/7/2025); hãy viết from: "2025-07-01"',
  },
]
