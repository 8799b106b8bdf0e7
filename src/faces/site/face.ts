/** The site: each page in two languages, each as HTML and as Markdown. */
import type { Document, Page, Query } from '../../content/document.ts'
import type { Library } from '../../content/page-index.ts'
import type { Business, Shared } from '../../content/shop.ts'
import { onlyReading } from '../../http/health.ts'
import type { Reply, Request } from '../../http/message.ts'
import { fileReply, type ServedFile } from '../../http/static-file.ts'
import { inBoth, type Locale, localPath, type Words } from '../../kernel/locale.ts'
import { shorten } from '../../kernel/truncate.ts'
import { fontsOf } from '../../ui/fonts.ts'
import { pictureOfQr } from '../../ui/qr.ts'
import { type Behind, type Found, visit } from './dynamic-pages.ts'
import { brokenPage, lostPage } from './error-pages.ts'
import { type Frame, layout } from './layout.ts'
import { manifestFile } from './manifest.ts'
import { type Form, formOf } from './page-format.ts'
import { renderHtml } from './render-html.ts'
import { download, movedTo, ownPage, pageReply, seeOther } from './replies.ts'
import { styleFile } from './style.ts'

export type Site = {
  /** The same text for requests that get the same page. */
  question(request: Request): string
  answer(request: Request): Reply | Promise<Reply>
  broken(request: Request, status: 500 | 503): Reply
}

/** Where a page stands, with its query; private ones are named to nobody. */
type Shelf = { path: string; query?: string; private?: boolean; updated?: string }

export type SiteParts = {
  base: string
  business: Business
  look: Shared['look']
  library: Library
  /** The paths that the head of every page leads to. */
  navigation: readonly string[]
  /** Those at its foot. */
  footer: readonly string[]
  bookingPath: string
  book: Words
  /** What the home page's Link header tells programs beside its twin. */
  homeLinks: readonly string[]
  files: readonly ServedFile[]
  liveAt(path: string): Found | undefined
  behind: Behind
}

export function createSite(parts: SiteParts): Site {
  const { business, library, navigation, files, liveAt } = parts
  const fonts = fontsOf(parts.look)
  const paths = new Set(files.map(({ path }) => path))
  const has = (path: string) => paths.has(path)
  const manifest = manifestFile(business, parts.look, has)
  const own = [styleFile(parts.look, fonts), ...fonts.files, manifest]
  const fileByPath = new Map([...own, ...files].map((file) => [file.path, file]))

  /** Read once: a page that breaks must not break the frame of the others. */
  const titles = new Map(
    [...navigation, ...parts.footer].map((path) => {
      const page = library.page(path)
      return [path, page && inBoth((locale) => page.document(locale).title)]
    }),
  )
  const linksTo = (paths: readonly string[], locale: Locale, here?: string) =>
    paths.flatMap((path) => {
      const title = titles.get(path)?.[locale]
      return title ? [{ title, href: localPath(path, locale), current: path === here }] : []
    })

  const frameOf = (locale: Locale, at?: Shelf): Frame => {
    const other = locale === 'vi' ? 'en' : 'vi'
    const address = at && library.address(at.path, locale)
    return {
      locale,
      business,
      base: parts.base,
      home: localPath('/', locale),
      bookingPath: localPath(parts.bookingPath, locale),
      book: parts.book[locale],
      fonts: fonts.files.map(({ path }) => path),
      has,
      navigation: linksTo(navigation, locale, at?.path),
      footer: linksTo(parts.footer, locale, at?.path),
      ...(at && { otherLanguage: `${localPath(at.path, other)}${at.query ?? ''}` }),
      ...(address &&
        !at?.private && {
          canonical: address.html,
          markdown: address.markdown,
          translations: inBoth((one) => library.address(at?.path ?? '/', one).html),
        }),
    }
  }

  const render = (form: Form, document: Document, locale: Locale, at?: Shelf): string => {
    if (form === 'markdown') return library.markdown(document, locale, at?.private ? undefined : at)
    const body = renderHtml(document.blocks, library.localize(locale, ''))
    return layout(frameOf(locale, at), document, body)
  }

  const show = (form: Form, page: Page, locale: Locale, query: string): Reply => {
    const understood = readBy(page, query)
    const shelf = { ...page, query: understood.size > 0 ? `?${asQuery(understood)}` : '' }
    const body = render(form, page.document(locale, understood), locale, shelf)
    const made = pageReply(200, form, locale, body, library.address(page.path, locale))
    const links = page.path === '/' ? parts.homeLinks : []
    const reply = {
      ...made,
      headers: { ...made.headers, Link: [made.headers.Link ?? [], ...links].flat() },
    }
    return page.live ? { ...reply, lasting: false } : reply
  }

  const apologize = (
    status: 404 | 500 | 503,
    { path, headers }: Request,
    tell: (business: Business, locale: Locale) => Document,
  ): Reply => {
    const [form] = formOf(path, headers.accept)
    const locale = /^\/en(\/|\.|$)/.test(path) ? 'en' : 'vi'
    return pageReply(status, form, locale, render(form, tell(business, locale), locale))
  }

  const showLive = async (request: Request, found: Found, form: Form): Promise<Reply> => {
    const { method } = request
    const { page, locale, at } = found
    if (!['GET', 'HEAD', 'POST'].includes(method)) {
      return onlyReading(method, page.path, page.act !== undefined)
    }
    const path = fill(page.path, at)
    const query = request.query === '' ? '' : `?${request.query}`
    const shown = await visit(found, request, `${path}${query}`, parts.behind)
    if (shown === 'not allowed') return onlyReading(method, page.path)
    if ('seeOther' in shown) return seeOther(localPath(shown.seeOther, locale), page.path)
    if ('file' in shown) return download(shown.file, page.path)
    if ('qr' in shown) {
      const { name, code } = shown.qr
      const picture = { type: 'image/png', name, body: pictureOfQr(code), encoded: true }
      return download(picture, page.path)
    }
    const body = render(form, shown.document, locale, { path, query, private: !page.listed })
    const addresses = library.address(path, locale)
    const reply = ownPage(form, locale, body, addresses, {
      listed: page.listed !== undefined,
      posts: page.act !== undefined,
    })
    return { ...reply, status: shown.status ?? 200, route: page.path }
  }

  const answer = (request: Request): Reply | Promise<Reply> => {
    const { method, path, query, headers } = request
    const file = fileByPath.get(path)
    const [form, pagePath] = formOf(path, headers.accept)
    const place = library.at(pagePath)
    const live = place || file ? undefined : liveAt(pagePath)
    if (live) return showLive(request, live, form)
    if (!file && !place) {
      const shorter = path.replace(/\/+$/, '')
      if (!library.at(shorter) && !liveAt(shorter)) return apologize(404, request, lostPage)
      return movedTo(query === '' ? shorter : `${shorter}?${query}`, liveAt(shorter) !== undefined)
    }
    if (method !== 'GET' && method !== 'HEAD') {
      const reply = onlyReading(method, 'page')
      return { ...reply, headers: { ...file?.headers, ...reply.headers } }
    }
    if (file) return fileReply(file)
    return place ? show(form, place.page, place.locale, query) : apologize(404, request, lostPage)
  }

  return {
    question({ path, query, headers }) {
      if (fileByPath.has(path)) return `file ${path}`
      const [form, page] = formOf(path, headers.accept)
      const place = query === '' ? undefined : library.at(page)?.page
      return `${form} ${page}?${place?.reads ? asQuery(readBy(place, query)) : ''}`
    },
    answer,
    broken: (request, status) => apologize(status, request, brokenPage),
  }
}

/** What a page understands of a query, in the page's own order. */
function readBy({ reads = [] }: Page, query: string): Query {
  const given = new URLSearchParams(query)
  return new Map(
    reads.flatMap((name) => {
      const value = shorten(given.get(name) ?? '', 100)
      return value ? [[name, value] as const] : []
    }),
  )
}

function asQuery(query: Query): string {
  return new URLSearchParams([...query]).toString()
}

/** A pattern with its names filled in. */
function fill(path: string, at: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_all, name) => encodeURIComponent(at[name] ?? ''))
}
