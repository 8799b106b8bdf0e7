/** Articles: the list, and the page of each, which ends with the offers that it speaks of. */
import type { Block, Card, Page } from '../../content/document.ts'
import { markdownToText } from '../../content/markdown.ts'
import { formatWrittenDate } from '../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { lazy } from '../../kernel/memoize.ts'
import { compareTimes } from '../../kernel/time.ts'
import { bookingPath } from '../booking/url.ts'
import { type Offer, offerActionPath, pictureNamesOf } from '../catalogue/offer.ts'
import type { Shop } from '../trade/trade.ts'
import { offerCards } from './offers.ts'
import { type FindPicture, pictureFinder } from './pictures.ts'
import { articleData } from './structured-data.ts'

type Article = Shop['articles'][number]

const articlesTitle: LocalizedText = { vi: 'Bài viết', en: 'Articles' }

const maxOffers = 3

export function newestArticles({ articles }: Pick<Shop, 'articles'>): Article[] {
  return articles.toSorted((one, other) =>
    compareTimes(other.vi.head.published, one.vi.head.published),
  )
}

function articleCards(shop: Shop, locale: Locale): Card[] {
  const pictures = articlePictures(shop)
  return newestArticles(shop).map((article) => {
    const { title, description } = article[locale].head
    const picture = pictures.get(article.slug)
    return {
      title,
      href: pathOf(article),
      text: description,
      aside: [writtenOn(article, locale), readingTime(article, locale)].join(' · '),
      ...(picture !== undefined && { picture }),
    }
  })
}

export function articlesPages(shop: Shop): Page[] {
  if (shop.articles.length === 0) return []
  return [articleListPage(shop), ...articlePages(shop)]
}

function articleListPage(shop: Shop): Page {
  const { name } = shop.business
  return {
    path: '/articles',
    kind: 'page',
    title: articlesTitle,
    document: (locale) => ({
      title: articlesTitle[locale],
      description: {
        vi: `Chuyện nghề và chuyện nhà của ${name}.`,
        en: `Notes from ${name}.`,
      }[locale],
      blocks: [{ kind: 'stories', cards: articleCards(shop, locale) }],
    }),
  }
}

function articlePages(shop: Shop): Page[] {
  const find = pictureFinder(shop)
  const pictures = lazy(() => articlePictures(shop))
  return shop.articles.map((article) => {
    return {
      path: pathOf(article),
      kind: 'article',
      updated: article.vi.head.updated,
      document: (locale) => {
        const { head, body } = article[locale]
        const picture = pictures().get(article.slug) ?? find('article')
        return {
          title: head.title,
          description: head.description,
          ...(picture !== undefined && { picture: { name: picture, isForSharing: true } }),
          data: [articleData(shop, head)],
          blocks: [
            {
              kind: 'aside',
              text: [head.author, writtenOn(article, locale), readingTime(article, locale)].join(
                ' · ',
              ),
            },
            {
              kind: 'columns',
              blocks: [
                ...(picture === undefined ? [] : [leadPicture(picture, head.title)]),
                { kind: 'prose', markdown: body },
              ],
              side: closingBlocks(shop, spokenOf(article, shop, picture), find, locale),
            },
          ],
        }
      },
    }
  })
}

function leadPicture(name: string, alt: string): Block {
  return { kind: 'lead', name, alt }
}

/** What the article speaks of, and the way to it. */
function closingBlocks(
  shop: Shop,
  offers: readonly Offer[],
  find: FindPicture,
  locale: Locale,
): Block[] {
  const bookable = offers.find(({ minutes }) => minutes !== undefined)
  const booking = {
    text: shop.bookingForm.title[locale],
    href: (bookable && offerActionPath(bookable)) ?? bookingPath,
    main: true,
  }
  const shown = offers.slice(0, maxOffers)
  return [
    ...(shown.length === 0
      ? []
      : [
          { kind: 'heading' as const, level: 2 as const, text: labels.offers[locale] },
          offerCards(shown, (offer) => find(...pictureNamesOf(offer)), locale),
        ]),
    { kind: 'actions', links: [booking] },
  ]
}

/** The offers that the article links to; the one in its picture first. */
function spokenOf(article: Article, shop: Shop, picture: string | undefined): Offer[] {
  const isShown = (offer: Offer) => pictureNamesOf(offer).some((name) => name === picture)
  const linked = linkedOffers(article, shop)
  return [...linked.filter(isShown), ...linked.filter((offer) => !isShown(offer))]
}

/** The offers that the article links to, those with a picture first. */
function linkedOffers({ vi }: Article, { assortment, ...shop }: Shop): Offer[] {
  const find = pictureFinder(shop)
  const paths = new Set([...vi.body.matchAll(/\]\((\/[^)#?\s]+)/g)].map(([, path]) => path))
  const offers = assortment.offers.filter(({ path, soldOut }) => paths.has(path) && !soldOut)
  const linked = [...paths].flatMap((path) => offers.filter((offer) => offer.path === path))
  const hasPicture = (offer: Offer) => find(...pictureNamesOf(offer)) !== undefined
  return [...linked.filter(hasPicture), ...linked.filter((offer) => !hasPicture(offer))]
}

/**
 * The picture of each article: its own, or that of an offer it speaks of. No picture is used twice; the newest article
 * also has the one that stands for all.
 */
function articlePictures(shop: Shop): ReadonlyMap<string, string> {
  const find = pictureFinder(shop)
  const pictures = new Map<string, string>()
  const isUnused = (name: string) => ![...pictures.values()].includes(name)
  newestArticles(shop).forEach((article, index) => {
    const offers = linkedOffers(article, shop)
    const names = [
      article.slug,
      ...(index === 0 ? ['article'] : []),
      ...offers.flatMap(pictureNamesOf),
      ...offers.map(({ category }) => category),
    ]
    const picture = find(...names.filter(isUnused))
    if (picture !== undefined) pictures.set(article.slug, picture)
  })
  return pictures
}

const pathOf = ({ slug }: Article) => `/articles/${slug}`

function writtenOn(article: Article, locale: Locale): string {
  return formatWrittenDate(article[locale].head.published, locale)
}

/** Vietnamese is written in syllables, which are read faster than English words. */
const wordsPerMinute: Record<Locale, number> = { vi: 260, en: 210 }

function readingTime(article: Article, locale: Locale): string {
  const words = markdownToText(article[locale].body).split(' ').length
  const minutes = Math.max(1, Math.round(words / wordsPerMinute[locale]))
  return { vi: `đọc ${minutes} phút`, en: `${minutes} min read` }[locale]
}

const labels = {
  offers: { vi: 'Trong bài này', en: 'In this article' },
} satisfies Record<string, LocalizedText>
