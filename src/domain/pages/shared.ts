/** The pages that every shop has, whatever its trade. */
import {
  type Block,
  heading,
  type Inline,
  link,
  type Page,
  paragraph,
} from '../../content/document.ts'
import { type Business, telephoneLink } from '../../content/shop.ts'
import type { Locale, Words } from '../../kernel/locale.ts'
import { weekdayNames } from '../../kernel/weekday.ts'
import type { Shop } from '../trade.ts'

export function sharedPages(shop: Shop): Page[] {
  return [home(shop), faqPage(shop), articleList(shop), ...articles(shop), ...texts(shop)]
}

/** The lists of the trade (its menu, its team), without the pages of single offers. */
export function listPaths({ tradePages }: Shop): string[] {
  return tradePages.filter(({ kind }) => kind === 'page').map(({ path }) => path)
}

/** How to find and reach the shop, as rows of facts. */
function contactFacts(business: Business, locale: Locale): Block {
  const { address, phone, email, messaging, hours } = business
  return {
    kind: 'facts',
    rows: [
      [
        labels.address[locale],
        [`${address.street}, ${address.ward[locale]}, ${address.city[locale]}`],
      ],
      [labels.directions[locale], [address.directions[locale]]],
      ...hours.map(({ days, periods }): [string, Inline[]] => [
        weekdayNames(days)[locale],
        [periods.map(({ from, to }) => `${from}–${to}`).join(', ')],
      ]),
      [labels.phone[locale], [link(phone, telephoneLink(business))]],
      ...messaging.map(({ name, address }): [string, Inline[]] => [
        name,
        [link(address.replace('https://', ''), address)],
      ]),
      [labels.email[locale], [link(email, `mailto:${email}`)]],
    ],
  }
}

const labels = {
  address: { vi: 'Địa chỉ', en: 'Address' },
  directions: { vi: 'Đường đi', en: 'Directions' },
  phone: { vi: 'Điện thoại', en: 'Phone' },
  email: { vi: 'Thư điện tử', en: 'E-mail' },
  faq: { vi: 'Câu hỏi thường gặp', en: 'Frequently asked questions' },
  articles: { vi: 'Bài viết', en: 'Articles' },
  callBack: { vi: 'Xin được gọi lại', en: 'Ask us to call you' },
  more: { vi: 'Đọc thêm', en: 'Read on' },
  machines: { vi: 'Cho lập trình viên và trợ lý', en: 'For developers and assistants' },
  docs: { vi: 'Tài liệu API', en: 'API documentation' },
} satisfies Record<string, Words>

function home({ business, tradePages, pages }: Shop): Page {
  const lists = tradePages.filter(({ kind }) => kind === 'page')
  return {
    path: '/',
    kind: 'page',
    document: (locale) => ({
      title: `${business.name} · ${business.tagline[locale]}`,
      description: business.description[locale],
      blocks: [
        paragraph(business.description[locale]),
        contactFacts(business, locale),
        {
          kind: 'cards',
          cards: lists.map(({ path, document }) => {
            const { title, description } = document(locale)
            return { title, href: path, text: description }
          }),
        },
        heading(labels.more[locale]),
        {
          kind: 'list',
          items: [
            ...pages.map(({ slug, ...page }) => [link(page[locale].head.title, `/${slug}`)]),
            [link(labels.faq[locale], '/faq')],
            [link(labels.articles[locale], '/articles')],
          ],
        },
        heading(labels.machines[locale]),
        {
          kind: 'list',
          items: [
            [link(labels.docs[locale], '/docs')],
            [link('/api', '/api')],
            [link('/openapi.json', '/openapi.json')],
          ],
        },
      ],
    }),
  }
}

function faqPage({ business, faqs }: Shop): Page {
  return {
    path: '/faq',
    kind: 'faq',
    document: (locale) => ({
      title: labels.faq[locale],
      description: {
        vi: `${business.name} trả lời những điều khách hay hỏi.`,
        en: `What guests of ${business.name} often ask.`,
      }[locale],
      blocks: faqs.topics.flatMap(({ id, name }): Block[] => [
        heading(name[locale], id),
        ...faqs.faqs
          .filter(({ topic }) => topic === id)
          .flatMap((faq): Block[] => [
            { kind: 'heading', level: 3, text: faq.question[locale], id: faq.id },
            paragraph(faq.answer[locale]),
          ]),
      ]),
    }),
  }
}

function articleList({ business, articles }: Shop): Page {
  const newest = [...articles].sort((one, other) =>
    other.vi.head.published.localeCompare(one.vi.head.published),
  )
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
          cards: newest.map((article) => {
            const { title, description, published } = article[locale].head
            return { title, href: `/articles/${article.slug}`, text: description, note: published }
          }),
        },
      ],
    }),
  }
}

function articles({ articles }: Shop): Page[] {
  return articles.map((article) => ({
    path: `/articles/${article.slug}`,
    kind: 'article',
    updated: article.vi.head.updated,
    document: (locale) => {
      const { head, body } = article[locale]
      return {
        title: head.title,
        description: head.description,
        blocks: [
          paragraph(`${head.author} · ${head.published}`),
          { kind: 'prose', markdown: body },
        ],
      }
    },
  }))
}

function texts({ business, pages }: Shop): Page[] {
  return pages.map((page) => ({
    path: `/${page.slug}`,
    kind: 'page',
    updated: page.vi.head.updated,
    document: (locale) => {
      const { head, body } = page[locale]
      const facts =
        page.slug === 'contact'
          ? [
              contactFacts(business, locale),
              paragraph(link(labels.callBack[locale], '/contact/call-back')),
            ]
          : []
      return {
        title: head.title,
        description: head.description,
        blocks: [...facts, { kind: 'prose', markdown: body }],
      }
    },
  }))
}
