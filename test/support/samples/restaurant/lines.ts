/** Quick-entry lines of staff, and the parsed results, on Tuesday 17 November 2026 at 10:00. */
export const lines: Record<string, string> = {
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
  '2 lớn 2 bé 18h Linh 0912345678 ghế cao': '17/11 18:00 4 Linh +84912345678 (2 lớn 2 bé, ghế cao)',
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
  'Nhà 5, 2 người': '17/11 2 [resource=table:nha-5]',
  '19h nha 5 2 nguoi Lan 0912345678': '17/11 19:00 2 Lan +84912345678 [resource=table:nha-5]',
  'hiên 4 người 19h Lan': '17/11 19:00 4 Lan [table_type=hien-vuon]',
  'hiên 4 Lan 0912345678 19h': '17/11 19:00 4 Lan +84912345678 [table_type=hien-vuon]',
  '19h hiên 2 4n chị Nga': '17/11 19:00 4 chị Nga [resource=table:hien-2]',
  'khách lẻ 2 người': '17/11 2',
  '2 khách lẻ nhà 3': '17/11 2 [resource=table:nha-3]',
  'khach le 4 nguoi hien': '17/11 4 [table_type=hien-vuon]',
  '19h 4n khach Le 0912345678': '17/11 19:00 4 Le +84912345678',
  'Công ty Sao 20 người 19h mai': '18/11 19:00 20 Công ty Sao',
  'công ty Hoà Bình 12 người trưa mai 12h 0287 301 2345':
    '18/11 12:00 12 công ty Hoà Bình +842873012345',
  '19h 12 người nhà 7 nhà 8 anh Tú 0912345678':
    '17/11 19:00 12 anh Tú +84912345678 [resource=table:nha-7,table:nha-8]',
  '4 người 19h chị Lan 0912345678 dị ứng lạc, ghế trẻ em':
    '17/11 19:00 4 chị Lan +84912345678 (dị ứng lạc, ghế trẻ em)',
  'nhà 7h tối 3 người': '17/11 19:00 3 (nhà)',
  'phòng gian bếp 10ng 19h t7 anh Hải 0903123456':
    '21/11 19:00 10 anh Hải +84903123456 [resource=table:gian-bep]',
  'bàn tròn nhà 8 6 người 20h': '17/11 20:00 6 [resource=table:nha-8] (bàn tròn)',
  'mai 7 rưỡi tối 4ng nhà 7 0977345678 dị ứng hải sản':
    '18/11 19:30 4 +84977345678 [resource=table:nha-7] (dị ứng hải sản)',
  'vãng lai 3 người hiên 3': '17/11 3 [resource=table:hien-3]',
  'walk-in 2 nhà 1': '17/11 2 [resource=table:nha-1]',
  't7 18h nha 6 4 khach c Huong 0977 345 678':
    '21/11 18:00 4 c Huong +84977345678 [resource=table:nha-6]',
  '7h tối 5 người lớn 2 trẻ em chị Thu 0912345678 nhà 8':
    '17/11 19:00 7 chị Thu +84912345678 [resource=table:nha-8] (5 người lớn 2 trẻ em)',
  '20h 2 người hiên 1, kỷ niệm, anh Đức 0908123456':
    '17/11 20:00 2 anh Đức +84908123456 [resource=table:hien-1] (kỷ niệm)',
  '19h 4n Hiên 0912345678': '17/11 19:00 4 Hiên +84912345678',
  'sinh nhật 8 người 18h30 CN nhà 8 chị Phương 0934567890':
    '22/11 18:30 8 chị Phương +84934567890 [resource=table:nha-8] (sinh nhật)',
}
