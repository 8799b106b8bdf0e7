/** How the file is written. */
import { business, menu, type OwnerMistake, written, writtenAbove } from './mistake.ts'

export const writing: readonly OwnerMistake[] = [
  {
    row: 38,
    trade: 'restaurant',
    ...written(menu, '    price: 145000', '\tprice: 145000'),
    en: ': this line starts with a Tab; write spaces instead',
    vi: ': dòng này bắt đầu bằng phím Tab; hãy viết dấu cách thay cho Tab',
  },
  {
    row: 39,
    trade: 'restaurant',
    ...written(menu, 'price: 145000', 'price:145000'),
    en: ': there is no space after the colon of price; write a space after the colon: price: 145000',
    vi: ': sau dấu hai chấm của price thiếu dấu cách; hãy viết một dấu cách sau dấu hai chấm: price: 145000',
  },
  {
    row: 40,
    trade: 'restaurant',
    ...written(
      business,
      'vi: Cơm quê Bắc Bộ, nướng than và kho niêu đất',
      'vi: Gác Mái: rượu và nhạc',
    ),
    en: ': there is a colon inside the text, so the text needs quotes; write vi: "Gác Mái: rượu và nhạc"',
    vi: ': có dấu hai chấm bên trong câu chữ, nên câu chữ cần ngoặc kép; hãy viết vi: "Gác Mái: rượu và nhạc"',
  },
  {
    row: 41,
    trade: 'restaurant',
    ...written(business, 'phone: "+84 24 3718 0146"', 'phone: "+84 24 3718 0146'),
    en: ': the closing quote (") is missing; write phone: "+84 24 3718 0146"',
    vi: ': thiếu dấu ngoặc kép đóng ("); hãy viết phone: "+84 24 3718 0146"',
  },
  {
    row: 42,
    trade: 'restaurant',
    ...written('policy.yaml', 'first: "11:00"', 'first: “11:00”'),
    en: ', the first time of Bữa trưa: “11:00” is in curly quotes (“ ”); write first: "11:00"',
    vi: ', giờ sớm nhất của Bữa trưa: “11:00” nằm trong ngoặc kép cong (“ ”); hãy viết first: "11:00"',
  },
  {
    row: 43,
    trade: 'restaurant',
    ...written(menu, /name: \{ vi: Nem rán[^}]*\}/, 'name: { vi: Nem rán, cua bể, en: Rolls }'),
    en: ', the name of Nem rán: a comma between braces ends the text, so "Nem rán, cua bể" needs quotes; write name: { vi: "Nem rán, cua bể", en: Rolls }',
    vi: ', tên của Nem rán: trong dấu { }, dấu phẩy kết thúc câu chữ, nên "Nem rán, cua bể" cần ngoặc kép; hãy viết name: { vi: "Nem rán, cua bể", en: Rolls }',
  },
  {
    row: 44,
    trade: 'restaurant',
    ...written(menu, '    price: 145000', '   price: 145000'),
    en: ': this line is not indented like the others of its entry; indent it like the line above or below it',
    vi: ': dòng này thụt vào không thẳng với các dòng cùng mục; hãy chỉnh số dấu cách đầu dòng cho bằng dòng cùng mục ở trên hoặc ở dưới',
  },
  {
    row: 45,
    trade: 'restaurant',
    ...writtenAbove(menu, '    price: 145000', '    price: 145000\n    price: 155000'),
    en: ': price is there twice; remove one of them',
    vi: ': price có hai lần; hãy bỏ bớt một dòng',
  },
  {
    row: 46,
    trade: 'restaurant',
    ...written(menu, 'price: 145000', 'giá: 145000'),
    en: ', Chả rươi vỏ quýt: "giá" is written as price here; write price: 145000',
    vi: ', Chả rươi vỏ quýt: "giá" ở đây viết là price; hãy viết price: 145000',
  },
  {
    row: 47,
    trade: 'restaurant',
    ...written(menu, 'price: 145000', 'pirce: 145000'),
    en: ', Chả rươi vỏ quýt: "pirce" is written as price here; write price: 145000',
    vi: ', Chả rươi vỏ quýt: "pirce" ở đây viết là price; hãy viết price: 145000',
  },
]
