/** The two forms of a page, and which of them a request asks for. */
import { mediaQuality } from '../../http/negotiate.ts'
import { memoize } from '../../kernel/memoize.ts'

export type PageFormat = 'html' | 'markdown'

/** Which form is asked for, by the ending or by Accept, and of which page. */
export function negotiateFormat(
  path: string,
  accept: string | undefined,
): [PageFormat, page: string] {
  if (!path.endsWith('.md')) return [accept === undefined ? 'html' : preferredFormat(accept), path]
  const page = path.slice(0, -'.md'.length)
  if (page === '/index') return ['markdown', '/']
  return ['markdown', page === '/en/index' ? '/en' : page]
}

/** Markdown only for a caller who names it and likes it no less than HTML. */
const preferredFormat = memoize((accept: string): PageFormat => {
  if (!/text\/markdown/i.test(accept)) return 'html'
  const markdown = mediaQuality(accept, 'text/markdown')
  return markdown > 0 && markdown >= mediaQuality(accept, 'text/html') ? 'markdown' : 'html'
})
