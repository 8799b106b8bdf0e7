/**
 * Search for guests: the same index as that of assistants. A negation is a filter: "no peanuts" finds no dish with
 * peanuts.
 */
import type { Block, Page, SearchBlock } from '../../content/document.ts'
import type { DynamicPage } from '../../content/dynamic-page.ts'
import { firstValue } from '../../content/form-values.ts'
import { formatPageQuery } from '../../content/page-query.ts'
import { type Business, telephoneLink } from '../../content/shop.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { plural } from '../../kernel/plural.ts'
import { truncate, truncateAtWord } from '../../kernel/truncate.ts'
import { bookingPath } from '../booking/url.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { type FilterValues, filterDisclaimers, type OfferFilters } from '../catalogue/filters.ts'
import type { Named } from '../catalogue/offer.ts'
import type { IndexEntry, Search } from '../search/search.ts'

export const searchPath = '/search'

/** More would not be read. */
const maxResults = 20
const maxQueryLength = 100
const excerptLength = 160

export type SearchPageContext = {
  search: Search
  catalogue: Catalogue
  filters: OfferFilters
  categories: readonly Named[]
  business: Business
  /** The list of what the shop offers. */
  menu: { path: string; title: LocalizedText; document?: Page['document'] }
  bookingTitle: LocalizedText
}

export function searchPage(context: SearchPageContext): DynamicPage {
  return {
    path: searchPath,
    show({ query, locale }) {
      const words = truncate((firstValue(query, 'q') ?? '').trim(), maxQueryLength)
      const kind = firstValue(query, 'kind') === 'faq' ? 'faq' : undefined
      const title = kind ? labels.faqTitle[locale] : labels.title[locale]
      if (words === '') {
        const document = {
          title,
          description: labels.description[locale],
          blocks: [searchForm(locale, { query: '', kind }), ...otherWays(context, locale)],
        }
        return { document }
      }
      const found = findAll(context, words, kind, locale)
      const result = {
        text: countText(found.entries.length, words, locale),
        notes: found.notes,
        items: [
          ...found.lists,
          ...found.entries.slice(0, maxResults).map((entry) => toItem(context, entry, locale)),
        ],
      }
      return {
        document: {
          title: `${title}: ${words}`,
          heading: title,
          description: labels.description[locale],
          blocks: [
            { ...searchForm(locale, { query: words, kind }), result },
            ...(found.entries.length === 0 ? otherWays(context, locale) : []),
          ],
        },
      }
    },
  }
}

/** The form, also for other pages. `kind` searches only entries of this kind. */
export function searchForm(
  locale: Locale,
  { query, kind }: { query: string; kind?: 'faq' | undefined },
): SearchBlock {
  return {
    kind: 'search',
    address: searchPath,
    query,
    label: kind ? labels.faqLabel[locale] : labels.label[locale],
    button: labels.button[locale],
    hidden: kind ? [['kind', kind]] : [],
  }
}

type Found = {
  /** The list of the shop with what the words mean as filters, if they mean any. */
  lists: readonly SearchItem[]
  entries: readonly IndexEntry[]
  notes: readonly string[]
}

type SearchItem = NonNullable<SearchBlock['result']>['items'][number]

function findAll(
  { search, catalogue, filters, menu }: SearchPageContext,
  words: string,
  kind: 'faq' | undefined,
  locale: Locale,
): Found {
  const { hits, isNearest } = search.findBestMatches(words, kind)
  const entries = hits.map(({ entry }) => entry)
  const nearest = isNearest && entries.length > 0 ? [labels.nearest[locale]] : []
  if (kind) return { lists: [], entries, notes: nearest }
  const selection = catalogue.select({ q: words })
  const isFiltered = Object.keys(selection.read).length > 0
  if (!isFiltered && selection.notExcluded.length === 0)
    return { lists: [], entries, notes: nearest }
  // The index knows words only: of "no peanuts" it would find the dishes with peanuts.
  const isIncomplete = selection.notExcluded.length > 0
  const offers = isIncomplete ? [] : selection.offers
  return {
    lists: isIncomplete ? [] : filteredLists(filters, selection.read, menu, locale),
    entries: [...offers.map(toEntry), ...entries.filter((entry) => entry.kind !== 'offer')],
    notes: [
      ...(isIncomplete
        ? [notExcludedText(selection.notExcluded, locale)]
        : [labels.filtered[locale]]),
      ...filterDisclaimers(filters, selection.read).map((text) => text[locale]),
    ],
  }
}

/** None if the list page cannot filter by all that the words mean: what is left out there would be missed. */
function filteredLists(
  filters: OfferFilters,
  read: FilterValues,
  menu: SearchPageContext['menu'],
  locale: Locale,
): SearchItem[] {
  const { path, document } = menu
  const parameters = Object.entries(read).map(
    ([name, value]) => [filters[name]?.listParameter, String(value)] as const,
  )
  const known = parameters.filter((one): one is [string, string] => one[0] !== undefined)
  if (!document || known.length === 0 || known.length < parameters.length) return []
  const query = new Map(known)
  return [
    {
      title: document(locale, query).title,
      href: `${path}${formatPageQuery(query)}`,
      label: labels.filteredList[locale],
      text: labels.listText[locale],
    },
  ]
}

function toEntry(offer: ReturnType<Catalogue['select']>['offers'][number]): IndexEntry {
  const { id, path, name, description } = offer
  return { id, kind: 'offer', path, title: name, text: description ?? name }
}

function toItem(
  { catalogue, categories }: SearchPageContext,
  { id, kind, path, title, text }: IndexEntry,
  locale: Locale,
) {
  const category = kind === 'offer' ? catalogue.find(id)?.category : undefined
  const label =
    categories.find((one) => one.id === category)?.name ?? labels[kind === 'offer' ? 'page' : kind]
  return {
    title: title[locale],
    href: path,
    label: label[locale],
    text: truncateAtWord(text[locale], excerptLength),
  }
}

function countText(count: number, words: string, locale: Locale): string {
  if (count === 0)
    return { vi: `Không thấy gì cho “${words}”.`, en: `Nothing found for “${words}”.` }[locale]
  if (count > maxResults) {
    return {
      vi: `${maxResults} kết quả đầu trong ${count} kết quả cho “${words}”.`,
      en: `The first ${maxResults} of ${count} results for “${words}”.`,
    }[locale]
  }
  return {
    vi: `${count} kết quả cho “${words}”.`,
    en: `${count} ${plural(count, { one: 'result', other: 'results' })} for “${words}”.`,
  }[locale]
}

function notExcludedText(words: readonly string[], locale: Locale): string {
  const list = words.join('”, “')
  return {
    vi: `Chúng tôi không lọc được những gì không có “${list}”; xin hỏi quán.`,
    en: `We cannot leave out “${list}” from a list; please ask us.`,
  }[locale]
}

/** For a guest who found nothing, or has not asked yet. */
function otherWays({ menu, bookingTitle, business }: SearchPageContext, locale: Locale): Block[] {
  return [
    {
      kind: 'actions',
      links: [
        { text: menu.title[locale], href: menu.path },
        { text: bookingTitle[locale], href: bookingPath },
        {
          text: { vi: `Gọi ${business.phone}`, en: `Call ${business.phone}` }[locale],
          href: telephoneLink(business),
        },
      ],
    },
  ]
}

const labels = {
  title: { vi: 'Tìm kiếm', en: 'Search' },
  faqTitle: { vi: 'Tìm trong hỏi đáp', en: 'Search the questions' },
  description: {
    vi: 'Tìm món, dịch vụ, bài viết và câu trả lời.',
    en: 'Find offers, articles and answers.',
  },
  label: { vi: 'Bạn tìm gì?', en: 'What are you looking for?' },
  faqLabel: { vi: 'Bạn muốn hỏi gì?', en: 'What is your question?' },
  button: { vi: 'Tìm', en: 'Search' },
  nearest: {
    vi: 'Không mục nào có đủ các từ ấy. Đây là những mục có nhiều từ ấy nhất.',
    en: 'Nothing contains all of these words. These have most of them.',
  },
  filtered: {
    vi: 'Chúng tôi đã lọc danh sách theo điều bạn viết.',
    en: 'The list is filtered by what you wrote.',
  },
  filteredList: { vi: 'Danh sách đã lọc', en: 'Filtered list' },
  listText: { vi: 'Xem theo nhóm, kèm giá.', en: 'By group, with prices.' },
  page: { vi: 'Trang', en: 'Page' },
  article: { vi: 'Bài viết', en: 'Article' },
  faq: { vi: 'Hỏi đáp', en: 'Question' },
} satisfies Record<string, LocalizedText>
