/** The site pages of a spa that other trades do not have: memberships and gift cards. */
import {
  type Block,
  heading,
  type Opening,
  type Page,
  type PriceRow,
  paragraph,
} from '../../content/document.ts'
import { pageUrl } from '../../content/page-url.ts'
import type { Named, Offer } from '../../domain/catalogue/offer.ts'
import { availabilityText } from '../../domain/catalogue/sold-out.ts'
import { type FindPicture, withPicture } from '../../domain/pages/pictures.ts'
import type { Locale } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import { bulletBlock } from '../appointments/pages.ts'
import type { SpaFiles } from './files.ts'

export function giftCardPages(
  files: SpaFiles,
  offers: readonly Offer[],
  find: FindPicture,
): Page[] {
  const { memberships, giftCards } = files
  return [
    ...(memberships.memberships.length > 0 ? [membershipPage(files, offers, find)] : []),
    ...(giftCards.cards.length > 0 ? [giftCardPage(files, offers, find)] : []),
  ]
}

function membershipPage(
  { memberships }: SpaFiles,
  offers: readonly Offer[],
  find: FindPicture,
): Page {
  const { category, terms } = memberships
  const path = '/memberships'
  return cardsPage(path, category, find, (locale) => ({
    words: [{ kind: 'prices', rows: cardRows(offers, category, locale) }],
    booking: [orderAction(path, locale)],
    story:
      terms.length > 0
        ? [heading({ vi: 'Quy định dùng thẻ', en: 'Terms' }[locale]), bulletBlock(terms, locale)]
        : [],
  }))
}

/** The amounts lead to the form with the amount chosen. */
function giftCardPage(files: SpaFiles, offers: readonly Offer[], find: FindPicture): Page {
  const { category } = files.giftCards
  const path = '/gift-cards'
  return cardsPage(path, category, find, (locale) => ({
    words: [amountChoices(files, offers, path, locale)],
    booking: [orderAction(path, locale)],
    story: [
      { kind: 'prices', rows: cardRows(offers, category, locale) },
      ...giftCardBlocks(files, locale),
    ],
  }))
}

function cardsPage(
  path: string,
  category: Named,
  find: FindPicture,
  partsOf: (locale: Locale) => Pick<Opening, 'words' | 'booking' | 'story'>,
): Page {
  const description = {
    vi: 'Đặt mua, chuyển khoản, rồi chúng tôi gửi thẻ.',
    en: 'Order, pay by bank transfer, and we send the card.',
  }
  return {
    path,
    kind: 'page',
    document(locale) {
      const { words, booking, story } = partsOf(locale)
      return {
        title: category.name[locale],
        description: description[locale],
        ...withPicture(find(category.id)),
        opening: {
          layout: 'offer',
          words: [paragraph(description[locale]), ...words],
          booking,
          story,
        },
        blocks: [],
      }
    },
  }
}

function cardRows(offers: readonly Offer[], { id }: Named, locale: Locale): PriceRow[] {
  const cards = offers.filter(({ category }) => category === id)
  return cards.map((offer) => {
    const name = offer.name[locale]
    const price = formatMoney(offer.price, locale)
    const note = availabilityText(offer) ?? offer.description
    return {
      text: name,
      ...(note && { note: note[locale] }),
      // The name of a gift card usually is its amount.
      ...(!name.includes(price) && { price }),
      href: offer.path,
    }
  })
}

function amountChoices(
  { giftCards }: SpaFiles,
  offers: readonly Offer[],
  path: string,
  locale: Locale,
): Block {
  const soldOut = new Set(offers.flatMap(({ id, soldOut }) => (soldOut ? [id] : [])))
  return {
    kind: 'choices',
    label: { vi: 'Chọn số tiền', en: 'Choose an amount' }[locale],
    choices: giftCards.cards
      .filter(({ id }) => !soldOut.has(id))
      .map(({ amount }) => ({
        text: formatMoney(amount, locale),
        href: pageUrl(`${path}/order`, { amount: String(amount) }),
      })),
  }
}

function orderAction(path: string, locale: Locale): Block {
  const text = { vi: 'Đặt mua', en: 'Order one' }[locale]
  return { kind: 'actions', links: [{ text, href: `${path}/order`, main: true }] }
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
