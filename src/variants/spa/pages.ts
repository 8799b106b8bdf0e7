/** The site pages of a spa that other trades do not have: memberships and gift cards. */
import { type Block, heading, type Page, paragraph } from '../../content/document.ts'
import type { Named, Offer } from '../../domain/catalogue/offer.ts'
import { offerSections } from '../../domain/pages/offers.ts'
import { type FindPicture, withPicture } from '../../domain/pages/pictures.ts'
import type { Locale } from '../../kernel/locale.ts'
import { bulletBlock } from '../appointments/pages.ts'
import type { SpaFiles } from './files.ts'

export function cardPages(files: SpaFiles, offers: readonly Offer[], find: FindPicture): Page[] {
  const { memberships, giftCards } = files
  const membershipPage = () =>
    cardsPage('/memberships', memberships.category, offers, find, (locale) =>
      memberships.terms.length > 0 ? [bulletBlock(memberships.terms, locale)] : [],
    )
  const giftCardPage = () =>
    cardsPage('/gift-cards', giftCards.category, offers, find, (locale) =>
      giftCardBlocks(files, locale),
    )
  return [
    ...(memberships.memberships.length > 0 ? [membershipPage()] : []),
    ...(giftCards.cards.length > 0 ? [giftCardPage()] : []),
  ]
}

function cardsPage(
  path: string,
  category: Named,
  offers: readonly Offer[],
  find: FindPicture,
  more: (locale: Locale) => Block[],
): Page {
  return {
    path,
    kind: 'page',
    document: (locale) => ({
      title: category.name[locale],
      description: {
        vi: 'Đặt mua, chuyển khoản, rồi chúng tôi gửi thẻ.',
        en: 'Order, pay by bank transfer, and we send the card.',
      }[locale],
      ...withPicture(find(category.id)),
      blocks: [
        {
          kind: 'actions',
          links: [
            { text: { vi: 'Đặt mua', en: 'Order one' }[locale], href: `${path}/order`, main: true },
          ],
        },
        ...offerSections(offers, [category], find, locale),
        ...more(locale),
      ],
    }),
  }
}

function giftCardBlocks({ giftCards }: SpaFiles, locale: Locale): Block[] {
  const delivery = giftCards.delivery.flatMap(({ name, how }): [string, string[]][] =>
    how ? [[name[locale], [how[locale]]]] : [],
  )
  return [
    ...(delivery.length > 0
      ? [
          heading({ vi: 'Cách gửi', en: 'Delivery' }[locale], 'delivery'),
          { kind: 'facts' as const, rows: delivery },
        ]
      : []),
    ...(giftCards.company_orders
      ? [
          heading({ vi: 'Đơn của công ty', en: 'Company orders' }[locale], 'companies'),
          paragraph(giftCards.company_orders[locale]),
        ]
      : []),
  ]
}
