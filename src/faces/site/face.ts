/** The site: each page in two languages, each as HTML and as Markdown. */
import { readFileSync } from 'node:fs'
import type { Action, Document, Page, SiteForm } from '../../content/document.ts'
import type { Business } from '../../content/shop.ts'
import { onlyReading } from '../../http/health.ts'
import type { Reply, Request } from '../../http/message.ts'
import { inBoth, type Locale, locales, localPath } from '../../kernel/locale.ts'
import { emptyForm, type FormDoors, sentForm } from './form-page.ts'
import { type Form, formOf, markdownPath } from './forms.ts'
import { type Frame, layout } from './layout.ts'
import { brokenPage, lostPage } from './lost.ts'
import { renderHtml } from './render-html.ts'
import { frontMatter, renderMarkdown } from './render-markdown.ts'
import { fileReply, movedTo, ownPage, pageReply, type SiteFile } from './replies.ts'

export type Site = {
  /** The same text for requests that get the same page. */
  question(request: Request): string
  answer(request: Request): Reply | Promise<Reply>
  broken(request: Request, status: 500 | 503): Reply
}

export type SiteParts = {
  base: string
  business: Business
  pages: readonly Page[]
  /** The paths that the head of every page leads to. */
  navigation: readonly string[]
  files: readonly SiteFile[]
  actions: readonly Action[]
  forms: readonly SiteForm[]
  doors: FormDoors
}

const style: SiteFile = {
  path: '/site.css',
  type: 'text/css; charset=utf-8',
  body: readFileSync(new URL('./site.css', import.meta.url), 'utf8'),
}

export function createSite(parts: SiteParts): Site {
  const { base, business, pages, navigation, files, actions, forms, doors } = parts
  const byPath = new Map(pages.map((page) => [page.path, page]))
  const places = new Map(
    pages.flatMap((page) =>
      locales.map((locale) => [localPath(page.path, locale), { page, locale }] as const),
    ),
  )
  const fileByPath = new Map([style, ...files].map((file) => [file.path, file]))

  const formPaths = new Set(forms.map(({ path }) => path))

  /** A page's path in this language; every other address stays as it is. */
  const localize = (locale: Locale, origin: string) => (href: string) => {
    if (!href.startsWith('/')) return href
    const [path = ''] = href.split('#')
    const here =
      byPath.has(path) || formPaths.has(path)
        ? localPath(path, locale) + href.slice(path.length)
        : href
    return `${origin}${here}`
  }

  const frameOf = (locale: Locale, here?: string): Frame => ({
    locale,
    business,
    home: localPath('/', locale),
    style: style.path,
    navigation: navigation.flatMap((path) => {
      const one = byPath.get(path)
      const title = one?.document(locale).title
      return title ? [{ title, href: localPath(path, locale), current: path === here }] : []
    }),
    ...(here !== undefined && {
      canonical: `${base}${localPath(here, locale)}`,
      markdown: `${base}${markdownPath(localPath(here, locale))}`,
      translations: inBoth((other) => `${base}${localPath(here, other)}`),
    }),
  })

  const render = (form: Form, document: Document, frame: Frame, updated?: string): string => {
    const { locale, canonical } = frame
    if (form === 'html') {
      return layout(frame, document, renderHtml(document.blocks, localize(locale, '')))
    }
    const head = frontMatter(document, { locale, canonical, updated })
    return `${head}${renderMarkdown(document.blocks, localize(locale, base))}`
  }

  const show = (form: Form, page: Page, locale: Locale): Reply => {
    const frame = frameOf(locale, page.path)
    const { canonical = '', markdown = '' } = frame
    const body = render(form, page.document(locale), frame, page.updated)
    return pageReply(200, form, locale, body, { canonical, markdown })
  }

  const apologize = (
    status: 404 | 500 | 503,
    { path, headers }: Request,
    tell: (business: Business, locale: Locale) => Document,
  ): Reply => {
    const [form] = formOf(path, headers.accept)
    const locale = /^\/en(\/|\.|$)/.test(path) ? 'en' : 'vi'
    return pageReply(status, form, locale, render(form, tell(business, locale), frameOf(locale)))
  }

  const actionAt = new Map(
    actions.flatMap((action) =>
      locales.map((locale) => [localPath(action.path, locale), { action, locale }] as const),
    ),
  )

  const perform = async (request: Request, action: Action, locale: Locale): Promise<Reply> => {
    const { method, path, headers } = request
    if (!['GET', 'HEAD', 'POST'].includes(method)) return onlyReading(method, action.path)
    const query = new URLSearchParams(request.query)
    const [form] = formOf(path, headers.accept)
    const document =
      method === 'POST'
        ? await action.act(query, locale)
        : action.show(query, `${path}?${request.query}`, locale)
    return ownPage(form, locale, render(form, document, frameOf(locale)))
  }

  const formAt = new Map(
    forms.flatMap((form) =>
      locales.map((locale) => [localPath(form.path, locale), { form, locale }] as const),
    ),
  )

  const fillIn = async (request: Request, form: SiteForm, locale: Locale): Promise<Reply> => {
    const { method, path, headers } = request
    if (!['GET', 'HEAD', 'POST'].includes(method)) return onlyReading(method, form.path)
    const [shape] = formOf(path, headers.accept)
    const { status, document } =
      method === 'POST'
        ? await sentForm(form, doors, request, locale)
        : { status: 200, document: emptyForm(form, doors, locale) }
    const frame = frameOf(locale, form.path)
    const { canonical = '', markdown = '' } = frame
    const reply = ownPage(shape, locale, render(shape, document, frame), { canonical, markdown })
    return { ...reply, status }
  }

  const answer = (request: Request): Reply | Promise<Reply> => {
    const action = actionAt.get(request.path)
    if (action) return perform(request, action.action, action.locale)
    const filled = formAt.get(formOf(request.path, undefined)[1])
    if (filled) return fillIn(request, filled.form, filled.locale)
    const { method, path, query, headers } = request
    const file = fileByPath.get(path)
    const [form, pagePath] = formOf(path, headers.accept)
    const place = places.get(pagePath)
    if (!file && !place) {
      const shorter = path.replace(/\/+$/, '')
      return places.has(shorter)
        ? movedTo(query === '' ? shorter : `${shorter}?${query}`)
        : apologize(404, request, lostPage)
    }
    if (method !== 'GET' && method !== 'HEAD') return onlyReading(method, 'page')
    if (file) return fileReply(file)
    return place ? show(form, place.page, place.locale) : apologize(404, request, lostPage)
  }

  return {
    question({ path, headers }) {
      if (fileByPath.has(path)) return `file ${path}`
      const [form, page] = formOf(path, headers.accept)
      return `${form} ${page}`
    },
    answer,
    broken: (request, status) => apologize(status, request, brokenPage),
  }
}
