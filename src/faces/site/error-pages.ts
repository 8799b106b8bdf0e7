/** The pages for errors. They contain the phone number of the shop. */
import { type Document, link, paragraph } from '../../content/document.ts'
import { type Business, telephoneLink } from '../../content/shop.ts'
import type { Locale } from '../../kernel/locale.ts'

export function notFoundPage(business: Business, locale: Locale): Document {
  return {
    title: { vi: 'Không tìm thấy trang này', en: 'Page not found' }[locale],
    description: { vi: 'Địa chỉ này không có trang nào.', en: 'There is no page at this address.' }[
      locale
    ],
    picture: { name: '404' },
    blocks: [
      paragraph(
        {
          vi: 'Có thể địa chỉ đã gõ nhầm. Bạn có thể về ',
          en: 'The address may contain a typing error. You can go ',
        }[locale],
        link({ vi: 'trang chủ', en: 'to the home page' }[locale], '/'),
        { vi: ' hoặc gọi ', en: ', or call ' }[locale],
        link(business.phone, telephoneLink(business)),
        '.',
      ),
      paragraph(
        { vi: 'Mọi trang có ở ', en: 'All pages are listed in ' }[locale],
        link('/sitemap.xml', '/sitemap.xml'),
        { vi: ' và ', en: ' and ' }[locale],
        link('/llms.txt', '/llms.txt'),
        '.',
      ),
    ],
  }
}

export function serverErrorPage(business: Business, locale: Locale): Document {
  return {
    title: { vi: 'Có lỗi phía chúng tôi', en: 'An error occurred on our side' }[locale],
    description: { vi: 'Xin thử lại sau ít phút.', en: 'Please try again shortly.' }[locale],
    blocks: [
      paragraph(
        { vi: 'Xin thử lại sau ít phút, hoặc gọi ', en: 'Please try again shortly, or call ' }[
          locale
        ],
        link(business.phone, telephoneLink(business)),
        '.',
      ),
    ],
  }
}
