/** Index of all pages by path and language, with their Markdown versions. */
import { contentLanguage, type Untranslated } from '../kernel/content-language.ts'
import { type Languages, type Locale, localPath, splitLocalPath } from '../kernel/locale.ts'
import { allBlocks, type Block, type Document, type Localize, type Page } from './document.ts'
import { frontMatter, renderMarkdown } from './render-markdown.ts'

type PageRef = { page: Page; locale: Locale }

export type PageIndex = {
  /** The languages of the pages; the first one is at the root. */
  languages: Languages
  /** The static pages. */
  pages: readonly Page[]
  /** The page at a site path; those of the second language are under /en or /vi. */
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
  /** The languages of the texts of a document; a text that exists in one language only is the whole page. */
  languageOf(document: Document, locale: Locale): string
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
  { languages, untranslated }: { languages: Languages; untranslated: Untranslated },
): PageIndex {
  const toLocalPath = (path: string, locale: Locale) => localPath(path, locale, languages)
  const byPath = new Map(pages.map((page) => [page.path, page]))
  const outlinesByPath = new Map(outlines.map((page) => [page.path, page]))
  const findLocalized = (
    list: ReadonlyMap<string, Page>,
    localizedPath: string,
  ): PageRef | undefined => {
    const { path, locale } = splitLocalPath(localizedPath, languages)
    const page = list.get(path)
    return page && { page, locale }
  }
  const newest = pages
    .flatMap(({ updated }) => updated ?? [])
    .toSorted()
    .at(-1)
  const lastUpdated: PageIndex['lastUpdated'] = (page) => page.updated ?? newest

  const localize: PageIndex['localize'] = (locale, origin) => (href) => {
    if (!href.startsWith('/')) return href
    const [path = ''] = href.split(/[?#]/)
    const isLocalized = byPath.has(path) || isDynamicPath(path)
    const here = isLocalized ? toLocalPath(path, locale) + href.slice(path.length) : href
    return `${origin}${here}`
  }

  const addresses: PageIndex['addresses'] = (path, locale) => {
    const here = toLocalPath(path, locale)
    return { html: `${base}${here}`, markdown: `${base}${markdownPath(here)}` }
  }

  const toPath: PageIndex['toPath'] = (address) => {
    const [path = ''] = address.replace(base, '').split(/[?#]/)
    const trimmed = path.replace(/\.md$/, '').replace(/^\/+|\/+$/g, '')
    return `/${trimmed.replace(/(^|\/)index$/, '')}`
  }

  const languageOf: PageIndex['languageOf'] = (document, locale) => {
    const { title, description } = document
    const blocks = allBlocks(document)
    const prose = blocks.flatMap(ownerTexts).flatMap((text) => untranslated.get(text) ?? [])[0]
    return prose ?? contentLanguage([title, description, blocks], locale, untranslated)
  }

  return {
    languages,
    languageOf,
    pages,
    findByPath: (path) => findLocalized(byPath, path),
    findPage: (path) => byPath.get(path),
    lastUpdated,
    findByAddress(address) {
      const path = toPath(address)
      return findLocalized(byPath, path) ?? findLocalized(outlinesByPath, path)
    },
    toPath,
    localize,
    addresses,
    renderPage(document, locale, page) {
      const canonical = page && addresses(page.path, locale).html
      const changed = page && lastUpdated(page)
      const index = `${base}/llms.txt`
      const language = languageOf(document, locale)
      const head = frontMatter(document, { language, canonical, updated: changed, index })
      return `${head}${renderMarkdown(allBlocks(document), localize(locale, base))}`
    },
  }
}

/** The texts that fill a page, also inside its columns. */
function ownerTexts(block: Block): string[] {
  if (block.kind === 'columns') return block.blocks.flatMap(ownerTexts)
  return block.kind === 'prose' || block.kind === 'spread' ? [block.markdown] : []
}

/** Path of the Markdown version: the page's path with .md, and /index.md for the home page. */
function markdownPath(path: string): string {
  if (path === '/') return '/index.md'
  return /^\/(vi|en)$/.test(path) ? `${path}/index.md` : `${path}.md`
}
