/** The site: each page in two languages, each as HTML and as Markdown. */
import type { Document, Page, QueryParams } from '../../content/document.ts'
import type { PageIndex } from '../../content/page-index.ts'
import { renderMarkdown } from '../../content/render-markdown.ts'
import type { Business, Shared } from '../../content/shop.ts'
import { methodNotAllowedReply } from '../../http/health.ts'
import type { Reply, Request, SharedReply } from '../../http/message.ts'
import { seeOther } from '../../http/redirect.ts'
import type { CacheKey } from '../../http/response-cache.ts'
import { fileReply, type ServedFile } from '../../http/static-file.ts'
import { forEachLocale, type Locale, type LocalizedText, localPath } from '../../kernel/locale.ts'
import { type Clock, minute } from '../../kernel/time.ts'
import { truncate } from '../../kernel/truncate.ts'
import { loadFonts } from '../../ui/fonts.ts'
import { createQrPng } from '../../ui/qr.ts'
import { fillPath, type MatchedPage, runDynamicPage } from './dynamic-pages.ts'
import { notFoundPage, serverErrorPage } from './error-pages.ts'
import { layout, type PageLayoutOptions } from './layout.ts'
import { manifestFile } from './manifest.ts'
import type { OperationClientSettings } from './operation-client.ts'
import { negotiateFormat, type PageFormat, pagePathOf } from './page-format.ts'
import { renderHtml } from './render-html.ts'
import { downloadFileReply, pageReply, permanentRedirect, privatePageReply } from './replies.ts'
import { styleFile } from './style.ts'

export type Site = {
  /** All files of the site, with its style, fonts and manifest. */
  files: readonly ServedFile[]
  /** The same key for requests that get the same page. */
  cacheKey(request: Request): CacheKey
  handle(request: Request): Reply | SharedReply | Promise<Reply>
  onError(request: Request, status: 500 | 503): Reply
}

/** The path of a page and its query. Private pages have no canonical URL. */
type PageLocation = {
  path: string
  query?: string
  isPrivate?: boolean
  updated?: string
  /** The page may be the result of a form. */
  hasTextData?: boolean
}

type SiteOptions = {
  base: string
  business: Business
  theme: Shared['look']
  pageIndex: PageIndex
  /** Paths in the header of every page. */
  navigation: readonly string[]
  /** Paths in the footer of every page. */
  footer: readonly string[]
  bookingPath: string
  bookingLabel: LocalizedText
  /** Further values of the Link header of the home page. */
  homeLinks: readonly string[]
  files: readonly ServedFile[]
  findDynamicPage(path: string): MatchedPage | undefined
  now: Clock
} & OperationClientSettings

export function createSite(options: SiteOptions): Site {
  const { business, pageIndex, navigation, files, findDynamicPage } = options
  const fonts = loadFonts(options.theme)
  const paths = new Set(files.map(({ path }) => path))
  const hasFile = (path: string) => paths.has(path)
  const manifest = manifestFile(business, options.theme, hasFile)
  const own = [styleFile(options.theme, fonts), ...fonts.files, manifest]
  const fileByPath = new Map([...own, ...files].map((file) => [file.path, file]))

  /** Loaded once, so that an error in a page does not break the navigation of the others. */
  const titles = new Map(
    [...navigation, ...options.footer].map((path) => {
      const page = pageIndex.findPage(path)
      return [path, page && forEachLocale((locale) => page.document(locale).title)]
    }),
  )
  const linksTo = (paths: readonly string[], locale: Locale, here?: string) =>
    paths.flatMap((path) => {
      const title = titles.get(path)?.[locale]
      return title ? [{ title, href: localPath(path, locale), current: path === here }] : []
    })

  const createLayoutOptions = (locale: Locale, location?: PageLocation): PageLayoutOptions => {
    const otherLocale = locale === 'vi' ? 'en' : 'vi'
    const address = location && pageIndex.addresses(location.path, locale)
    return {
      locale,
      business,
      base: options.base,
      home: localPath('/', locale),
      bookingPath: localPath(options.bookingPath, locale),
      bookingLabel: options.bookingLabel[locale],
      fonts: fonts.files.map(({ path }) => path),
      hasFile,
      navigation: linksTo(navigation, locale, location?.path),
      footer: linksTo(options.footer, locale, location?.path),
      ...(location && {
        otherLanguage: `${localPath(location.path, otherLocale)}${location.query ?? ''}`,
      }),
      ...(address &&
        !location?.isPrivate && {
          canonical: address.html,
          markdown: address.markdown,
          translations: forEachLocale(
            (one) => pageIndex.addresses(location?.path ?? '/', one).html,
          ),
        }),
    }
  }

  const render = (
    format: PageFormat,
    document: Document,
    locale: Locale,
    location?: PageLocation,
  ): string => {
    if (format === 'markdown')
      return pageIndex.renderPage(document, locale, location?.isPrivate ? undefined : location)
    const body = renderHtml(document.blocks, pageIndex.localize(locale, ''))
    const layoutOptions = {
      ...createLayoutOptions(locale, location),
      ...(location?.hasTextData && {
        text: renderMarkdown(document.blocks, pageIndex.localize(locale, options.base)),
      }),
    }
    return layout(layoutOptions, document, body)
  }

  const showPage = (format: PageFormat, page: Page, locale: Locale, query: string): Reply => {
    const params = parseKnownQuery(page, query)
    const location = { ...page, query: params.size > 0 ? `?${formatQuery(params)}` : '' }
    const body = render(format, page.document(locale, params), locale, location)
    const baseReply = pageReply(200, format, locale, body, pageIndex.addresses(page.path, locale))
    const links = page.path === '/' ? options.homeLinks : []
    const reply = {
      ...baseReply,
      headers: { ...baseReply.headers, Link: [baseReply.headers.Link ?? [], ...links].flat() },
    }
    return page.isDynamic ? { ...reply, cacheable: { untilMs: endOfMinute(options.now()) } } : reply
  }

  const createErrorReply = (
    status: 404 | 500 | 503,
    { path, headers }: Request,
    renderDocument: (business: Business, locale: Locale) => Document,
  ): SharedReply => {
    const format = negotiateFormat(path, headers.accept)
    const locale = /^\/en(\/|\.|$)/.test(path) ? 'en' : 'vi'
    return {
      cacheKey: `error ${status} ${format} ${locale}`,
      create() {
        const body = render(format, renderDocument(business, locale), locale)
        return pageReply(status, format, locale, body)
      },
    }
  }

  const handleDynamicPage = async (
    request: Request,
    match: MatchedPage,
    format: PageFormat,
  ): Promise<Reply> => {
    const { method } = request
    const { page, locale, pathParams } = match
    if (!['GET', 'HEAD', 'POST'].includes(method)) {
      return methodNotAllowedReply(method, page.path, page.submit !== undefined)
    }
    const path = fillPath(page.path, pathParams)
    const query = request.query === '' ? '' : `?${request.query}`
    const result = await runDynamicPage(match, request, `${path}${query}`, options)
    if (result === 'not allowed') return methodNotAllowedReply(method, page.path)
    if ('seeOther' in result) {
      const target = localPath(result.seeOther, locale)
      return seeOther(target, page.path, { 'Referrer-Policy': 'no-referrer' })
    }
    if ('file' in result) return downloadFileReply(result.file, page.path)
    if ('qr' in result) {
      const { name, code } = result.qr
      const picture = { type: 'image/png', name, body: createQrPng(code), encoded: true }
      return downloadFileReply(picture, page.path)
    }
    const body = render(format, result.document, locale, {
      path,
      query,
      isPrivate: !page.listing,
      hasTextData: true,
    })
    const addresses = pageIndex.addresses(path, locale)
    const reply = privatePageReply(format, locale, body, addresses, {
      isListed: page.listing !== undefined,
      hasForm: result.document.blocks.some(({ kind }) => kind === 'form' || kind === 'button'),
    })
    return { ...reply, status: result.status ?? 200, route: page.path }
  }

  const redirectWithoutSlash = (path: string, query: string): Reply | undefined => {
    const shorter = path.replace(/\/+$/, '')
    const isDynamic = findDynamicPage(shorter) !== undefined
    if (!isDynamic && !pageIndex.findByPath(shorter)) return undefined
    return permanentRedirect(query === '' ? shorter : `${shorter}?${query}`, isDynamic)
  }

  const handle = (request: Request): Reply | SharedReply | Promise<Reply> => {
    const { method, path, query, headers } = request
    const file = fileByPath.get(path)
    const format = negotiateFormat(path, headers.accept)
    const pagePath = pagePathOf(path)
    const pageRef = pageIndex.findByPath(pagePath)
    const dynamicPage = pageRef || file ? undefined : findDynamicPage(pagePath)
    if (dynamicPage) return handleDynamicPage(request, dynamicPage, format)
    if (!file && !pageRef) {
      const redirect = path.endsWith('/') ? redirectWithoutSlash(path, query) : undefined
      return redirect ?? createErrorReply(404, request, notFoundPage)
    }
    if (method !== 'GET' && method !== 'HEAD') {
      const reply = methodNotAllowedReply(method, 'page')
      return { ...reply, headers: { ...file?.headers, ...reply.headers } }
    }
    if (file) return fileReply(file)
    return pageRef
      ? showPage(format, pageRef.page, pageRef.locale, query)
      : createErrorReply(404, request, notFoundPage)
  }

  return {
    files: [...fileByPath.values()],
    cacheKey({ path, query, target, headers }) {
      const readsQuery =
        query !== '' && pageIndex.findByPath(pagePathOf(path))?.page.queryNames !== undefined
      return {
        address: readsQuery ? target : path,
        variant: negotiateFormat(path, headers.accept),
      }
    },
    handle,
    onError: (request, status) => createErrorReply(status, request, serverErrorPage).create(),
  }
}

/** The parameters that the page knows, in the order of the page. */
function parseKnownQuery({ queryNames = [] }: Page, query: string): QueryParams {
  const params = new URLSearchParams(query)
  return new Map(
    queryNames.flatMap((name) => {
      const value = truncate(params.get(name) ?? '', 100)
      return value ? [[name, value] as const] : []
    }),
  )
}

function formatQuery(query: QueryParams): string {
  return new URLSearchParams([...query]).toString()
}

function endOfMinute(nowMs: number): number {
  return (Math.floor(nowMs / minute) + 1) * minute
}
