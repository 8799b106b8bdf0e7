/** The site: each page in two languages, each as HTML and as Markdown. */
import { readFileSync } from 'node:fs'
import type { Document, Page, Query } from '../../content/document.ts'
import type { Library } from '../../content/library.ts'
import type { Business } from '../../content/shop.ts'
import { fileReply, type ServedFile } from '../../http/file.ts'
import { onlyReading } from '../../http/health.ts'
import type { Reply, Request } from '../../http/message.ts'
import { inBoth, type Locale, localPath } from '../../kernel/locale.ts'
import { type Form, formOf } from './forms.ts'
import { type Frame, layout } from './layout.ts'
import { type Behind, type Found, visit } from './live.ts'
import { brokenPage, lostPage } from './lost.ts'
import { renderHtml } from './render-html.ts'
import { download, movedTo, ownPage, pageReply, seeOther } from './replies.ts'

export type Site = {
  /** The same text for requests that get the same page. */
  question(request: Request): string
  answer(request: Request): Reply | Promise<Reply>
  broken(request: Request, status: 500 | 503): Reply
}

export type SiteParts = {
  business: Business
  library: Library
  /** The paths that the head of every page leads to. */
  navigation: readonly string[]
  files: readonly ServedFile[]
  liveAt(path: string): Found | undefined
  behind: Behind
}

const style: ServedFile = {
  path: '/site.css',
  type: 'text/css; charset=utf-8',
  body: readFileSync(new URL('./site.css', import.meta.url), 'utf8'),
}

export function createSite(parts: SiteParts): Site {
  const { business, library, navigation, files, liveAt } = parts
  const fileByPath = new Map([style, ...files].map((file) => [file.path, file]))

  const frameOf = (locale: Locale, here?: string): Frame => {
    const address = here === undefined ? undefined : library.address(here, locale)
    return {
      locale,
      business,
      home: localPath('/', locale),
      style: style.path,
      navigation: navigation.flatMap((path) => {
        const title = library.page(path)?.document(locale).title
        return title ? [{ title, href: localPath(path, locale), current: path === here }] : []
      }),
      ...(here !== undefined &&
        address && {
          canonical: address.html,
          markdown: address.markdown,
          translations: inBoth((other) => library.address(here, other).html),
        }),
    }
  }

  const render = (
    form: Form,
    document: Document,
    locale: Locale,
    page?: Pick<Page, 'path' | 'updated'>,
  ): string => {
    if (form === 'markdown') return library.markdown(document, locale, page)
    const body = renderHtml(document.blocks, library.localize(locale, ''))
    return layout(frameOf(locale, page?.path), document, body)
  }

  const show = (form: Form, page: Page, locale: Locale, query: string): Reply => {
    const body = render(form, page.document(locale, readBy(page, query)), locale, page)
    const reply = pageReply(200, form, locale, body, library.address(page.path, locale))
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
    if (!['GET', 'HEAD', 'POST'].includes(method)) return onlyReading(method, page.path)
    const path = fill(page.path, at)
    const query = request.query === '' ? '' : `?${request.query}`
    const shown = await visit(found, request, `${path}${query}`, parts.behind)
    if (shown === 'not allowed') return onlyReading(method, page.path)
    if ('seeOther' in shown) return seeOther(localPath(shown.seeOther, locale), page.path)
    if ('file' in shown) return download(shown.file, page.path)
    const named = page.listed ? { path: page.path } : undefined
    const body = render(form, shown.document, locale, named)
    const addresses = library.address(fill(page.path, at), locale)
    const reply = ownPage(form, locale, body, addresses, page.listed)
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
      return library.at(shorter) || liveAt(shorter)
        ? movedTo(query === '' ? shorter : `${shorter}?${query}`)
        : apologize(404, request, lostPage)
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
      const understood = place?.reads ? [...readBy(place, query)].join('&') : ''
      return `${form} ${page}?${understood}`
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
      const value = given.get(name)?.slice(0, 100)
      return value ? [[name, value] as const] : []
    }),
  )
}

/** A pattern with its names filled in. */
function fill(path: string, at: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_all, name) => encodeURIComponent(at[name] ?? ''))
}
