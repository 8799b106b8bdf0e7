/** The site: each page in two languages, each as HTML and as Markdown. */
import { readFileSync } from 'node:fs'
import type { Document, Page } from '../../content/document.ts'
import type { Business } from '../../content/shop.ts'
import type { Headers, Reply, Request } from '../../http/message.ts'
import { mediaQuality } from '../../http/negotiate.ts'
import { remember } from '../../http/remember.ts'
import { type Locale, locales, localPath } from '../../kernel/locale.ts'
import { type Frame, layout } from './layout.ts'
import { brokenPage, lostPage } from './lost.ts'
import { renderHtml } from './render-html.ts'
import { renderMarkdown } from './render-markdown.ts'

export type Site = {
  question(request: Request): string | undefined
  answer(request: Request): Reply
  broken(request: Request): Reply
  /** The paths of all pages, in both languages and both forms. */
  paths: readonly string[]
}

/** A file that is served as it is, such as /openapi.json. */
export type SiteFile = { path: string; type: string; body: string }

type Form = 'html' | 'markdown'

type Place = { page: Page; locale: Locale }

const style: SiteFile = {
  path: '/site.css',
  type: 'text/css; charset=utf-8',
  body: readFileSync(new URL('./site.css', import.meta.url), 'utf8'),
}

export function createSite(
  pages: readonly Page[],
  business: Business,
  base: string,
  ownFiles: readonly SiteFile[],
): Site {
  const places = new Map<string, Place>()
  for (const page of pages) {
    for (const locale of locales) places.set(localPath(page.path, locale), { page, locale })
  }
  const files = new Map([style, ...ownFiles].map((file) => [file.path, file]))
  const navigation = pages.filter(({ kind, path }) => kind === 'page' && path !== '/').slice(0, 6)

  const localize = (locale: Locale, origin: string) => (href: string) => {
    const [path = ''] = href.split('#')
    if (!href.startsWith('/')) return href
    const known = places.get(path)?.locale === 'vi'
    return `${origin}${known ? localPath(path, locale) + href.slice(path.length) : href}`
  }

  const frameOf = (locale: Locale, page?: Page): Frame => ({
    locale,
    business,
    navigation: navigation.map((one) => ({
      title: one.document(locale).title,
      href: localPath(one.path, locale),
      current: one === page,
    })),
    home: localPath('/', locale),
    style: style.path,
    ...(page && {
      canonical: `${base}${localPath(page.path, locale)}`,
      markdown: `${base}${markdownPath(localPath(page.path, locale))}`,
      translations: {
        vi: `${base}${localPath(page.path, 'vi')}`,
        en: `${base}${localPath(page.path, 'en')}`,
      },
    }),
  })

  const asHtml = (document: Document, frame: Frame) =>
    layout(frame, document, renderHtml(document.blocks, localize(frame.locale, '')))

  const asMarkdown = (document: Document, frame: Frame, updated?: string) => {
    const facts = [
      ['title', document.title],
      ['description', document.description],
      ...(frame.canonical ? [['canonical_url', frame.canonical]] : []),
      ...(updated ? [['last_updated', updated]] : []),
      ['language', frame.locale],
    ]
    const head = facts.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join('\n')
    const body = renderMarkdown(document.blocks, localize(frame.locale, base))
    return `---\n${head}\n---\n\n# ${document.title}\n\n${body}`
  }

  const show = (
    status: number,
    form: Form,
    document: Document,
    frame: Frame,
    updated?: string,
  ): Reply => ({
    status,
    headers: {
      'Content-Type': form === 'html' ? 'text/html; charset=utf-8' : 'text/markdown; charset=utf-8',
      'Content-Language': frame.locale,
      Vary: 'Accept',
      'Cache-Control': status === 200 ? 'public, max-age=60' : 'no-store',
      ...links(form, frame),
      ...safety,
    },
    body: form === 'html' ? asHtml(document, frame) : asMarkdown(document, frame, updated),
    route: 'page',
  })

  const localeOfPath = (path: string): Locale => (/^\/en(\/|\.|$)/.test(path) ? 'en' : 'vi')

  const answer = (request: Request): Reply => {
    const { method, path } = request
    const file = files.get(path)
    const [form, bare] = formOf(path, request.headers.accept)
    const place = places.get(bare)
    if (!file && !place) {
      const shorter = withoutSlash(path)
      if (shorter !== path && places.has(shorter)) return moved(shorter)
      const locale = localeOfPath(path)
      return show(404, form, lostPage(business, locale), frameOf(locale))
    }
    if (method !== 'GET' && method !== 'HEAD') return wrongMethod(method)
    if (file) return fileReply(file)
    const { page, locale } = place as Place
    const reply = show(200, form, page.document(locale), frameOf(locale, page), page.updated)
    return { ...reply, lasting: true }
  }

  return {
    paths: [...files.keys(), ...[...places.keys()].flatMap((path) => [path, markdownPath(path)])],
    question({ path, headers }) {
      const [form, bare] = formOf(path, headers.accept)
      return `${form} ${bare}`
    },
    answer,
    broken({ path, headers }) {
      const locale = localeOfPath(path)
      const [form] = formOf(path, headers.accept)
      return show(500, form, brokenPage(business, locale), frameOf(locale))
    },
  }
}

const safety: Headers = {
  'Content-Security-Policy':
    "default-src 'none'; img-src 'self' data:; style-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'geolocation=(), camera=(), microphone=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

function links(form: Form, { canonical, markdown }: Frame): Headers {
  if (canonical === undefined) return {}
  return {
    Link:
      form === 'html'
        ? `<${markdown}>; rel="alternate"; type="text/markdown"`
        : `<${canonical}>; rel="canonical"`,
  }
}

function fileReply({ path, type, body }: SiteFile): Reply {
  return {
    status: 200,
    headers: {
      'Content-Type': type,
      'Cache-Control': 'public, max-age=60',
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Content-Type-Options': 'nosniff',
    },
    body,
    lasting: true,
    route: path,
  }
}

function wrongMethod(method: string): Reply {
  const allow = 'GET, HEAD, OPTIONS'
  const status = method === 'OPTIONS' ? 204 : 405
  return { status, headers: { Allow: allow, 'Cache-Control': 'no-store' }, body: '', route: 'page' }
}

function moved(path: string): Reply {
  return {
    status: 308,
    headers: { Location: path, 'Cache-Control': 'public, max-age=60' },
    body: '',
    route: 'page',
  }
}

function withoutSlash(path: string): string {
  return path.replace(/\/+$/, '') || '/'
}

/** The twin's path: the page's with .md, and /index.md for the home. */
function markdownPath(path: string): string {
  if (path === '/' || path === '/en') return `${path === '/' ? '' : path}/index.md`
  return `${path}.md`
}

/** Which form is asked for, by the ending or by Accept, and of which page. */
function formOf(path: string, accept: string | undefined): [Form, string] {
  if (!path.endsWith('.md')) return [accept === undefined ? 'html' : preferredForm(accept), path]
  const bare = path.slice(0, -'.md'.length)
  return ['markdown', /^(\/en)?\/index$/.test(bare) ? bare.slice(0, -'/index'.length) || '/' : bare]
}

/** Markdown only for a caller who names it and likes it no less than HTML. */
const preferredForm = remember((accept: string): Form => {
  if (!/text\/markdown/i.test(accept)) return 'html'
  const markdown = mediaQuality(accept, 'text/markdown')
  return markdown > 0 && markdown >= mediaQuality(accept, 'text/html') ? 'markdown' : 'html'
})
