/** Lines as a host types them on a phone, with the words of the two sample shops. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { hoursOn } from '../src/domain/booking/hours.ts'
import { readLine, toWishInput } from '../src/domain/booking/one-line.ts'
import { openShop } from './support/shop.ts'

/** Tuesday 17 November 2026, 10:00 in Vietnam. */
const now = Date.UTC(2026, 10, 17, 3)

const shops = { restaurant: openShop('restaurant'), spa: openShop('spa') }

type Variant = keyof typeof shops

function read(variant: Variant, text: string) {
  const { booking, business } = shops[variant]
  const opening = (date: string) => {
    const hours = hoursOn(business, date)
    return hours.open ? hours.periods : []
  }
  return readLine(text, { now, vocabulary: booking.vocabulary, opening })
}

/** "17/11 19:00 4 Lan +84912345678 [table_type=hien-vuon] (sinh nhật) ?unclear", as far as it is said. */
function inShort(variant: Variant, text: string): string {
  const { date, time, partySize, name, phone, note, fields, unclear } = read(variant, text)
  return [
    date.slice(5).split('-').reverse().join('/'),
    time,
    partySize,
    name,
    phone,
    ...Object.entries(fields)
      .sort()
      .map(([field, value]) => `[${field}=${value}]`),
    note && `(${note})`,
    ...unclear.map((one) => `?${one.text}`),
  ]
    .filter((part) => part !== undefined)
    .join(' ')
}

const lines: Record<Variant, Record<string, string>> = {
  restaurant: {
    '19h 4 người Lan 0912345678': '17/11 19:00 4 Lan +84912345678',
    '7h tối nay 2 khách a Hùng 0903 123 456': '17/11 19:00 2 a Hùng +84903123456',
    '19g30 t7 6n c Hương 0903123456 ngoài hiên':
      '21/11 19:30 6 c Hương +84903123456 [table_type=hien-vuon]',
    'mai 12h trưa 10ng cty Sao Mai 0287 301 2345 phòng riêng':
      '18/11 12:00 10 cty Sao Mai +842873012345 [table_type=phong-rieng]',
    '6h chieu mai 3 nguoi ngoc anh 0977888999': '18/11 18:00 3 ngoc anh +84977888999',
    'CN 11h30 8 khách gia đình chị Thủy 0912 345 678, có 2 bé':
      '22/11 11:30 8 chị Thủy +84912345678 (gia đình, có 2 bé)',
    'thu 7 18h30 5 khach anh Tuan 0987654321 trong nha':
      '21/11 18:30 5 anh Tuan +84987654321 [table_type=trong-nha]',
    '20/11 tối 7h 12 người cô Hạnh liên hoan ngày nhà giáo':
      '20/11 19:00 12 cô Hạnh (liên hoan ngày nhà giáo)',
    'Anh Phong 0908123456 t6 tuần sau 19h bàn 4 hiên vườn':
      '27/11 19:00 4 Anh Phong +84908123456 [table_type=hien-vuon]',
    'mâm 4 người 19h mai 4ng Lan 0912345678':
      '18/11 19:00 4 Lan +84912345678 [offerId=mam-bon-nguoi]',
    'mam chay 3 nguoi thu 5 11h 3ng thay Minh 0912345678':
      '19/11 11:00 3 thay Minh +84912345678 [offerId=mam-chay-ba-nguoi]',
    'bàn hiên vườn 19h 2n Vy mâm hai người':
      '17/11 19:00 2 Vy [offerId=mam-hai-nguoi] [table_type=hien-vuon]',
    '2 khách bây giờ': '17/11 2',
    '2 trong nhà': '17/11 2 [table_type=trong-nha]',
    '3 người hiên chị Nga': '17/11 3 chị Nga [table_type=hien-vuon]',
    'mai 19h 4 người chị Hoa 0912345678 hiên':
      '18/11 19:00 4 chị Hoa +84912345678 [table_type=hien-vuon]',
    '4n hien 0912345678 19h': '17/11 19:00 4 hien +84912345678',
    '19h 4n Hiền ngoài vườn': '17/11 19:00 4 Hiền [table_type=hien-vuon]',
    '7h 4 Lan': '17/11 19:00 4 Lan',
    '8 rưỡi tối mai 2ng My': '18/11 20:30 2 My',
    '11h 2 người Quân': '17/11 11:00 2 Quân',
    '1h30 trưa 5ng Yến 0934.567.890': '17/11 13:30 5 Yến +84934567890',
    '19h - 4 khách - Bình - 0912345678 - bánh sinh nhật, nến số 30':
      '17/11 19:00 4 Bình +84912345678 (bánh sinh nhật, nến số 30)',
    '19h 4 khách Bình (bàn tròn) 0912345678': '17/11 19:00 4 Bình +84912345678 (bàn tròn)',
    '2 lớn 2 bé 18h Linh 0912345678 ghế cao':
      '17/11 18:00 4 Linh +84912345678 (2 lớn 2 bé, ghế cao)',
    '18h30 4 khách chị Mai 0912345678': '17/11 18:30 4 chị Mai +84912345678',
    'mai 18h30 4 khách chị Mai': '18/11 18:30 4 chị Mai',
    '19h 10-12 người anh Dũng phòng vip':
      '17/11 19:00 12 anh Dũng [table_type=phong-rieng] (10-12 người)',
    '24/12 20h 2 pax Sophie +33 6 12 34 56 78 garden':
      '24/12 20:00 2 Sophie +33612345678 [table_type=hien-vuon]',
    'table for 6 next friday 7:30pm Mr David Brown, private room':
      '27/11 19:30 6 Mr David Brown [table_type=phong-rieng]',
    'Kate 4 ppl tomorrow noon 12:15 indoors vegetarian set':
      '18/11 12:15 4 Kate [offerId=mam-chay-ba-nguoi] [table_type=trong-nha]',
    '19h 4n Lan 09123456': '17/11 19:00 4 Lan (09123456) ?09123456',
    '19h 4n Lan 31/11': '17/11 19:00 4 Lan (31/11) ?31/11',
    'thứ 7 20/11 19h 4n Lan': '20/11 19:00 4 Lan (thứ 7) ?thứ 7',
    'DAT BAN 19H 4 NGUOI LAN 0912345678 SINH NHAT': '17/11 19:00 4 LAN +84912345678 (SINH NHAT)',
    '19h 4n lan 0912345678 // mai gọi lại xác nhận':
      '17/11 19:00 4 lan +84912345678 (mai gọi lại xác nhận)',
  },
  spa: {
    '10h30 gội bồ kết Lan 0912345678': '17/11 10:30 Lan +84912345678 [offerId=goi-bo-ket]',
    '2h chiều mai massage đá ấm với Nhung chị Hà 0987654321':
      '18/11 14:00 chị Hà +84987654321 [offerId=massage-da-am] [therapist_id=hong-nhung]',
    'goi duong sinh 15h chi Mai 0912345678':
      '17/11 15:00 chi Mai +84912345678 [offerId=goi-duong-sinh]',
    '9h sáng t7 cấp ẩm với chị Mai, khách Mai 0912345678':
      '21/11 09:00 Mai +84912345678 [offerId=cap-am-nha-dam] [therapist_id=thanh-mai]',
    'massage cổ vai gáy 7h tối anh Bảo 0903123456':
      '17/11 19:00 anh Bảo +84903123456 [offerId=co-vai-gay]',
    'co vai gay 17h30 Thảo @Tram': '17/11 17:30 Thảo [offerId=co-vai-gay] [therapist_id=bich-tram]',
    'gội thảo mộc và cổ vai gáy 18h c Ngọc ktv nữ':
      '17/11 18:00 c Ngọc [offerId=goi-co-vai-gay] [therapist_gender=female]',
    'massage sả chanh 4h chiều thứ 5 Vân 0934567890':
      '19/11 16:00 Vân +84934567890 [offerId=massage-sa-chanh]',
    'da am 16h cn chi Yen 0934567890 dau lung':
      '22/11 16:00 chi Yen +84934567890 [offerId=massage-da-am] (dau lung)',
    'hoa bưởi 10h sáng mai chị Trang 0912 345 678, bầu 5 tháng':
      '18/11 10:00 chị Trang +84912345678 [offerId=goi-hoa-buoi] (bầu 5 tháng)',
    'nhịp chậm 19h kỹ thuật viên Trâm khách Linh':
      '17/11 19:00 Linh [offerId=massage-nhip-cham] [therapist_id=bich-tram]',
    'túi chườm 3pm tomorrow Kate with Bao +61 412 345 678':
      '18/11 15:00 Kate +61412345678 [offerId=tui-chuom-thao-moc] [therapist_id=quoc-bao]',
    'lemongrass oil 11am Tom': '17/11 11:00 Tom [offerId=massage-sa-chanh]',
    'neck and shoulders sat 2pm Anna': '21/11 14:00 Anna [offerId=co-vai-gay]',
    'cho 2 người t7 10h Hùng 0912345678': '21/11 10:00 Hùng +84912345678 [offerId=cho-hai-nguoi]',
    'for two 4pm sunday Mr Lee': '22/11 16:00 Mr Lee [offerId=cho-hai-nguoi]',
    'sau giờ làm 18h chị Vân': '17/11 18:00 chị Vân [offerId=sau-gio-lam]',
    'mặt và vai 8h tối Quỳnh': '17/11 20:00 Quỳnh [offerId=mat-va-vai]',
    'khuôn mặt 14h Như với Thanh Mai':
      '17/11 14:00 Như [offerId=khuon-mat-thanh-thoi] [therapist_id=thanh-mai]',
    'mat na tra xanh 9h30 t4 hoa 0912345678':
      '18/11 09:30 hoa +84912345678 [offerId=mat-na-tra-xanh]',
    'ngâm chân gừng bây giờ, khách vãng lai': '17/11 [offerId=ngam-chan-gung]',
    'gội gừng ngâm chân 20/11 9h Oanh 0912.345.678':
      '20/11 09:00 Oanh +84912345678 [offerId=goi-gung-ngam-chan]',
    'một buổi thong thả 24/11 13h chị Ánh': '24/11 13:00 chị Ánh [offerId=mot-buoi-thong-tha]',
    'Mai 10h gội bồ kết Vân': '18/11 10:00 Vân [offerId=goi-bo-ket]',
    'gội bồ kết cho 2 người 15h Lan': '17/11 15:00 2 Lan [offerId=goi-bo-ket]',
    'gội bồ kết + massage đá ấm 14h Lan':
      '17/11 14:00 Lan [offerId=goi-bo-ket] (massage đá ấm) ?massage đá ấm',
    'Nhung 0912345678 dưỡng sinh 3h': '17/11 15:00 Nhung +84912345678 [offerId=goi-duong-sinh]',
    'diu da rau ma 10h thu 6 chi Hong Nhung 0912345678':
      '20/11 10:00 chi Hong Nhung +84912345678 [offerId=diu-da-rau-ma]',
    'lam sach 1h trua thao 0912345678 note da nhay cam':
      '17/11 13:00 thao +84912345678 [offerId=lam-sach-diu-nhe] (da nhay cam)',
  },
}

for (const variant of ['restaurant', 'spa'] as const) {
  it(`reads what a host of the ${variant} types`, () => {
    for (const [text, expected] of Object.entries(lines[variant])) {
      assert.equal(inShort(variant, text), expected, text)
    }
  })

  it(`means one thing by each phrase of the ${variant}`, () => {
    const { vocabulary } = shops[variant].booking
    const meanings = Map.groupBy(
      vocabulary,
      ({ phrase, field }) => `${field} ${phrase.toLowerCase()}`,
    )
    for (const [phrase, all] of meanings) assert.equal(all.length, 1, phrase)
    for (const { phrase, field, value, after = [''] } of vocabulary) {
      const { fields, note } = read(variant, `15h ${after[0]} ${phrase}, Lan`)
      assert.deepEqual([fields, note], [{ [field]: value }, undefined], phrase)
    }
  })
}

it('knows every treatment by its names, marks or not', () => {
  const treatments = shops.spa.assortment.offers.filter(({ bookable }) => bookable)
  for (const { id, name } of treatments) {
    const plain = name.vi.normalize('NFD').replace(/\p{M}/gu, '').replace(/đ/gi, 'd').toLowerCase()
    for (const said of [name.vi, name.en, plain, name.vi.toUpperCase()]) {
      assert.equal(read('spa', `15h ${said}, Lan`).fields.offerId, id, said)
    }
  }
})

it('gives the trade what it reads a wish from, and asks for what it needs', () => {
  const wishOf = (variant: Variant, text: string) => {
    const { booking } = shops[variant]
    const { input, missing } = toWishInput(read(variant, text), booking)
    const asked = booking.readWish(input, 'request')
    return { missing: missing.map(({ message }) => message.en), wish: asked.wishes?.[0], input }
  }
  assert.deepEqual(wishOf('restaurant', '19h 4n Lan hiên, mâm 4 người').wish, {
    offerId: 'mam-bon-nguoi',
    partySize: 4,
    types: ['hien-vuon'],
  })
  assert.deepEqual(wishOf('restaurant', '19h Lan').missing, [
    'How many guests is missing. Add it, such as 4 people.',
  ])
  assert.deepEqual(wishOf('restaurant', '19h 40 người Lan').input, { party_size: 40 })
  assert.deepEqual(wishOf('spa', '15h đá ấm với Bảo, Lan'), {
    missing: [],
    input: { offerId: 'massage-da-am', therapist_id: 'quoc-bao' },
    wish: { offerId: 'massage-da-am', partySize: 1, therapistId: 'quoc-bao' },
  })
  assert.deepEqual(wishOf('spa', '15h Lan 0912345678').missing, [
    'Say which treatment, so that free times can be found.',
  ])
  assert.equal(wishOf('spa', '15h gội bồ kết 2 người Lan').wish, undefined, 'it is for one')
})
