/** /sitemap.xml and /sitemap.md: every page in both languages, with the day of its last change. */
import type { Page } from '../../content/document.ts'
import { defaultLocale, type Locale, locales } from '../../kernel/locale.ts'
import { dateAt } from '../../kernel/time.ts'
import { type Facts, type MachineFile, markdownType } from './context.ts'
import { bullets, link, section, text } from './markdown.ts'

export const sitemap: MachineFile = {
  path: '/sitemap.xml',
  type: 'application/xml; charset=utf-8',
  about: {
    vi: 'mọi trang với bản dịch và ngày sửa',
    en: 'every page with its translation and date',
  },
  write(facts) {
    const pages = datedPages(facts)
    const entries = [
      ...pages.flatMap(({ page, changed }) => entriesOf(facts, page.path, changed)),
      ...facts.listed.flatMap(({ path }) => entriesOf(facts, path, dateAt(facts.now()))),
    ]
    return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('\n')}
</urlset>
`
  },
}

export const sitemapMd: MachineFile = {
  path: '/sitemap.md',
  type: markdownType,
  about: { vi: 'các trang ấy, dưới dạng Markdown', en: 'the pages as Markdown' },
  write(facts) {
    const pages = datedPages(facts)
    const lines = (locale: Locale) => [
      ...pages.map(({ page, changed }) => {
        const { markdown } = facts.library.address(page.path, locale)
        return `${link(page.document(locale).title, markdown)} (${changed})`
      }),
      ...facts.listed.map(({ path, title }) =>
        link(title[locale], facts.library.address(path, locale).markdown),
      ),
    ]
    return text(
      `# ${facts.business.name}`,
      section('Tiếng Việt', bullets(lines('vi'))),
      section('English', bullets(lines('en'))),
    )
  },
}

/** None is of a day yet to come. */
function datedPages({ library, now }: Facts): { page: Page; changed: string }[] {
  const pages = library.pages.filter(({ kind }) => kind !== 'problem')
  const today = dateAt(now())
  return pages.map((page) => {
    const changed = library.updated(page) ?? today
    return { page, changed: changed < today ? changed : today }
  })
}

/** Paths are slugs and the base is an origin, so nothing in them needs escaping. */
function entriesOf({ library }: Facts, path: string, changed: string): string[] {
  const address = (locale: Locale) => library.address(path, locale).html
  const alternates = [
    ...locales.map((locale) => alternate(locale, address(locale))),
    alternate('x-default', address(defaultLocale)),
  ].join('')
  return locales.map(
    (locale) =>
      `<url><loc>${address(locale)}</loc><lastmod>${changed}</lastmod>${alternates}</url>`,
  )
}

function alternate(language: string, address: string): string {
  return `<xhtml:link rel="alternate" hreflang="${language}" href="${address}"/>`
}
