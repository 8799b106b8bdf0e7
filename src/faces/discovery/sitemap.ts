/** /sitemap.xml and /sitemap.md: every page in both languages, with the date of its last change. */
import { type Page, pageHead } from '../../content/document.ts'
import type { Locale } from '../../kernel/locale.ts'
import { dateAt } from '../../kernel/time.ts'
import { type DiscoveryContext, type DiscoveryFile, markdownType } from './context.ts'
import { joinBlocks, markdownLink, markdownList, markdownSection } from './markdown.ts'

export const sitemap: DiscoveryFile = {
  path: '/sitemap.xml',
  type: 'application/xml; charset=utf-8',
  description: {
    vi: 'mọi trang với bản dịch và ngày sửa',
    en: 'every page with its translation and date',
  },
  render(context) {
    const pages = datedPages(context)
    const entries = [
      ...pages.flatMap(({ page, changed }) => entriesOf(context, page.path, changed)),
      ...context.dynamicPages.flatMap(({ path }) =>
        entriesOf(context, path, dateAt(context.now())),
      ),
    ]
    return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('\n')}
</urlset>
`
  },
}

export const sitemapMd: DiscoveryFile = {
  path: '/sitemap.md',
  type: markdownType,
  description: { vi: 'các trang ấy, dưới dạng Markdown', en: 'the pages as Markdown' },
  render(context) {
    const pages = datedPages(context)
    const lines = (locale: Locale) => [
      ...pages.map(({ page, changed }) => {
        const { markdown } = context.pageIndex.addresses(page.path, locale)
        return `${markdownLink(pageHead(page, locale).title, markdown)} (${changed})`
      }),
      ...context.dynamicPages.map(({ path, title }) =>
        markdownLink(title[locale], context.pageIndex.addresses(path, locale).markdown),
      ),
    ]
    return joinBlocks(
      `# ${context.business.name}`,
      ...context.languages.map((locale) =>
        markdownSection(languageNames[locale], markdownList(lines(locale))),
      ),
    )
  },
}

const languageNames: Readonly<Record<Locale, string>> = { vi: 'Tiếng Việt', en: 'English' }

/** A date in the future is replaced by today. */
function datedPages({ pageIndex, now }: DiscoveryContext): { page: Page; changed: string }[] {
  const pages = pageIndex.pages.filter(({ kind }) => kind !== 'problem')
  const today = dateAt(now())
  return pages.map((page) => {
    const changed = pageIndex.lastUpdated(page) ?? today
    return { page, changed: changed < today ? changed : today }
  })
}

/** Paths are slugs and the base is an origin, so nothing in them needs escaping. */
function entriesOf(
  { pageIndex, languages }: DiscoveryContext,
  path: string,
  changed: string,
): string[] {
  const address = (locale: Locale) => pageIndex.addresses(path, locale).html
  const alternates =
    languages.length === 1
      ? ''
      : [
          ...languages.map((locale) => alternate(locale, address(locale))),
          alternate('x-default', address(languages[0])),
        ].join('')
  return languages.map(
    (locale) =>
      `<url><loc>${address(locale)}</loc><lastmod>${changed}</lastmod>${alternates}</url>`,
  )
}

function alternate(language: string, address: string): string {
  return `<xhtml:link rel="alternate" hreflang="${language}" href="${address}"/>`
}
