/** Follows all links of a running shop, as a search engine would. */
import type { RunningShop } from './shop.ts'
import { base } from './shop.ts'

export type WalkedPage = { path: string; status: number; headers: Headers; text: string }

export async function walkSite(
  { get }: Pick<RunningShop, 'get'>,
  starts: readonly string[] = ['/'],
): Promise<ReadonlyMap<string, WalkedPage>> {
  const seen = new Map<string, WalkedPage>()
  const waiting = [...starts]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue
    const { status, headers, ...response } = await read(get, path)
    seen.set(path, { path, status, headers, text: response.text })
    if (!isHtml(headers)) continue
    for (const [, href = ''] of response.text.matchAll(/ href="([^"]+)"/g)) {
      const local = href.startsWith(base) ? href.slice(base.length) || '/' : href
      if (local.startsWith('/')) waiting.push(local.split(/[?#]/)[0] ?? '')
    }
  }
  return seen
}

async function read(get: RunningShop['get'], path: string) {
  const response = await get(path)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

export function isHtml(headers: Headers): boolean {
  return headers.get('content-type')?.startsWith('text/html') ?? false
}

/** The paths of all pages in the sitemap. */
export async function sitemapPaths({ get }: Pick<RunningShop, 'get'>): Promise<string[]> {
  const { text } = await read(get, '/sitemap.xml')
  return [...text.matchAll(/<loc>([^<]+)/g)].map(([, address = '']) => new URL(address).pathname)
}

/** The links without a text, a label or a picture with a description. */
export function emptyLinks(html: string): string[] {
  const links = html.matchAll(/<a ([^>]*)>([\s\S]*?)<\/a>/g)
  return [...links].flatMap(([link, attributes = '', inside = '']) => {
    const hasText = inside.replace(/<[^>]*>/g, '').trim() !== ''
    const hasLabel = / aria-label="[^"]/.test(` ${attributes}`) || / alt="[^"]/.test(inside)
    return hasText || hasLabel ? [] : [link]
  })
}

/** The headings without anything below them: the next thing is a heading of the same or a higher level, or the end. */
export function emptyHeadings(html: string): string[] {
  const main = /<main[^>]*>([\s\S]*)<\/main>/.exec(html)?.[1] ?? ''
  const parts = [...main.matchAll(/<h([1-3])[^>]*>([\s\S]*?)<\/h\1>/g)]
  return parts.flatMap((heading, index) => {
    const next = parts[index + 1]
    const between = main.slice(heading.index + heading[0].length, next?.index ?? main.length)
    const hasContent = /<img /.test(between) || between.replace(/<[^>]*>/g, '').trim() !== ''
    const leadsToSection = next !== undefined && Number(next[1]) > Number(heading[1])
    return hasContent || leadsToSection || heading[1] === '1' ? [] : [heading[2] ?? '']
  })
}
