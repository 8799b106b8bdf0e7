/** The site: each page in two languages, each as HTML and as Markdown. */
import { readFileSync } from 'node:fs'
import type { Action, Document, Page, SiteForm } from '../../content/document.ts'
import type { Library } from '../../content/library.ts'
import type { Business } from '../../content/shop.ts'
import { fileReply, type ServedFile } from '../../http/file.ts'
import { onlyReading } from '../../http/health.ts'
import type { Reply, Request } from '../../http/message.ts'
import { inBoth, type Locale, locales, localPath } from '../../kernel/locale.ts'
import { emptyForm, type FormDoors, sentForm } from './form-page.ts'
import { type Form, formOf } from './forms.ts'
import { type Frame, layout } from './layout.ts'
import { brokenPage, lostPage } from './lost.ts'
import { renderHtml } from './render-html.ts'
import { movedTo, ownPage, pageReply } from './replies.ts'

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
  actions: readonly Action[]
  forms: readonly SiteForm[]
  doors: FormDoors
}

const style: ServedFile = {
  path: '/site.css',
  type: 'text/css; charset=utf-8',
  body: readFileSync(new URL('./site.css', import.meta.url), 'utf8'),
}

export function createSite(parts: SiteParts): Site {
  const { business, library, navigation, files, actions, forms, doors } = parts
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

  const show = (form: Form, page: Page, locale: Locale): Reply => {
    const body = render(form, page.document(locale), locale, page)
    return pageReply(200, form, locale, body, library.address(page.path, locale))
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
    return ownPage(form, locale, render(form, document, locale))
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
    const body = render(shape, document, locale, form)
    return { ...ownPage(shape, locale, body, library.address(form.path, locale)), status }
  }

  const answer = (request: Request): Reply | Promise<Reply> => {
    const action = actionAt.get(request.path)
    if (action) return perform(request, action.action, action.locale)
    const filled = formAt.get(formOf(request.path, undefined)[1])
    if (filled) return fillIn(request, filled.form, filled.locale)
    const { method, path, query, headers } = request
    const file = fileByPath.get(path)
    const [form, pagePath] = formOf(path, headers.accept)
    const place = library.at(pagePath)
    if (!file && !place) {
      const shorter = path.replace(/\/+$/, '')
      return library.at(shorter)
        ? movedTo(query === '' ? shorter : `${shorter}?${query}`)
        : apologize(404, request, lostPage)
    }
    if (method !== 'GET' && method !== 'HEAD') {
      const reply = onlyReading(method, 'page')
      return { ...reply, headers: { ...file?.headers, ...reply.headers } }
    }
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
