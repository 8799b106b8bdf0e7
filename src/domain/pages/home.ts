/** The home page: description, opening status, and links to all pages. */
import { type Block, type Card, heading, type Page, paragraph } from '../../content/document.ts'
import type { Business } from '../../content/shop.ts'
import { formatDate } from '../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { type Clock, toIsoString } from '../../kernel/time.ts'
import { type Offer, pictureNamesOf } from '../catalogue/offer.ts'
import { openNow } from '../scheduling/open-now.ts'
import type { Shop } from '../trade/trade.ts'
import { articleCards, articlesTitle } from './articles.ts'
import { contactFacts, shopContactLinks } from './contact.ts'
import { galleryPreview } from './gallery.ts'
import { offerCards } from './offers.ts'
import { type FindPicture, pictureFinder, withPicture } from './pictures.ts'
import { businessData } from './structured-data.ts'

const maxArticles = 3

/** With fewer featured offers the row is omitted. */
const minFeatured = 3

/** A shop may have photos of all its offers; the list pages show them. */
const maxFeatured = 8

export function homePage(shop: Shop, base: string, now: Clock): Page {
  const { business, tradePages, assortment } = shop
  const find = pictureFinder(shop)
  const lists = tradePages.filter(({ kind }) => kind === 'page')
  /** Offers that have their own picture. */
  const featured = withPictures(assortment.offers, find).slice(0, maxFeatured)
  return {
    path: '/',
    kind: 'page',
    isDynamic: true,
    document: (locale) => ({
      title: business.tagline ? `${business.name} · ${business.tagline[locale]}` : business.name,
      heading: business.tagline?.[locale] ?? business.name,
      description: business.description[locale],
      ...withPicture(find('hero'), true),
      data: [businessData(shop, base, locale)],
      blocks: [
        {
          kind: 'actions',
          links: [
            { text: shop.bookingForm.title[locale], href: '/booking', main: true },
            ...shopContactLinks(business, locale),
          ],
        },
        { kind: 'notice', tone: 'note', text: [formatOpeningStatus(shop, now(), locale)] },
        paragraph(leadText(business, locale)),
        contactFacts(business, locale, now()),
        {
          kind: 'cards',
          cards: lists.map(({ path, document }): Card => {
            const { title, description, picture } = document(locale)
            return {
              title,
              href: path,
              text: description,
              ...(picture && { picture: picture.name }),
            }
          }),
        },
        ...(featured.length >= minFeatured
          ? [heading(labels.featured[locale]), offerCards(featured, find, locale)]
          : []),
        ...galleryPreview(shop, locale),
        ...articleBlocks(shop, locale),
        heading(labels.more[locale]),
        moreLinks(shop, locale),
      ],
    }),
  }
}

/** The description; without the tagline at its beginning, which is the heading above it. */
function leadText({ tagline, description }: Business, locale: Locale): string {
  const start = `${tagline?.[locale]}. `
  const text = description[locale]
  return text.startsWith(start) ? text.slice(start.length) : text
}

/** Offers with a picture of their own. Variants of a service share one: only the first is shown. */
function withPictures(offers: readonly Offer[], find: FindPicture): Offer[] {
  const shown = offers.filter((offer) => find(...pictureNamesOf(offer)) !== undefined)
  return [...Map.groupBy(shown, ({ id, variantOf = id }) => variantOf).values()].flatMap(
    ([first]) => first ?? [],
  )
}

function articleBlocks(shop: Shop, locale: Locale): Block[] {
  if (shop.articles.length === 0) return []
  return [
    heading(articlesTitle[locale]),
    { kind: 'cards', cards: articleCards(shop, locale).slice(0, maxArticles) },
  ]
}

function moreLinks({ pages, faqs, articles, business }: Shop, locale: Locale): Block {
  const linkIf = (exists: boolean, label: LocalizedText, href: string) =>
    exists ? [[{ text: label[locale], href }]] : []
  return {
    kind: 'list',
    items: [
      ...pages.map(({ slug, ...page }) => [{ text: page[locale].head.title, href: `/${slug}` }]),
      ...linkIf(faqs.faqs.length > 0, labels.faq, '/faq'),
      ...linkIf(articles.length > 0, articlesTitle, '/articles'),
      ...linkIf(business.consent.newsletter !== undefined, labels.newsletter, '/newsletter'),
    ],
  }
}

/** "Open until 22:30", "Closed; opens on Tuesday 17/11/2026 at 10:30" */
function formatOpeningStatus({ business }: Shop, now: number, locale: Locale): string {
  const { isOpen, closesAt, opensNext } = openNow(business, now)
  if (isOpen && closesAt !== undefined) {
    const until = toIsoString(closesAt).slice(11, 16)
    return { vi: `Đang mở cửa, đến ${until}.`, en: `Open now, until ${until}.` }[locale]
  }
  if (opensNext === undefined) return { vi: 'Đang đóng cửa.', en: 'Closed now.' }[locale]
  const [date, time] = [toIsoString(opensNext).slice(0, 10), toIsoString(opensNext).slice(11, 16)]
  return {
    vi: `Đang đóng cửa, mở lại lúc ${time} ${formatDate(date, 'vi')}.`,
    en: `Closed now; opens at ${time} on ${formatDate(date, 'en')}.`,
  }[locale]
}

/** Labels of links to shared pages. */
export const labels = {
  featured: { vi: 'Nên thử', en: 'Recommended' },
  more: { vi: 'Đọc thêm', en: 'More pages' },
  faq: { vi: 'Câu hỏi thường gặp', en: 'Frequently asked questions' },
  newsletter: { vi: 'Bản tin', en: 'Newsletter' },
} satisfies Record<string, LocalizedText>
