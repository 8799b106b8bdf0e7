/** Entries of the search index: offers, pages, articles, FAQs and facts about the shop. */
import { markdownToText } from '../../content/markdown.ts'
import { type Business, formatAddress } from '../../content/shop.ts'
import { forEachLocale } from '../../kernel/locale.ts'
import { weekdayNames } from '../../kernel/weekday.ts'
import { availabilityText } from '../catalogue/sold-out.ts'
import { type IndexEntry, joinTexts } from '../search/search.ts'
import type { Shop } from '../trade/trade.ts'

export function buildIndexEntries(shop: Shop): IndexEntry[] {
  const { assortment, pages, articles, faqs, business } = shop
  const names = new Map(
    [...assortment.categories, ...assortment.tags].map(({ id, name }) => [id, name]),
  )
  return [
    ...assortment.offers.map((offer): IndexEntry => {
      const note = availabilityText(offer)
      const availability = note ? [forEachLocale((locale) => `${note[locale]}.`)] : []
      const labels = [offer.category, ...offer.tags].flatMap((id) => names.get(id) ?? [])
      return {
        id: offer.id,
        kind: 'offer',
        path: offer.path,
        title: offer.name,
        // Joined for each use: the index needs the text once, and a result a few words of it.
        get text() {
          return joinTexts(
            ...availability,
            ...[offer.description, ...labels, offer.story].filter((one) => one !== undefined),
          )
        },
        labels,
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
        text: forEachLocale((locale) => markdownToText(answer[locale])),
      }),
    ),
    ...businessEntries(business),
  ]
}

/** All are on the contact page. */
function businessEntries(business: Business): IndexEntry[] {
  const { address, hours, phone, email, messaging } = business
  return [
    {
      id: 'directions',
      kind: 'page',
      path: '/contact',
      title: { vi: 'Địa chỉ, đường đi, chỗ để xe', en: 'Address, directions, parking' },
      text: forEachLocale((locale) =>
        [address.directions?.[locale], `${formatAddress(business, locale)}. ${phone}`]
          .filter((part) => part !== undefined)
          .join(' '),
      ),
    },
    {
      id: 'phone',
      kind: 'page',
      path: '/contact',
      title: { vi: 'Số điện thoại, nhắn tin', en: 'Phone number, messages' },
      text: forEachLocale((locale) =>
        [
          `${{ vi: 'Điện thoại', en: 'Phone' }[locale]}: ${phone}`,
          ...messaging.map(({ name, address }) => `${name}: ${address}`),
          ...(email === undefined ? [] : [`Email: ${email}`]),
        ].join('; '),
      ),
    },
    {
      id: 'hours',
      kind: 'page',
      path: '/contact',
      title: { vi: 'Giờ mở cửa', en: 'Opening hours' },
      text: forEachLocale((locale) =>
        hours
          .map(
            ({ days, periods }) =>
              `${weekdayNames(days)[locale]} ${periods.map(({ from, to }) => `${from}–${to}`).join(', ')}`,
          )
          .join('; '),
      ),
    },
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
