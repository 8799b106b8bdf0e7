/** The home page: description, opening status, and links to all pages. */
import { type Block, type Card, heading, type Page, paragraph } from '../../content/document.ts'
import { formatDate } from '../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { type Clock, compareTimes, toIsoString } from '../../kernel/time.ts'
import { openNow } from '../scheduling/open-now.ts'
import type { Shop } from '../trade/trade.ts'
import { contactFacts, shopContactLinks } from './contact.ts'
import { offerCards } from './offers.ts'
import { type FindPicture, pictureFinder, withPicture } from './pictures.ts'
import { businessData } from './structured-data.ts'

const maxArticles = 3

/** With fewer featured offers the row is omitted. */
const minFeatured = 3

export function homePage(shop: Shop, base: string, now: Clock): Page {
  const { business, tradePages, pages, assortment } = shop
  const find = pictureFinder(shop)
  const lists = tradePages.filter(({ kind }) => kind === 'page')
  /** Offers that have their own picture. */
  const featured = assortment.offers.filter(({ id }) => find(id) !== undefined)
  return {
    path: '/',
    kind: 'page',
    isDynamic: true,
    document: (locale) => ({
      title: `${business.name} · ${business.tagline[locale]}`,
      heading: business.tagline[locale],
      description: business.description[locale],
      ...withPicture(find('hero'), true),
      data: [businessData(shop, base, locale)],
      blocks: [
        paragraph(business.description[locale]),
        {
          kind: 'actions',
          links: [
            { text: shop.bookingForm.title[locale], href: '/booking', main: true },
            ...shopContactLinks(business, locale),
          ],
        },
        { kind: 'notice', tone: 'note', text: [formatOpeningStatus(shop, now(), locale)] },
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
        heading(labels.articles[locale]),
        {
          kind: 'cards',
          cards: newestArticles(shop)
            .slice(0, maxArticles)
            .map((article) => articleCard(article, find, locale)),
        },
        heading(labels.more[locale]),
        moreLinks(pages, locale),
      ],
    }),
  }
}

function moreLinks(pages: Shop['pages'], locale: Locale): Block {
  return {
    kind: 'list',
    items: [
      ...pages.map(({ slug, ...page }) => [{ text: page[locale].head.title, href: `/${slug}` }]),
      [{ text: labels.faq[locale], href: '/faq' }],
      [{ text: labels.articles[locale], href: '/articles' }],
      [{ text: labels.newsletter[locale], href: '/newsletter' }],
      [{ text: labels.assistants[locale], href: '/ai' }],
      [{ text: labels.docs[locale], href: '/docs' }],
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

type Article = Shop['articles'][number]

export function newestArticles({ articles }: Shop): Article[] {
  return articles.toSorted((one, other) =>
    compareTimes(other.vi.head.published, one.vi.head.published),
  )
}

export function articleCard(article: Article, find: FindPicture, locale: Locale): Card {
  const { title, description, published } = article[locale].head
  const picture = find(article.slug)
  return {
    title,
    href: `/articles/${article.slug}`,
    text: description,
    note: published,
    ...(picture && { picture }),
  }
}

/** Labels of links to shared pages. */
export const labels = {
  featured: { vi: 'Nên thử', en: 'Recommended' },
  articles: { vi: 'Bài viết', en: 'Articles' },
  more: { vi: 'Đọc thêm', en: 'More pages' },
  faq: { vi: 'Câu hỏi thường gặp', en: 'Frequently asked questions' },
  newsletter: { vi: 'Bản tin', en: 'Newsletter' },
  assistants: { vi: 'Cho trợ lý', en: 'For assistants' },
  docs: { vi: 'Tài liệu API', en: 'API documentation' },
} satisfies Record<string, LocalizedText>
