/** Reports links in pages and articles that lead nowhere, with the page that was probably meant. */
import { locales } from '../kernel/locale.ts'
import { findNearest } from '../kernel/nearest.ts'
import type { Page } from './document.ts'
import { toSlug } from './proposals/closest-word.ts'
import type { Report } from './report.ts'
import type { Shared } from './shop.ts'
import { reservedSlugs } from './shop-checks.ts'

/** `tradePages` are those that follow from the content of the trade: menu, offers, team. */
export function checkLinks(
  { pages, articles }: Shared,
  tradePages: readonly Page[],
  report: Report,
): void {
  const own = [
    ...pages.map((page) => ({ path: `/${page.slug}`, titles: titlesOf(page) })),
    ...articles.map((article) => ({
      path: `/articles/${article.slug}`,
      titles: titlesOf(article),
    })),
  ]
  const paths = new Set(['/', ...[...own, ...tradePages].map(({ path }) => path)])
  const isPage = (path: string) => paths.has(path) || isProgramPath(path, paths)
  /** Documents of the trade are built only if a link is dead. */
  const candidates = () => [
    ...own,
    ...tradePages.map((page) => ({
      path: page.path,
      titles: locales.map((locale) => page.document(locale).title),
    })),
  ]
  for (const [folder, texts] of Object.entries({ pages, articles })) {
    for (const text of texts) {
      for (const locale of locales) {
        const { body, line } = text[locale]
        for (const link of findLinks(body)) {
          const path = toPath(link.href)
          if (path === undefined || isPage(path)) continue
          const file = `${folder}/${text.slug}.${locale}.md`
          reportLink(file, line + link.line, link, findMeant(path, candidates()), report)
        }
      }
    }
  }
}

type Link = { text: string; href: string; line: number }

function reportLink(
  file: string,
  line: number,
  { text, href }: Link,
  meant: string | undefined,
  report: Report,
): void {
  const wrong = { vi: `không có trang ${href}`, en: `there is no page ${href}` }
  const right = `[${text}](${meant})`
  const write =
    meant === undefined
      ? {
          vi: 'địa chỉ của một trang đã có, hoặc bỏ liên kết',
          en: 'the address of an existing page, or remove the link',
        }
      : { vi: right, en: right }
  report.errorAt(file, line, wrong, { write, deadLink: href })
}

function titlesOf({ vi, en }: Shared['pages'][number] | Shared['articles'][number]): string[] {
  return [vi.head.title, en.head.title]
}

/** Paths of the program itself; order forms are below the list of what can be ordered. */
function isProgramPath(path: string, paths: ReadonlySet<string>): boolean {
  const [first = ''] = path.slice(1).split('/')
  const isFile = /\.(txt|xml|json|webmanifest|ico|svg|png)$/.test(path)
  const isProgram = reservedSlugs.includes(first) && first !== 'articles'
  return (
    ['/articles', '/contact/call-back', '/privacy/request', '/AGENTS'].includes(path) ||
    (isProgram && first !== 'team') ||
    first === '.well-known' ||
    isFile ||
    paths.has(path.replace(/\/order$/, ''))
  )
}

/** Undefined for a link that leaves the site or stays on the page. */
function toPath(href: string): string | undefined {
  if (href.startsWith('#') || href.startsWith('//') || /^[a-z][a-z0-9+.-]*:/i.test(href))
    return undefined
  const [path = ''] = href.replace(/^\/?/, '/').split(/[?#]/)
  const trimmed = path
    .replace(/\.md$/, '')
    .replace(/^\/en(?=\/|$)/, '')
    .replace(/\/+$/, '')
  return trimmed === '' ? '/' : trimmed
}

function findLinks(body: string): Link[] {
  // Few texts have links, and a code block shows a link instead of having one.
  if (!body.includes('](')) return []
  const withoutCode = body.replace(/^```[\s\S]*?^```|`[^`\n]*`/gm, (code) =>
    code.replace(/[^\n]/g, ' '),
  )
  return withoutCode.split('\n').flatMap((text, line) =>
    [...text.matchAll(/(?<!!)\[([^\]]*)\]\(<?([^)\s>]+)/g)].map(([, label = '', href = '']) => ({
      text: label,
      href,
      line,
    })),
  )
}

type Candidate = { path: string; titles: readonly string[] }

function findMeant(path: string, candidates: readonly Candidate[]): string | undefined {
  const wanted = toSlug(path)
  const titled = candidates.find(({ titles }) => titles.some((title) => toSlug(title) === wanted))
  const ending = candidates.find((one) => one.path.endsWith(`/${wanted}`))
  return (titled ?? ending ?? findNearest(path, candidates, (one) => [one.path, ...one.titles]))
    ?.path
}
