/** Content negotiation between the HTML and the Markdown format of a page. */
import { mediaQuality } from '../../http/negotiate.ts'
import { memoize } from '../../kernel/memoize.ts'

export type PageFormat = 'html' | 'markdown'

/** The requested format, by the suffix or the Accept header. */
export function negotiateFormat(path: string, accept: string | undefined): PageFormat {
  if (path.endsWith('.md')) return 'markdown'
  return accept === undefined ? 'html' : preferredFormat(accept)
}

/** The path of a page without the suffix of its Markdown format. */
export function pagePathOf(path: string): string {
  if (!path.endsWith('.md')) return path
  const page = path.slice(0, -'.md'.length)
  if (page === '/index') return '/'
  return /^\/(vi|en)\/index$/.test(page) ? page.slice(0, 3) : page
}

/** Markdown only if the client names it and does not prefer HTML. */
const preferredFormat = memoize((accept: string): PageFormat => {
  if (!/text\/markdown/i.test(accept)) return 'html'
  const markdown = mediaQuality(accept, 'text/markdown')
  return markdown > 0 && markdown >= mediaQuality(accept, 'text/html') ? 'markdown' : 'html'
})
