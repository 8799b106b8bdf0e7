/** Addresses that lead to a page under its own address. */
import type { PageIndex } from '../../content/page-index.ts'
import type { Reply, Request } from '../../http/message.ts'
import { seeOther } from '../../http/redirect.ts'
import { locales } from '../../kernel/locale.ts'
import type { MatchedPage } from './dynamic-pages.ts'
import { permanentRedirect } from './replies.ts'

export type Redirects = {
  withoutSlash(path: string, query: string): Reply | undefined
  /**
   * A page under a language that the shop does not write in, or that is its first one, is the same page at the root.
   */
  toLanguage(request: Request, pagePath: string): Reply | undefined
}

export function createRedirects(
  pageIndex: PageIndex,
  findDynamicPage: (path: string) => MatchedPage | undefined,
): Redirects {
  const { languages } = pageIndex
  return {
    withoutSlash(path, query) {
      const shorter = path.replace(/\/+$/, '')
      const isDynamic = findDynamicPage(shorter) !== undefined
      if (!isDynamic && !pageIndex.findByPath(shorter)) return undefined
      return permanentRedirect(query === '' ? shorter : `${shorter}?${query}`, isDynamic)
    },

    toLanguage({ path, query }, pagePath) {
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
    },
  }
}
