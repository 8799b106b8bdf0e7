/** The site: each page in two languages, each as HTML and as Markdown. */
import { allBlocks, type Document, hasBlock, type Page } from '../../content/document.ts'
import { formatPageQuery, parsePageQuery } from '../../content/page-query.ts'
import { convertedFileOf, photoLink } from '../../content/photo.ts'
import type { PictureFiles } from '../../content/share-image.ts'
import type { Shared } from '../../content/shop.ts'
import { methodNotAllowedReply } from '../../http/health.ts'
import type { Reply, Request, SharedReply } from '../../http/message.ts'
import { seeOther } from '../../http/redirect.ts'
import type { CacheKey } from '../../http/response-cache.ts'
import { fileReply, type ServedFile } from '../../http/static-file.ts'
import { type Locale, localPath } from '../../kernel/locale.ts'
import { addDays, type Clock, dateAt, minute, startOfDay } from '../../kernel/time.ts'
import { loadFonts } from '../../ui/fonts.ts'
import { createQrPng } from '../../ui/qr.ts'
import type { DraftCookie } from './draft-cookie.ts'
import { fillPath, type MatchedPage, runDynamicPage } from './dynamic-pages.ts'
import { type ErrorPageShop, notFoundPage, serverErrorPage } from './error-pages.ts'
import { manifestFile } from './manifest.ts'
import type { OperationClientSettings } from './operation-client.ts'
import { negotiateFormat, type PageFormat, pagePathOf } from './page-format.ts'
import { createPageRenderer, type PageFrame } from './page-renderer.ts'
import { findByAddress, toneRules } from './photo-markup.ts'
import { createRedirects } from './redirects.ts'
import {
  downloadFileReply,
  pageReply,
  photoFileReply,
  photoRedirect,
  privatePageReply,
  withScript,
} from './replies.ts'
import { scriptFiles, scriptsFor } from './script.ts'
import { createShareImages } from './share-images.ts'
import { styleFile } from './style.ts'

export type Site = {
  /** All files of the site, with its style, fonts and manifest. */
  files: readonly ServedFile[]
  /** The same key for requests that get the same page. */
  cacheKey(request: Request): CacheKey
  handle(request: Request): Reply | SharedReply | Promise<Reply | SharedReply>
  onError(request: Request, status: 500 | 503): Reply
}

type SiteOptions = PageFrame & {
  theme: Shared['look']
  /** Further values of the Link header of the home page. */
  homeLinks: readonly string[]
  files: readonly ServedFile[]
  /** Without it, no photo is served and no share image is drawn. */
  pictureFiles?: PictureFiles | undefined
  /** Paths of the pages that are rendered for each request and listed. */
  listedDynamicPaths: readonly string[]
  findDynamicPage(path: string): MatchedPage | undefined
  /** The page with the booking panel in the place of its link to booking. */
  placePanel(document: Document, locale: Locale): Document
  draftCookie: DraftCookie
  now: Clock
} & OperationClientSettings

export function createSite(options: SiteOptions): Site {
  const { business, pageIndex, navigation, files, findDynamicPage, photos, pictureFiles } = options
  const { languages } = pageIndex
  const fonts = loadFonts(options.theme)
  const paths = new Set(files.map(({ path }) => path))
  const hasFile = (path: string) => paths.has(path)
  const manifest = manifestFile(business, options.theme, hasFile)
  const style = styleFile(options.theme, fonts, toneRules(photos))
  const own = [style, ...scriptFiles, ...fonts.files, manifest]
  const fileByPath = new Map([...own, ...files].map((file) => [file.path, file]))
  const shareImages = createShareImages({
    ...options,
    paths: [...pageIndex.pages.map(({ path }) => path), ...options.listedDynamicPaths],
    pictureFiles,
    findFile: (path) => fileByPath.get(path),
  })

  const { linksTo, render, languageOf } = createPageRenderer({
    ...options,
    fonts,
    hasFile,
    shareImages,
  })
  const redirects = createRedirects(pageIndex, findDynamicPage)

  const showPage = (format: PageFormat, page: Page, locale: Locale, query: string): Reply => {
    const params = parsePageQuery(page, query)
    const location = { ...page, query: formatPageQuery(params) }
    const content = page.document(locale, params)
    // The days in the panel change with the date, so Markdown, which is also a resource of assistants, has only the
    // link.
    const document = format === 'html' ? options.placePanel(content, locale) : content
    const body = render(format, document, locale, location)
    const language = languageOf(format, document, locale)
    const blocks = allBlocks(document)
    const status = document.rejection ? 400 : 200
    const addresses = pageIndex.addresses(page.path, locale)
    const baseReply = pageReply(status, format, language, body, addresses)
    const hasPanel = hasBlock(blocks, 'panel')
    const links = page.path === '/' ? options.homeLinks : []
    const ownReply = scriptsFor(blocks).length > 0 ? withScript(baseReply) : baseReply
    const reply = {
      ...ownReply,
      headers: { ...ownReply.headers, Link: [ownReply.headers.Link ?? [], ...links].flat() },
    }
    if (status !== 200) return reply
    const untilMs =
      page.isDynamic || hasPanel ? endOfMinute(options.now()) : endOfDay(options.now())
    return { ...reply, cacheable: { untilMs } }
  }

  const createErrorReply = (
    status: 404 | 500 | 503,
    { path, headers }: Request,
    renderDocument: (shop: ErrorPageShop, locale: Locale) => Document,
  ): SharedReply => {
    const format = negotiateFormat(path, headers.accept)
    const [, under] = /^\/([a-z]{2})(?:\/|\.|$)/.exec(path) ?? []
    const locale = languages.find((one) => one === under) ?? languages[0]
    return {
      cacheKey: `error ${status} ${format} ${locale} ${dateAt(options.now())}`,
      create() {
        const [list] = linksTo(navigation, locale)
        const shop = { business, booking: options.bookingLabel, ...(list && { list }) }
        const body = render(format, renderDocument(shop, locale), locale)
        return pageReply(status, format, locale, body)
      },
    }
  }

  const handleDynamicPage = async (
    request: Request,
    match: MatchedPage,
    format: PageFormat,
  ): Promise<Reply | SharedReply> => {
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
      const target = localPath(result.seeOther, locale, languages)
      const cookie = result.draft && options.draftCookie.write(result.draft)
      return seeOther(target, page.path, {
        'Referrer-Policy': 'no-referrer',
        ...(cookie !== undefined && { 'Set-Cookie': cookie }),
      })
    }
    if ('file' in result) return downloadFileReply(result.file, page.path)
    if ('qr' in result) {
      const { name, code } = result.qr
      const picture = { type: 'image/png', name, body: createQrPng(code), encoded: true }
      return downloadFileReply(picture, page.path)
    }
    const createReply = (document: Document, status = 200): Reply => {
      const body = render(format, document, locale, {
        path,
        query,
        isPrivate: !page.listing,
        hasTextData: true,
      })
      const addresses = pageIndex.addresses(path, locale)
      const language = languageOf(format, document, locale)
      const blocks = allBlocks(document)
      const reply = privatePageReply(format, language, body, addresses, {
        isListed: page.listing !== undefined,
        hasForm: hasBlock(blocks, 'form', 'button'),
      })
      const ownReply = scriptsFor(blocks).length > 0 ? withScript(reply) : reply
      return { ...ownReply, status, route: page.path }
    }
    if ('document' in result) return createReply(result.document, result.status)
    return {
      cacheKey: `${format} ${locale} ${path}${query} ${result.cacheKey}`,
      create: () => createReply(result.createDocument()),
      isShortLived: true,
    }
  }

  /** Converted files are read from the disk: the memory could not hold all photos of a shop. */
  const handleConvertedFile = async (request: Request, name: string): Promise<Reply> => {
    const { method } = request
    if (method !== 'GET' && method !== 'HEAD') return methodNotAllowedReply(method, 'picture')
    let bytes = await pictureFiles?.read(name)
    if (!bytes && name.startsWith('share-')) {
      shareImages.registerAll()
      bytes = await pictureFiles?.read(name)
    }
    if (bytes) return photoFileReply(name, bytes)
    return createErrorReply(404, request, notFoundPage).create()
  }

  const handle = (request: Request): Reply | SharedReply | Promise<Reply | SharedReply> => {
    const { method, path, query, headers } = request
    const file = fileByPath.get(path)
    const format = negotiateFormat(path, headers.accept)
    const pagePath = pagePathOf(path)
    const pageRef = pageIndex.findByPath(pagePath)
    const dynamicPage = pageRef || file ? undefined : findDynamicPage(pagePath)
    if (dynamicPage) return handleDynamicPage(request, dynamicPage, format)
    if (!file && !pageRef) {
      const convertedFile = convertedFileOf(path)
      if (convertedFile !== undefined) return handleConvertedFile(request, convertedFile)
      const photo = findByAddress(photos, path)
      if (photo) return photoRedirect(photoLink(photo, 'whole').path)
      const redirect = path.endsWith('/')
        ? redirects.withoutSlash(path, query)
        : redirects.toLanguage(request, pagePath)
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

/** The footer says when the shop is open today. */
function endOfDay(nowMs: number): number {
  return startOfDay(addDays(dateAt(nowMs), 1))
}

function endOfMinute(nowMs: number): number {
  return (Math.floor(nowMs / minute) + 1) * minute
}
