/** Authentication: none, and what holds instead. */
import { type Block, heading, link, paragraph } from '../../../content/document.ts'
import type { Locale } from '../../../kernel/locale.ts'

export function authenticationBlocks(locale: Locale): Block[] {
  return [
    heading({ vi: 'Xác thực', en: 'Authentication' }[locale], 'authentication'),
    paragraph(
      {
        vi: 'Không có khoá, mã truy cập hay đăng nhập; không cần đăng ký. ',
        en: 'There is no key, no token and no login, and nothing to register. ',
      }[locale],
      link('/auth.md', '/auth.md'),
      '.',
    ),
    {
      kind: 'list',
      items: [
        {
          vi: 'Gửi yêu cầu cần sự đồng ý của khách: consent là "1" trong nội dung, consent: true trong công cụ MCP.',
          en: 'Writes need the consent of the guest: consent is "1" in a body, and consent: true in an MCP tool.',
        },
        {
          vi:
            'Trình duyệt chỉ gửi được từ trang của chúng tôi: yêu cầu có Origin hoặc ' +
            'Sec-Fetch-Site của trang khác bị từ chối với 403 cross-site. Chương trình không ' +
            'gửi Origin nên không bị ảnh hưởng.',
          en:
            'Browsers can write only from our own pages: a request with the Origin or ' +
            'Sec-Fetch-Site of another site is rejected with 403 cross-site. Programs send no ' +
            'Origin header and are not affected.',
        },
        {
          vi:
            'Biểu mẫu (application/x-www-form-urlencoded) cần mã chống thư rác của trang, nếu ' +
            'không thì 403 form-check-failed. JSON không cần mã.',
          en:
            'Forms (application/x-www-form-urlencoded) need the spam check token of the page, ' +
            'otherwise 403 form-check-failed. JSON needs no token.',
        },
        {
          vi:
            'Mã đặt chỗ cho xem trạng thái, không có dữ liệu của khách: hãy giữ kín. Xin đổi ' +
            'hoặc huỷ cần thêm bốn số cuối của điện thoại; sai cặp thì như mã không có.',
          en:
            'A booking code gives access to the status, which contains no guest data: keep it ' +
            'confidential. A change request also needs the last four digits of the phone ' +
            'number; a wrong pair gets the same response as an unknown code.',
        },
      ].map((item) => [item[locale]]),
    },
  ]
}
