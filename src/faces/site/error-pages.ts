/** The pages for errors. They lead a lost guest on, and contain the phone number of the shop. */
import { type Block, type Document, link, paragraph } from '../../content/document.ts'
import { type Business, telephoneLink } from '../../content/shop.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'

export type ErrorPageShop = {
  business: Business
  /** The text of the link to booking. */
  booking: LocalizedText
  /** The main list of the shop, such as its menu. */
  list?: { title: string; href: string }
}

export function notFoundPage(shop: ErrorPageShop, locale: Locale): Document {
  const { business, booking, list } = shop
  return {
    title: { vi: 'Không tìm thấy trang này', en: 'Page not found' }[locale],
    description: { vi: 'Địa chỉ này không có trang nào.', en: 'There is no page at this address.' }[
      locale
    ],
    picture: { name: '404' },
    blocks: [
      paragraph(
        {
          vi: 'Có thể địa chỉ đã gõ nhầm, hoặc trang này không còn nữa. Bạn đang tìm gì?',
          en: 'The address may contain a typing error, or the page is gone. What are you looking for?',
        }[locale],
      ),
      searchForm(locale),
      {
        kind: 'actions',
        links: [
          ...(list ? [{ text: list.title, href: list.href, main: true }] : []),
          { text: booking[locale], href: '/booking' },
          {
            text: { vi: `Gọi ${business.phone}`, en: `Call ${business.phone}` }[locale],
            href: telephoneLink(business),
          },
        ],
      },
      paragraph(link({ vi: 'Về trang chủ', en: 'Go to the home page' }[locale], '/')),
    ],
  }
}

function searchForm(locale: Locale): Block {
  return {
    kind: 'form',
    method: 'get',
    address: '/search',
    isSearch: true,
    hidden: [],
    fields: [
      {
        name: 'q',
        label: { vi: 'Tìm trong trang này', en: 'Search this site' }[locale],
        type: 'text',
        needed: false,
        autocomplete: 'off',
        values: [],
        error: undefined,
      },
    ],
    buttons: [{ label: { vi: 'Tìm', en: 'Search' }[locale], plain: true }],
  }
}

export function serverErrorPage({ business }: ErrorPageShop, locale: Locale): Document {
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
