/** Every page of the site by its address, in both languages, and as Markdown. */
import { type Locale, locales, localPath, type Words } from '../kernel/locale.ts'
import type { Document, Localize, Page } from './document.ts'
import { frontMatter, renderMarkdown } from './render-markdown.ts'

export type Place = { page: Page; locale: Locale }

export type Library = {
  pages: readonly Page[]
  /** The page at a path of the site; English ones stand under /en. */
  at(path: string): Place | undefined
  page(path: string): Page | undefined
  /** The day of its last change; what the program writes is as new as the newest of the owner's words. */
  updated(page: Pick<Page, 'updated'>): string | undefined
  /** The same by any spelling of its address: whole or a path, with .md or without. */
  find(address: string): Place | undefined
  /** Writes links for this language, after an origin where they must stand alone. */
  localize(locale: Locale, origin: string): Localize
  /** The page's own address, and that of its twin. */
  address(path: string, locale: Locale): { html: string; markdown: string }
  markdown(document: Document, locale: Locale, page?: Pick<Page, 'path' | 'updated'>): string
}

/** `isLive` knows the paths that exist in both languages without being pages of the library. */
export function createLibrary(
  base: string,
  pages: readonly Page[],
  isLive: (path: string) => boolean,
): Library {
  const byPath = new Map(pages.map((page) => [page.path, page]))
  const places = new Map(
    pages.flatMap((page) =>
      locales.map((locale) => [localPath(page.path, locale), { page, locale }] as const),
    ),
  )
  const newest = pages
    .flatMap(({ updated }) => updated ?? [])
    .toSorted()
    .at(-1)
  const updated: Library['updated'] = (page) => page.updated ?? newest

  const localize: Library['localize'] = (locale, origin) => (href) => {
    if (!href.startsWith('/')) return href
    const [path = ''] = href.split(/[?#]/)
    const inBoth = byPath.has(path) || isLive(path)
    const here = inBoth ? localPath(path, locale) + href.slice(path.length) : href
    return `${origin}${here}`
  }

  const address: Library['address'] = (path, locale) => {
    const here = localPath(path, locale)
    return { html: `${base}${here}`, markdown: `${base}${twinPath(here)}` }
  }

  return {
    pages,
    at: (path) => places.get(path),
    page: (path) => byPath.get(path),
    updated,
    find(address) {
      const [path = ''] = address.replace(base, '').split(/[?#]/)
      const plain = path.replace(/\.md$/, '').replace(/^\/+|\/+$/g, '')
      return places.get(`/${plain.replace(/(^|\/)index$/, '')}`)
    },
    localize,
    address,
    markdown(document, locale, page) {
      const canonical = page && address(page.path, locale).html
      const changed = page && updated(page)
      const head = frontMatter(document, { locale, canonical, updated: changed })
      const index = `> ${indexWords[locale]}[/llms.txt](${base}/llms.txt).\n\n`
      return `${head}${index}${renderMarkdown(document.blocks, localize(locale, base))}`
    },
  }
}

/** Stands at the head of every page, as HTML and as Markdown. */
export const indexWords: Words = {
  vi: 'Dành cho trợ lý AI: mục lục mọi trang dưới dạng Markdown ở ',
  en: 'For AI assistants: an index of every page as Markdown is at ',
}

/** The twin's path: the page's with .md, and /index.md for the home. */
function twinPath(path: string): string {
  if (path === '/' || path === '/en') return `${path === '/' ? '' : path}/index.md`
  return `${path}.md`
}
