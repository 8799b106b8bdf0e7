/** The pages that every shop has. */
import { type Block, heading, type Page, paragraph } from '../../content/document.ts'
import { pageUrl, type UrlParameters } from '../../content/page-url.ts'
import { formatCalendarDay } from '../../kernel/format-date.ts'
import { forEachLocale, type Locale, type LocalizedText } from '../../kernel/locale.ts'
import type { Clock } from '../../kernel/time.ts'
import type { Shop } from '../trade/trade.ts'
import { contactFacts } from './contact.ts'
import { galleryPages } from './gallery.ts'
import { articleCard, homePage, labels, newestArticles } from './home.ts'
import { pictureFinder, withPicture } from './pictures.ts'
import { articleData, faqData } from './structured-data.ts'

const linkLabels = {
  callBack: { vi: 'Xin được gọi lại', en: 'Request a callback' },
  askData: {
    vi: 'Xin xem, sửa hoặc xoá dữ liệu của tôi',
    en: 'Request access, correction or erasure of my data',
  },
} satisfies Record<string, LocalizedText>

export function sharedPages(shop: Shop, base: string, now: Clock): Page[] {
  return [
    homePage(shop, base, now),
    ...(shop.faqs.faqs.length > 0 ? [faqPage(shop)] : []),
    ...(shop.articles.length > 0 ? [articleListPage(shop)] : []),
    ...articlePages(shop),
    ...textPages(shop),
    ...galleryPages(shop),
  ]
}

/** Paths of the list pages of the trade (menu, team), without pages of single offers. */
export function listPaths({ tradePages }: Shop): string[] {
  return tradePages.filter(({ kind }) => kind === 'page').map(({ path }) => path)
}

function faqPage({ business, faqs }: Shop): Page {
  return {
    path: '/faq',
    kind: 'faq',
    document: (locale) => ({
      title: labels.faq[locale],
      description: {
        vi: `${business.name} trả lời những điều khách hay hỏi.`,
        en: `${business.name} answers what guests often ask.`,
      }[locale],
      data: [faqData(faqs.faqs, locale)],
      blocks: faqs.topics.flatMap(({ id, name }): Block[] => {
        const inTopic = faqs.faqs.filter(({ topic }) => topic === id)
        if (inTopic.length === 0) return []
        return [
          heading(name[locale], id),
          ...inTopic.flatMap((faq): Block[] => [
            { kind: 'heading', level: 3, text: faq.question[locale], id: faq.id },
            paragraph(faq.answer[locale]),
          ]),
        ]
      }),
    }),
  }
}

function articleListPage(shop: Shop): Page {
  const { business } = shop
  const newest = newestArticles(shop)
  return {
    path: '/articles',
    kind: 'page',
    document: (locale) => ({
      title: labels.articles[locale],
      description: {
        vi: `Chuyện nghề và chuyện nhà của ${business.name}.`,
        en: `Notes from ${business.name}.`,
      }[locale],
      blocks: [
        {
          kind: 'cards',
          cards: newest.map((article) => articleCard(article, pictureFinder(shop), locale)),
        },
      ],
    }),
  }
}

function articlePages(shop: Shop): Page[] {
  const find = pictureFinder(shop)
  return shop.articles.map((article) => ({
    path: `/articles/${article.slug}`,
    kind: 'article',
    updated: article.vi.head.updated,
    document: (locale) => {
      const { head, body } = article[locale]
      return {
        title: head.title,
        description: head.description,
        ...withPicture(find(article.slug, 'article')),
        data: [articleData(shop, head)],
        blocks: [
          paragraph(`${head.author} · ${formatCalendarDay(head.published, locale)}`),
          { kind: 'prose', markdown: body },
        ],
      }
    },
  }))
}

function textPages({ business, pages }: Shop): Page[] {
  return pages.map((page) => ({
    path: `/${page.slug}`,
    kind: 'page',
    updated: page.vi.head.updated,
    document: (locale) => {
      const { head, body } = page[locale]
      return {
        title: head.title,
        description: head.description,
        blocks: [
          ...blocksBefore(page.slug, business, locale),
          { kind: 'prose', markdown: body },
          ...blocksAfter(page.slug, locale),
        ],
      }
    },
  }))
}

/** Title of a page of the owner. */
export function pageTitle({ pages }: Pick<Shop, 'pages'>, slug: string): LocalizedText {
  const page = pages.find((one) => one.slug === slug)
  return forEachLocale((locale) => page?.[locale].head.title ?? slug)
}

function blocksBefore(slug: string, business: Shop['business'], locale: Locale): Block[] {
  if (slug !== 'contact') return []
  return [contactFacts(business, locale), callBackButton(linkLabels.callBack[locale])]
}

function blocksAfter(slug: string, locale: Locale): Block[] {
  if (slug !== 'privacy') return []
  const message = linkLabels.askData[locale]
  return [callBackButton(message, { message })]
}

function callBackButton(text: string, prefilled: UrlParameters = {}): Block {
  const href = pageUrl('/contact/call-back', prefilled)
  return { kind: 'actions', links: [{ text, href, main: true }] }
}
