/** The site: each page in two languages, each as HTML and as Markdown. */
import type { Block, Document, Page, QueryParams } from '../../content/document.ts'
import type { PageIndex } from '../../content/page-index.ts'
import { convertedFileOf, type Photos, photoLink } from '../../content/photo.ts'
import { renderMarkdown } from '../../content/render-markdown.ts'
import type { PictureFiles } from '../../content/share-image.ts'
import type { Business, Shared } from '../../content/shop.ts'
import { methodNotAllowedReply } from '../../http/health.ts'
import type { Reply, Request, SharedReply } from '../../http/message.ts'
import { seeOther } from '../../http/redirect.ts'
import type { CacheKey } from '../../http/response-cache.ts'
import { fileReply, type ServedFile } from '../../http/static-file.ts'
import { contentLanguage, type Untranslated } from '../../kernel/content-language.ts'
import {
  forEachLocale,
  type Locale,
  type LocalizedText,
  locales,
  localPath,
} from '../../kernel/locale.ts'
import { type Clock, minute } from '../../kernel/time.ts'
import { truncate } from '../../kernel/truncate.ts'
import { loadFonts } from '../../ui/fonts.ts'
import { createQrPng } from '../../ui/qr.ts'
import type { DraftCookie } from './draft-cookie.ts'
import { fillPath, type MatchedPage, runDynamicPage } from './dynamic-pages.ts'
import { notFoundPage, serverErrorPage } from './error-pages.ts'
import { layout, type PageLayoutOptions } from './layout.ts'
import { manifestFile } from './manifest.ts'
import type { OperationClientSettings } from './operation-client.ts'
import { negotiateFormat, type PageFormat, pagePathOf } from './page-format.ts'
import { createSitePictures, findByAddress, toneRules } from './photo-markup.ts'
import { createLanguageMark, renderHtml } from './render-html.ts'
import {
  downloadFileReply,
  pageReply,
  permanentRedirect,
  photoFileReply,
  photoRedirect,
  privatePageReply,
  withScript,
} from './replies.ts'
import { findScript, scriptFiles } from './script.ts'
import { createShareImages } from './share-images.ts'
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
  untranslated: Untranslated
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
  photos: Photos
  /** Without it, no photo is served and no share image is drawn. */
  pictureFiles?: PictureFiles | undefined
  /** Paths of the pages that are rendered for each request and listed. */
  listedDynamicPaths: readonly string[]
  findDynamicPage(path: string): MatchedPage | undefined
  /** The blocks of a page with the booking panel in the place of its link to booking. */
  placePanel(blocks: readonly Block[], locale: Locale): readonly Block[]
  draftCookie: DraftCookie
  now: Clock
} & OperationClientSettings

export function createSite(options: SiteOptions): Site {
  const { business, pageIndex, navigation, files, findDynamicPage, photos, pictureFiles } = options
  const { languages } = pageIndex
  const { untranslated } = options
  const fonts = loadFonts(options.theme)
  const paths = new Set(files.map(({ path }) => path))
  const hasFile = (path: string) => paths.has(path)
  const manifest = manifestFile(business, options.theme, hasFile)
  const style = styleFile(options.theme, fonts, toneRules(photos))
  const own = [style, ...scriptFiles, ...fonts.files, manifest]
  const fileByPath = new Map([...own, ...files].map((file) => [file.path, file]))
  const pictures = forEachLocale((locale) => createSitePictures(photos, locale))
  const shareImages = createShareImages({
    ...options,
    paths: [...pageIndex.pages.map(({ path }) => path), ...options.listedDynamicPaths],
    pictureFiles,
    findFile: (path) => fileByPath.get(path),
  })

  /** Loaded once, so that an error in a page does not break the navigation of the others. */
  const titles = new Map(
    [...navigation, ...options.footer].map((path) => {
      const page = pageIndex.findPage(path)
      return [path, page && (page.title ?? forEachLocale((locale) => page.document(locale).title))]
    }),
  )
  const linksTo = (paths: readonly string[], locale: Locale, here?: string) =>
    paths.flatMap((path) => {
      const title = titles.get(path)?.[locale]
      return title
        ? [{ title, href: localPath(path, locale, languages), current: path === here }]
        : []
    })

  const createLayoutOptions = (
    locale: Locale,
    location?: PageLocation,
  ): Omit<PageLayoutOptions, 'markLanguage'> => {
    const otherLocale = languages.find((one) => one !== locale)
    const address = location && pageIndex.addresses(location.path, locale)
    const shareImage = shareImages.find(
      location && !location.isPrivate ? location.path : '/',
      locale,
    )
    return {
      locale,
      pictures: pictures[locale],
      ...(shareImage && { shareImage }),
      business,
      base: options.base,
      home: localPath('/', locale, languages),
      bookingPath: localPath(options.bookingPath, locale, languages),
      bookingLabel: options.bookingLabel[locale],
      fonts: fonts.files.map(({ path }) => path),
      hasFile,
      navigation: linksTo(navigation, locale, location?.path),
      footer: linksTo(options.footer, locale, location?.path),
      ...(location &&
        otherLocale && {
          otherLanguage: `${localPath(location.path, otherLocale, languages)}${location.query ?? ''}`,
        }),
      ...(address &&
        !location?.isPrivate && {
          canonical: address.html,
          markdown: address.markdown,
          translations: languages.map((one) => ({
            locale: one,
            href: pageIndex.addresses(location?.path ?? '/', one).html,
          })),
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
    const markLanguage = createLanguageMark(locale, untranslated)
    const localize = pageIndex.localize(locale, '')
    const body = renderHtml(document.blocks, localize, pictures[locale], markLanguage)
    const photo = document.picture && photos.get(document.picture.name)
    const script = findScript(document.blocks)
    const layoutOptions = {
      ...createLayoutOptions(locale, location),
      markLanguage,
      ...(photo && { photo: `${options.base}${photoLink(photo).path}` }),
      ...(script !== undefined && { script }),
      ...(location?.hasTextData && {
        text: renderMarkdown(document.blocks, pageIndex.localize(locale, options.base)),
      }),
    }
    return layout(layoutOptions, document, body)
  }

  /** A page as HTML also has the texts around its document. */
  const languageOf = (format: PageFormat, document: Document, locale: Locale): string =>
    format === 'markdown'
      ? pageIndex.languageOf(document, locale)
      : contentLanguage(document, locale, untranslated)

  const showPage = (format: PageFormat, page: Page, locale: Locale, query: string): Reply => {
    const params = parseKnownQuery(page, query)
    const location = { ...page, query: params.size > 0 ? `?${formatQuery(params)}` : '' }
    const content = page.document(locale, params)
    // The days in the panel change with the date, so Markdown, which is also a resource of assistants, has only the link.
    const blocks = format === 'html' ? options.placePanel(content.blocks, locale) : content.blocks
    const document = { ...content, blocks }
    const body = render(format, document, locale, location)
    const language = languageOf(format, document, locale)
    const baseReply = pageReply(200, format, language, body, pageIndex.addresses(page.path, locale))
    const hasPanel = hasBlock(blocks, 'panel')
    const links = page.path === '/' ? options.homeLinks : []
    const ownReply = findScript(blocks) === undefined ? baseReply : withScript(baseReply)
    const reply = {
      ...ownReply,
      headers: { ...ownReply.headers, Link: [ownReply.headers.Link ?? [], ...links].flat() },
    }
    return page.isDynamic || hasPanel
      ? { ...reply, cacheable: { untilMs: endOfMinute(options.now()) } }
      : reply
  }

  const createErrorReply = (
    status: 404 | 500 | 503,
    { path, headers }: Request,
    renderDocument: (business: Business, locale: Locale) => Document,
  ): SharedReply => {
    const format = negotiateFormat(path, headers.accept)
    const [, under] = /^\/([a-z]{2})(?:\/|\.|$)/.exec(path) ?? []
    const locale = languages.find((one) => one === under) ?? languages[0]
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
    const body = render(format, result.document, locale, {
      path,
      query,
      isPrivate: !page.listing,
      hasTextData: true,
    })
    const addresses = pageIndex.addresses(path, locale)
    const language = languageOf(format, result.document, locale)
    const reply = privatePageReply(format, language, body, addresses, {
      isListed: page.listing !== undefined,
      hasForm: hasBlock(result.document.blocks, 'form', 'button'),
    })
    const hasScript = findScript(result.document.blocks) !== undefined
    const ownReply = hasScript ? withScript(reply) : reply
    return { ...ownReply, status: result.status ?? 200, route: page.path }
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

  const redirectWithoutSlash = (path: string, query: string): Reply | undefined => {
    const shorter = path.replace(/\/+$/, '')
    const isDynamic = findDynamicPage(shorter) !== undefined
    if (!isDynamic && !pageIndex.findByPath(shorter)) return undefined
    return permanentRedirect(query === '' ? shorter : `${shorter}?${query}`, isDynamic)
  }

  /**
   * A page under a language that the shop does not write in, or that is its first one, is the same page at the root.
   */
  const redirectToLanguage = ({ path, query }: Request, pagePath: string): Reply | undefined => {
    const prefix = locales
      .filter((one) => one !== languages[1])
      .map((one) => `/${one}`)
      .find((one) => pagePath === one || pagePath.startsWith(`${one}/`))
    if (prefix === undefined) return undefined
    const own = pagePath.slice(prefix.length) || '/'
    if (!pageIndex.findByPath(own) && !findDynamicPage(own)) return undefined
    const target = path === prefix ? '/' : path.slice(prefix.length)
    return seeOther(query === '' ? target : `${target}?${query}`, 'page', {
      'Content-Language': languages[0],
    })
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
      const convertedFile = convertedFileOf(path)
      if (convertedFile !== undefined) return handleConvertedFile(request, convertedFile)
      const photo = findByAddress(photos, path)
      if (photo) return photoRedirect(photoLink(photo, 'whole').path)
      const redirect = path.endsWith('/')
        ? redirectWithoutSlash(path, query)
        : redirectToLanguage(request, pagePath)
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

/** Also inside the panel. */
function hasBlock(blocks: readonly Block[], ...kinds: readonly Block['kind'][]): boolean {
  return blocks.some(
    (block) =>
      kinds.includes(block.kind) || ('blocks' in block && hasBlock(block.blocks, ...kinds)),
  )
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
