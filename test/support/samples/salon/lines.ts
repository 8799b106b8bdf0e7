/** Quick-entry lines of staff, and the parsed results, on Tuesday 17 November 2026 at 10:00. */
export const lines: Record<string, string> = {
  'mai 10h cắt nam anh Tuấn 0912345678': '18/11 10:00 anh Tuấn +84912345678 [offerId=cat-nam]',
  '10h30 cắt nữ với Long chị Hà 0987654321':
    '17/11 10:30 chị Hà +84987654321 [offerId=cat-nu] [stylist_id=hoang-long]',
  'goi duong sinh 15h chi Mai 0912345678':
    '17/11 15:00 chi Mai +84912345678 [offerId=goi-duong-sinh]',
  't7 9h nhuộm một màu tóc dài chị Vy 0903 123 456':
    '21/11 09:00 chị Vy +84903123456 [offerId=nhuom-mot-mau-dai]',
  'nhuộm dài 2h chiều mai Thảo @Vy':
    '18/11 14:00 Thảo [offerId=nhuom-mot-mau-dai] [stylist_id=thuy-vy]',
  'phủ bạc ngắn 9h sáng cn cô Hạnh 0934567890, thuốc ít mùi':
    '22/11 09:00 cô Hạnh +84934567890 [offerId=phu-bac-ngan] (thuốc ít mùi)',
  'uốn lỡ 13h thứ 5 c Ngọc thợ Diệp':
    '19/11 13:00 c Ngọc [offerId=uon-nong-vai] [stylist_id=ngoc-diep]',
  'duoi dai t6 8h30 chi Yen 0934.567.890':
    '20/11 08:30 chi Yen +84934567890 [offerId=duoi-tu-nhien-dai]',
  'dặm chân 17h30 Vân 0934567890': '17/11 17:30 Vân +84934567890 [offerId=dam-chan-toc]',
  'gội vai gáy 18h anh Bảo với cô Thoa':
    '17/11 18:00 anh Bảo [offerId=goi-vai-gay] [stylist_id=kim-thoa]',
  'cắt bé 4h chiều cn mẹ Bin 0912 345 678':
    '22/11 16:00 Bin +84912345678 [offerId=cat-tre-em] (mẹ)',
  'tóc cô dâu 28/11 9h Trang 0912345678': '28/11 09:00 Trang +84912345678 [offerId=toc-co-dau]',
  "men's cut 11am Tom": '17/11 11:00 Tom [offerId=cat-nam]',
  'highlights and balayage, medium hair sat 10am Anna with Vy':
    '21/11 10:00 Anna [offerId=highlight-vai] [stylist_id=thuy-vy]',
  'nhuộm 15h Lan 0912345678':
    '17/11 15:00 Lan +84912345678 <nhuom-mot-mau-ngan nhuom-mot-mau-vai nhuom-mot-mau-dai phu-bac-ngan phu-bac-vai phu-bac-dai>',
  '15h cắt tóc chị Lan': '17/11 15:00 chị Lan <cat-nam cat-nu cat-tre-em>',
  'nhuom 15h Lan':
    '17/11 15:00 Lan <nhuom-mot-mau-ngan nhuom-mot-mau-vai nhuom-mot-mau-dai phu-bac-ngan phu-bac-vai phu-bac-dai>',
  'uốn tóc dài 9h mai chị Vy': '18/11 09:00 chị Vy [offerId=uon-nong-dai]',
  'gội đầu 10h anh Nam': '17/11 10:00 anh Nam <goi-say goi-duong-sinh goi-vai-gay>',
  'cắt tóc nam 10h Nam 0912345678': '17/11 10:00 Nam +84912345678 [offerId=cat-nam]',
  'duỗi tóc chị Hoa 14h':
    '17/11 14:00 chị Hoa <duoi-tu-nhien-ngan duoi-tu-nhien-vai duoi-tu-nhien-dai>',
  'phục hồi 10h mai Trang':
    '18/11 10:00 Trang <phuc-hoi-sau-ngan phuc-hoi-sau-vai phuc-hoi-sau-dai>',
  'highlight 9h t7 Anna': '21/11 09:00 Anna <highlight-ngan highlight-vai highlight-dai>',
  'ghế cửa sổ cắt nữ 10h Lan': '17/11 10:00 Lan [offerId=cat-nu] [resource=seat:cua-so]',
  '15h cat nu Long chị Hà 0912345678':
    '17/11 15:00 chị Hà +84912345678 [offerId=cat-nu] [stylist_id=hoang-long]',
  'cat toc nu 16h Diep làm, chi Thanh 0912345678':
    '17/11 16:00 chi Thanh +84912345678 [offerId=cat-nu] [stylist_id=ngoc-diep]',
  'gội 11h khách lẻ': '17/11 11:00 <goi-say goi-duong-sinh goi-vai-gay cat-va-goi>',
  'nhuộm tóc ngắn 9h CN chị Bình 0912345678, từng dị ứng thuốc nhuộm':
    '22/11 09:00 chị Bình +84912345678 [offerId=nhuom-mot-mau-ngan] (từng dị ứng thuốc nhuộm)',
  'hấp dầu 14h mai chị Nhi 0934567890': '18/11 14:00 chị Nhi +84934567890 [offerId=hap-dau]',
  'uốn nam 16h anh Huy với Khang': '17/11 16:00 anh Huy [offerId=uon-nam] [stylist_id=minh-khang]',
  'cắt mái 15h bé Na': '17/11 15:00 Na [offerId=tia-mai] (bé)',
  'phủ bạc 8h30 cô Tám 0912345678':
    '17/11 08:30 cô Tám +84912345678 ?08:30 <phu-bac-ngan phu-bac-vai phu-bac-dai>',
  'giường gội 2 gội dưỡng sinh 17h chị Sen':
    '17/11 17:00 chị Sen [offerId=goi-duong-sinh] [resource=seat:giuong-2]',
}
