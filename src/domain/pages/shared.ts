/** The pages that every shop has. */
import { type Block, heading, type Page } from '../../content/document.ts'
import { forEachLocale, type Locale, type LocalizedText } from '../../kernel/locale.ts'
import type { Clock } from '../../kernel/time.ts'
import { dataRequestPath } from '../guest/data-request-url.ts'
import type { Shop } from '../trade/trade.ts'
import { articlesPages } from './articles.ts'
import { contactBlocks, questionBlocks } from './contact-page.ts'
import { galleryPages } from './gallery.ts'
import { homePage, labels } from './home.ts'
import { searchForm } from './search-page.ts'
import { faqData } from './structured-data.ts'

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
    ...articlesPages(shop),
    ...textPages(shop, now),
    ...galleryPages(shop),
  ]
}

/** Paths of the list pages of the trade (menu, team), without pages of single offers. */
export function listPaths({ tradePages }: Shop): string[] {
  return tradePages.filter(({ kind }) => kind === 'page').map(({ path }) => path)
}

/** The list of what the shop offers, such as the menu. */
export function firstList({ tradePages }: Shop): {
  path: string
  title: LocalizedText
  document?: Page['document']
} {
  const list = tradePages.find(({ kind }) => kind === 'page')
  if (!list) return { path: '/', title: { vi: 'Trang chủ', en: 'Home' } }
  return {
    path: list.path,
    document: list.document,
    title: list.title ?? forEachLocale((locale) => list.document(locale).title),
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
        en: `${business.name} answers what guests often ask.`,
      }[locale],
      data: [faqData(faqs.faqs, locale)],
      blocks: [
        {
          kind: 'columns',
          blocks: [searchForm(locale, { query: '', kind: 'faq' }), ...answerBlocks(faqs, locale)],
          side: questionBlocks(business, locale),
        },
      ],
    }),
  }
}

function answerBlocks({ topics, faqs }: Shop['faqs'], locale: Locale): Block[] {
  return topics.flatMap(({ id, name }): Block[] => {
    const inTopic = faqs.filter(({ topic }) => topic === id)
    if (inTopic.length === 0) return []
    return [
      heading(name[locale], id),
      ...inTopic.map(
        (faq): Block => ({
          kind: 'disclosure',
          title: faq.question[locale],
          id: faq.id,
          isQuestion: true,
          blocks: [{ kind: 'prose', markdown: faq.answer[locale] }],
        }),
      ),
    ]
  })
}

function textPages(shop: Shop, now: Clock): Page[] {
  return shop.pages.map((page) => ({
    path: `/${page.slug}`,
    kind: 'page',
    updated: page.vi.head.updated,
    // It says whether the shop is open now.
    ...(page.slug === 'contact' && { isDynamic: true }),
    document: (locale) => {
      const { head, body } = page[locale]
      return {
        title: head.title,
        description: head.description,
        blocks: textBlocks(shop, page.slug, body, now(), locale),
      }
    },
  }))
}

function textBlocks(
  shop: Shop,
  slug: string,
  markdown: string,
  now: number,
  locale: Locale,
): Block[] {
  if (slug === 'contact')
    return contactBlocks(shop, markdown, callBackLink(linkLabels.callBack[locale]), now, locale)
  const dataRequest: Block = {
    kind: 'actions',
    links: [{ text: linkLabels.askData[locale], href: dataRequestPath }],
  }
  return [
    {
      kind: 'columns',
      blocks: [{ kind: 'prose', markdown }, ...(slug === 'privacy' ? [dataRequest] : [])],
      side: questionBlocks(shop.business, locale),
    },
  ]
}

/** Title of a page of the owner. */
export function pageTitle({ pages }: Pick<Shop, 'pages'>, slug: string): LocalizedText {
  const page = pages.find((one) => one.slug === slug)
  return forEachLocale((locale) => page?.[locale].head.title ?? slug)
}

function callBackLink(text: string): Block {
  return { kind: 'actions', links: [{ text, href: '/contact/call-back' }] }
}
