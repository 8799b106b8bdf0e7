/** Entries of the search index: offers, pages, articles and FAQs. */
import { markdownToText } from '../../content/markdown.ts'
import { forEachLocale } from '../../kernel/locale.ts'
import { type IndexEntry, joinTexts } from '../search/search.ts'
import type { Shop } from '../trade/trade.ts'

export function buildIndexEntries({ assortment, pages, articles, faqs }: Shop): IndexEntry[] {
  const names = new Map(
    [...assortment.categories, ...assortment.tags].map(({ id, name }) => [id, name]),
  )
  return [
    ...assortment.offers.map((offer): IndexEntry => {
      const labels = [offer.category, ...offer.tags].flatMap((id) => names.get(id) ?? [])
      return {
        id: offer.id,
        kind: 'offer',
        path: offer.path,
        title: offer.name,
        text: joinTexts(offer.description, ...labels, offer.story),
      }
    }),
    ...pages.map((page) => proseEntry('page', page, `/${page.slug}`)),
    ...articles.map((article) => proseEntry('article', article, `/articles/${article.slug}`)),
    ...faqs.faqs.map(
      ({ id, question, answer }): IndexEntry => ({
        id,
        kind: 'faq',
        path: `/faq#${id}`,
        title: question,
        text: answer,
      }),
    ),
  ]
}

function proseEntry(
  kind: 'page' | 'article',
  prose: Shop['pages'][number] | Shop['articles'][number],
  path: string,
): IndexEntry {
  return {
    id: prose.slug,
    kind,
    path,
    title: forEachLocale((locale) => prose[locale].head.title),
    text: forEachLocale(
      (locale) => `${prose[locale].head.description} ${markdownToText(prose[locale].body)}`,
    ),
  }
}
