/** Every page of the site as a resource; its URI is the URL of its Markdown version. */
import { type Page, pageHead } from '../../content/document.ts'
import type { PageIndex } from '../../content/page-index.ts'
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import { localPath } from '../../kernel/locale.ts'
import type { ResultCache } from '../../kernel/result-cache.ts'
import { type Clock, minute } from '../../kernel/time.ts'
import { toBinaryString } from '../../mcp/binary-string.ts'
import type { ResourceContent, Resources } from '../../mcp/definition.ts'

const mimeType = 'text/markdown'

export function pageResources(
  pageIndex: PageIndex,
  resultCache: ResultCache,
  now: Clock,
): Resources {
  const pages = pageIndex.pages.filter(({ kind }) => kind !== 'problem')
  const { languages } = pageIndex
  const everyPage = languages.flatMap((locale) =>
    pages.map((page) => ({ page, locale, uri: pageIndex.addresses(page.path, locale).markdown })),
  )
  const byUri = new Map(everyPage.map((one) => [one.uri, one]))
  return {
    list: everyPage.map(({ page, locale, uri }) => {
      const { title, description } = pageHead(page, locale)
      return {
        uri,
        name: localPath(page.path, locale, languages),
        title,
        description,
        mimeType,
        ...(page.updated !== undefined && {
          annotations: { lastModified: `${page.updated}T00:00:00+07:00` },
        }),
      }
    }),
    templates: pageGroups(pageIndex).flatMap(({ parent, pages: [first] }) =>
      languages.map((locale) => {
        const parentPage = pageIndex.findPage(parent)
        const title = parentPage ? pageHead(parentPage, locale).title : parent
        const { markdown } = pageIndex.addresses(`${parent}/{id}`, locale)
        return {
          uriTemplate: markdown,
          name: `${localPath(parent, locale, languages)}/{id}`,
          title,
          description: `One page of “${title}” by its id, such as ${idOf(first)}.`,
          mimeType,
        }
      }),
    ),
    read(uri) {
      const entry = byUri.get(uri)
      if (!entry) return undefined
      const { page, locale } = entry
      const key = `resource ${uri} ${page.isDynamic ? Math.floor(now() / minute) : ''}`
      const json = resultCache.get(key, () => {
        const text = pageIndex.renderPage(page.document(locale), locale, page)
        const contents: ResourceContent[] = [{ uri, mimeType, text }]
        return toBinaryString(JSON.stringify({ contents }))
      })
      return { json }
    },
  }
}

/** Completions of the parameter of a template. */
export function templateCompletions(
  pageIndex: PageIndex,
): (template: string, typed: string) => string[] {
  const idsByTemplate = new Map(
    pageGroups(pageIndex).flatMap(({ parent, pages }) =>
      pageIndex.languages.map((locale) => [
        pageIndex.addresses(`${parent}/{id}`, locale).markdown,
        pages.map(idOf),
      ]),
    ),
  )
  return (template, typed) => {
    const start = foldDiacritics(typed)
    return (idsByTemplate.get(template) ?? []).filter((id) => id.startsWith(start))
  }
}

type Group = { parent: string; pages: readonly [Page, ...Page[]] }

/** Offers and articles by their parent page. */
function pageGroups({ pages }: PageIndex): Group[] {
  const single = pages.filter(({ kind }) => kind === 'offer' || kind === 'article')
  return [...Map.groupBy(single, ({ path }) => path.slice(0, path.lastIndexOf('/')))].map(
    ([parent, group]) => ({ parent, pages: group as [Page, ...Page[]] }),
  )
}

function idOf({ path }: Page): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
