/** The sections of the home page below the booking panel. */
import {
  type Block,
  type Card,
  type Point,
  pageHead,
  paragraph,
  type Section,
} from '../../content/document.ts'
import { mapLink } from '../../content/map-link.ts'
import { formatAddress, telephoneLink } from '../../content/shop.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import { type Named, type Offer, pictureNamesOf } from '../catalogue/offer.ts'
import type { Shop } from '../trade/trade.ts'
import { hoursRows, hoursToday } from './contact.ts'
import { furtherPhoto } from './gallery.ts'
import { offerCards, offerDurationText, priceText } from './offers.ts'
import type { FindPicture } from './pictures.ts'

/** One row. */
const featuredCount = 3

/** A longer list is shown on its own page. */
const maxGroupRows = 6

/** Three offers with pictures of their own; otherwise three categories with pictures; otherwise three offers. */
export function featuredSection(shop: Shop, find: FindPicture, locale: Locale): Block[] {
  const { offers } = shop.assortment
  const [list] = shop.tradePages.filter(({ kind }) => kind === 'page')
  const listed = offers.filter(({ kind }) => kind === 'dish' || kind === 'treatment')
  const cards =
    featuredOffers(listed, shop, find, locale) ??
    (list && categoryCards(listed, shop, find, list.path, locale)) ??
    firstOffers(listed, locale)
  if (!cards || !list) return []
  const { title } = pageHead(list, locale)
  return [
    {
      kind: 'section',
      title: labels.featured[locale],
      more: { text: allOf(title)[locale], href: list.path },
      blocks: [cards],
    },
  ]
}

/** Photos and drawings are not mixed in one row. */
function featuredOffers(
  offers: readonly Offer[],
  { readyPhotos }: Shop,
  find: FindPicture,
  locale: Locale,
): Block | undefined {
  const pictureOf = (offer: Offer) => find(...pictureNamesOf(offer))
  const hasPhoto = (offer: Offer) => readyPhotos.has(pictureOf(offer) ?? '')
  const pictured = firstVariants(offers).filter((one) => pictureOf(one) !== undefined)
  const ordered = pictured.toSorted(
    (one, other) => Number(other.isSignature ?? false) - Number(one.isSignature ?? false),
  )
  const rows = [ordered.filter(hasPhoto), ordered.filter((one) => !hasPhoto(one))]
  const row = rows.find(({ length }) => length >= featuredCount)
  return row && offerCards(row.slice(0, featuredCount), pictureOf, locale)
}

function categoryCards(
  offers: readonly Offer[],
  { assortment }: Shop,
  find: FindPicture,
  listPath: string,
  locale: Locale,
): Block | undefined {
  const cards = assortment.categories.flatMap((category): Card[] => {
    const picture = find(category.id)
    const inCategory = firstVariants(offers.filter((one) => one.category === category.id))
    return picture === undefined || inCategory.length === 0
      ? []
      : [{ ...categoryCard(category, inCategory, listPath, locale), picture }]
  })
  if (cards.length < featuredCount) return undefined
  return { kind: 'cards', cards: cards.slice(0, featuredCount), isRow: true }
}

function categoryCard(
  { id, name }: Named,
  offers: readonly Offer[],
  listPath: string,
  locale: Locale,
): Card {
  const lowest = Math.min(...offers.map(({ price }) => price))
  const from = { vi: 'Từ', en: 'From' }[locale]
  const names = offers.slice(0, featuredCount).map((offer) => offer.name[locale])
  return {
    title: name[locale],
    href: `${listPath}#${id}`,
    text: names.join(' · '),
    note: `${from} ${formatMoney(lowest, locale)}`,
  }
}

function firstOffers(offers: readonly Offer[], locale: Locale): Block | undefined {
  const first = firstVariants(offers).slice(0, featuredCount)
  if (first.length < featuredCount) return undefined
  return offerCards(first, () => undefined, locale)
}

/** Variants of a service share their picture and most of their text: only the first is shown. */
function firstVariants(offers: readonly Offer[]): Offer[] {
  return [...Map.groupBy(offers, ({ id, variantOf = id }) => variantOf).values()].flatMap(
    ([first]) => first ?? [],
  )
}

/** Set meals or packages, as one list of prices. */
export function groupSection({ assortment, tradePages }: Shop, locale: Locale): Block[] {
  const offers = assortment.offers.filter(({ kind }) => kind === 'set_meal' || kind === 'package')
  const page = tradePages.find(({ path }) => path === '/set-meals' || path === '/packages')
  if (!page || offers.length === 0) return []
  const { title, description, picture } = page.document(locale)
  return [
    {
      kind: 'section',
      title,
      ...(picture && { picture: picture.name }),
      more: { text: allOf(title)[locale], href: page.path },
      blocks: [
        paragraph(description),
        { kind: 'prices', rows: offers.slice(0, maxGroupRows).map((one) => priceRow(one, locale)) },
      ],
    },
  ]
}

function priceRow(offer: Offer, locale: Locale) {
  const note = offerDurationText(offer)
  return {
    text: offer.name[locale],
    ...(note && { note: note[locale] }),
    price: priceText(offer, locale),
    href: offer.path,
  }
}

/** What the owner tells about the shop; otherwise the newest article. */
export function storySection(
  shop: Shop,
  article: Shop['articles'][number] | undefined,
  find: FindPicture,
  locale: Locale,
): Block[] {
  const about = shop.pages.find(({ slug }) => slug === 'about')
  const story = about ?? article
  if (!story) return []
  const { head, body } = story[locale]
  const picture = find(story.slug, ...(article ? [article.slug] : []), 'article')
  const quote = shop.untranslated.has(body) ? undefined : firstSentences(body)
  return [
    {
      kind: 'section',
      title: head.title,
      ...(picture !== undefined && { picture }),
      isBand: true,
      more: {
        text: labels.readOn[locale],
        href: about ? `/${about.slug}` : `/articles/${story.slug}`,
      },
      blocks: [quote === undefined ? paragraph(head.description) : { kind: 'quote', text: quote }],
    },
  ]
}

const maxQuoteLength = 160

/** The beginning of a text in Markdown: whole sentences of its first paragraph, without markup. */
function firstSentences(markdown: string): string | undefined {
  const [first = ''] = markdown.trim().split(/\n\s*\n/)
  if (/^([#>|`]|[-*+] |\d+\. )/.test(first)) return undefined
  const text = first
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_`]/g, '')
    .replace(/\s+/g, ' ')
  if (text.length <= maxQuoteLength) return text
  const end = text.slice(0, maxQuoteLength).search(/[.!?…](?=\s[^.!?…]*$)/)
  return end < 0 ? undefined : text.slice(0, end + 1)
}

export function placeSection(shop: Shop, find: FindPicture, locale: Locale, now: number): Section {
  const { business } = shop
  const { directions } = business.address
  const picture = find('contact') ?? furtherPhoto(shop, locale)
  const points: Point[] = [
    {
      icon: 'directions',
      title: formatAddress(business, locale),
      ...(directions && { texts: [directions[locale]] }),
    },
    hoursPoint(shop, locale, now),
    { icon: 'call', title: business.phone, href: telephoneLink(business) },
  ]
  return {
    kind: 'section',
    title: labels.place[locale],
    id: 'place',
    ...(picture !== undefined && { picture }),
    blocks: [
      { kind: 'points', points },
      {
        kind: 'actions',
        links: [
          { text: labels.directions[locale], href: mapLink(business) },
          { text: labels.call[locale], href: telephoneLink(business) },
          ...business.messaging.map(({ name, address }) => ({ text: name, href: address })),
        ],
      },
    ],
  }
}

function hoursPoint({ business }: Shop, locale: Locale, now: number): Point {
  return {
    icon: 'hours',
    title: `${labels.today[locale]} ${hoursToday(business, now, locale)}`,
    more: { title: labels.allHours[locale], rows: hoursRows(business, now, locale) },
  }
}

/** "Xem toàn bộ thực đơn", "See all treatments" */
function allOf(title: string): LocalizedText {
  const name = title.toLocaleLowerCase('vi')
  return {
    vi: `Xem toàn bộ ${name}`,
    en: name.endsWith('s') ? `See all ${name}` : `See the whole ${name}`,
  }
}

const labels = {
  featured: { vi: 'Nên thử', en: 'Recommended' },
  readOn: { vi: 'Đọc tiếp', en: 'Read on' },
  place: { vi: 'Đường đến', en: 'How to find us' },
  call: { vi: 'Gọi', en: 'Call' },
  directions: { vi: 'Chỉ đường', en: 'Directions' },
  today: { vi: 'Hôm nay', en: 'Today' },
  allHours: { vi: 'Giờ mở cửa cả tuần', en: 'All opening hours' },
} satisfies Record<string, LocalizedText>
