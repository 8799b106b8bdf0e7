/** Index of all pages by path and language, with their Markdown versions. */
import { type Locale, locales, localPath } from '../kernel/locale.ts'
import type { Document, Localize, Page } from './document.ts'
import { frontMatter, renderMarkdown } from './render-markdown.ts'

type PageRef = { page: Page; locale: Locale }

export type PageIndex = {
  /** The static pages. */
  pages: readonly Page[]
  /** The page at a site path; English paths are under /en. */
  findByPath(path: string): PageRef | undefined
  findPage(path: string): Page | undefined
  /** Date of the last change; generated pages are as new as the newest text of the owner. */
  lastUpdated(page: Pick<Page, 'updated'>): string | undefined
  /** A static page, or the outline of a dynamic one, by any form of its URL. */
  findByAddress(address: string): PageRef | undefined
  /** The path in a URL of the site: absolute or a path, with .md or without. */
  toPath(address: string): string
  /** Writes links for this language, absolute if an origin is passed. */
  localize(locale: Locale, origin: string): Localize
  /** The page's own URL, and the URL of its Markdown version. */
  addresses(path: string, locale: Locale): { html: string; markdown: string }
  renderPage(document: Document, locale: Locale, page?: Pick<Page, 'path' | 'updated'>): string
}

/**
 * `outlines` are the listed dynamic pages, as they can be read without a request. `isDynamicPath` knows all paths
 * of dynamic pages, which exist in both languages.
 */
export function createPageIndex(
  base: string,
  pages: readonly Page[],
  outlines: readonly Page[],
  isDynamicPath: (path: string) => boolean,
): PageIndex {
  const byPath = new Map(pages.map((page) => [page.path, page]))
  const pageRefs = indexByLocalPath(pages)
  const outlineRefs = indexByLocalPath(outlines)
  const newest = pages
    .flatMap(({ updated }) => updated ?? [])
    .toSorted()
    .at(-1)
  const lastUpdated: PageIndex['lastUpdated'] = (page) => page.updated ?? newest

  const localize: PageIndex['localize'] = (locale, origin) => (href) => {
    if (!href.startsWith('/')) return href
    const [path = ''] = href.split(/[?#]/)
    const isLocalized = byPath.has(path) || isDynamicPath(path)
    const here = isLocalized ? localPath(path, locale) + href.slice(path.length) : href
    return `${origin}${here}`
  }

  const addresses: PageIndex['addresses'] = (path, locale) => {
    const here = localPath(path, locale)
    return { html: `${base}${here}`, markdown: `${base}${markdownPath(here)}` }
  }

  const toPath: PageIndex['toPath'] = (address) => {
    const [path = ''] = address.replace(base, '').split(/[?#]/)
    const trimmed = path.replace(/\.md$/, '').replace(/^\/+|\/+$/g, '')
    return `/${trimmed.replace(/(^|\/)index$/, '')}`
  }

  return {
    pages,
    findByPath: (path) => pageRefs.get(path),
    findPage: (path) => byPath.get(path),
    lastUpdated,
    findByAddress(address) {
      const path = toPath(address)
      return pageRefs.get(path) ?? outlineRefs.get(path)
    },
    toPath,
    localize,
    addresses,
    renderPage(document, locale, page) {
      const canonical = page && addresses(page.path, locale).html
      const changed = page && lastUpdated(page)
      const index = `${base}/llms.txt`
      const head = frontMatter(document, { locale, canonical, updated: changed, index })
      return `${head}${renderMarkdown(document.blocks, localize(locale, base))}`
    },
  }
}

function indexByLocalPath(pages: readonly Page[]): ReadonlyMap<string, PageRef> {
  return new Map(
    pages.flatMap((page) =>
      locales.map((locale) => [localPath(page.path, locale), { page, locale }] as const),
    ),
  )
}

/** Path of the Markdown version: the page's path with .md, and /index.md for the home page. */
function markdownPath(path: string): string {
  if (path === '/' || path === '/en') return `${path === '/' ? '' : path}/index.md`
  return `${path}.md`
}
