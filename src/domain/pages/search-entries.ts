/** Everything on the site that search can find. */
import { proseToText } from '../../content/markdown.ts'
import { inBoth } from '../../kernel/locale.ts'
import type { Findable } from '../search/search.ts'
import { wordsOf } from '../search/search.ts'
import type { Shop } from '../trade/trade.ts'

export function findable({ assortment, pages, articles, faqs }: Shop): Findable[] {
  const names = new Map(
    [...assortment.categories, ...assortment.tags].map(({ id, name }) => [id, name]),
  )
  return [
    ...assortment.offers.map((offer): Findable => {
      const labels = [offer.category, ...offer.tags].flatMap((id) => names.get(id) ?? [])
      return {
        id: offer.id,
        kind: 'offer',
        path: offer.path,
        title: offer.name,
        text: wordsOf(offer.description, ...labels, offer.story),
      }
    }),
    ...pages.map((page) => text('page', page, `/${page.slug}`)),
    ...articles.map((article) => text('article', article, `/articles/${article.slug}`)),
    ...faqs.faqs.map(
      ({ id, question, answer }): Findable => ({
        id,
        kind: 'faq',
        path: `/faq#${id}`,
        title: question,
        text: answer,
      }),
    ),
  ]
}

function text(kind: 'page' | 'article', prose: Shop['pages'][number], path: string): Findable
function text(kind: 'page' | 'article', prose: Shop['articles'][number], path: string): Findable
function text(
  kind: 'page' | 'article',
  prose: Shop['pages'][number] | Shop['articles'][number],
  path: string,
): Findable {
  return {
    id: prose.slug,
    kind,
    path,
    title: inBoth((locale) => prose[locale].head.title),
    text: inBoth(
      (locale) => `${prose[locale].head.description} ${proseToText(prose[locale].body)}`,
    ),
  }
}
