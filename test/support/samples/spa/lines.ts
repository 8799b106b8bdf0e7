/** Quick-entry lines of staff, and the parsed results, on Tuesday 17 November 2026 at 10:00. */
export const lines: Record<string, string> = {
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
  '15h gội đầu chị Lan 0912345678':
    '17/11 15:00 chị Lan +84912345678 <goi-bo-ket goi-co-vai-gay goi-hoa-buoi goi-duong-sinh goi-gung-ngam-chan>',
  'massage vai gáy 16h Hà 0987654321': '17/11 16:00 Hà +84987654321 [offerId=co-vai-gay]',
  'facial 10h mai Anna':
    '18/11 10:00 Anna <lam-sach-diu-nhe cap-am-nha-dam diu-da-rau-ma mat-na-tra-xanh khuon-mat-thanh-thoi>',
  'ngâm chân 1 người': '17/11 1 <ngam-chan-gung goi-gung-ngam-chan>',
  'gội bồ kết 15h, Bao, chị Lan 0912345678':
    '17/11 15:00 chị Lan +84912345678 [offerId=goi-bo-ket] [therapist_id=quoc-bao]',
  '14h đá ấm Bảo chị Lan 0912345678':
    '17/11 14:00 chị Lan +84912345678 [offerId=massage-da-am] [therapist_id=quoc-bao]',
  '14h massage 90 phút Lan nữ làm':
    '17/11 14:00 Lan [therapist_gender=female] <massage-nhip-cham massage-da-am>',
  '15h cham soc da mat chi Thu':
    '17/11 15:00 chi Thu <lam-sach-diu-nhe cap-am-nha-dam diu-da-rau-ma mat-na-tra-xanh khuon-mat-thanh-thoi>',
  'gội đầu dưỡng sinh 10h Vy 0912345678': '17/11 10:00 Vy +84912345678 [offerId=goi-duong-sinh]',
  'massage body 60p 17h anh Minh bị cao huyết áp':
    '17/11 17:00 anh Minh (bị cao huyết áp) <massage-sa-chanh ngam-chan-gung>',
  'gội đầu bồ kết 15h Bảo làm, Lan': '17/11 15:00 Lan [offerId=goi-bo-ket] [therapist_id=quoc-bao]',
  'co vai gay 15h Lan đang mang thai': '17/11 15:00 Lan [offerId=co-vai-gay] (đang mang thai)',
  'da mặt 10h chị Hoa':
    '17/11 10:00 chị Hoa <lam-sach-diu-nhe cap-am-nha-dam diu-da-rau-ma mat-na-tra-xanh khuon-mat-thanh-thoi>',
  'massage đá nóng 11h chị Ngọc 0912345678':
    '17/11 11:00 chị Ngọc +84912345678 [offerId=massage-da-am] (nóng)',
  'vai gáy 15h Tú': '17/11 15:00 Tú <co-vai-gay goi-co-vai-gay>',
  'chị Hà đi cùng chị Mai 15h gội bồ kết 0912345678':
    '17/11 15:00 chị Hà +84912345678 [offerId=goi-bo-ket] (đi cùng chị Mai)',
  '15h massage phòng lá sả Lan':
    '17/11 15:00 Lan [resource=room:la-sa] <co-vai-gay massage-sa-chanh massage-nhip-cham massage-da-am tui-chuom-thao-moc ngam-chan-gung>',
  'mai 9h goi dau co vai gay chi Hang 0912345678 nam làm':
    '18/11 09:00 chi Hang +84912345678 [offerId=goi-co-vai-gay] [therapist_gender=male]',
  'massage chân 18h anh Quang 0903123456':
    '17/11 18:00 anh Quang +84903123456 [offerId=ngam-chan-gung]',
  'tắm trắng 15h Lan 0912345678': '17/11 15:00 Lan +84912345678 (tắm trắng)',
  '10h sáng mai đắp mặt nạ chị Ý 0912345678':
    '18/11 10:00 chị Ý +84912345678 [offerId=mat-na-tra-xanh] (đắp)',
  'khách lẻ gội bồ kết': '17/11 [offerId=goi-bo-ket]',
  'nhân viên nữ, massage sả 17h chị Diễm 0912345678 dị ứng mật ong':
    '17/11 17:00 chị Diễm +84912345678 [offerId=massage-sa-chanh] [therapist_gender=female] (dị ứng mật ong)',
  'gói cho 2 người 10h CN anh Khôi 0912345678':
    '22/11 10:00 anh Khôi +84912345678 [offerId=cho-hai-nguoi]',
  'facials 2pm tomorrow Kate +61 412 345 678':
    '18/11 14:00 Kate +61412345678 <lam-sach-diu-nhe cap-am-nha-dam diu-da-rau-ma mat-na-tra-xanh khuon-mat-thanh-thoi>',
}
