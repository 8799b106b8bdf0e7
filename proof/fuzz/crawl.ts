/** Finds all paths and forms by following links. */
import type { ClientResponse } from '../support/server.ts'

export type PageForm = {
  method: string
  action: string
  fields: Record<string, string>
}

export type CrawlResult = {
  /** One path for each pattern, for example `/bookings/{}`. */
  addresses: Map<string, string>
  /** One form for each method and pattern of the action. */
  forms: Map<string, PageForm>
}

export async function crawl(
  get: (address: string) => Promise<ClientResponse>,
  starts: readonly string[],
  maxPages: number,
): Promise<CrawlResult> {
  const result: CrawlResult = { addresses: new Map(), forms: new Map() }
  const queue = [...starts]
  const seen = new Set<string>()
  for (let address = queue.shift(); address !== undefined; address = queue.shift()) {
    const routePattern = routePatternOf(address)
    if (seen.has(routePattern) || seen.size >= maxPages) continue
    seen.add(routePattern)
    const { status, text, headers } = await get(address)
    if (status !== 200) continue
    result.addresses.set(routePattern, address)
    if (!String(headers['content-type']).startsWith('text/html')) continue
    for (const form of findForms(text)) {
      const name = `${form.method} ${routePatternOf(form.action)}`
      if (!result.forms.has(name)) result.forms.set(name, form)
    }
    queue.push(...findLinks(text))
  }
  return result
}

/** The path with generated parts (codes, dates, tokens) replaced, and the sorted names of the query. */
export function routePatternOf(address: string): string {
  const [path = '', query = ''] = (address.split('#')[0] ?? '').split('?')
  const routePattern = path
    .split('/')
    .map((part) => (isGenerated(part) ? '{}' : part))
    .join('/')
  const names = [...new URLSearchParams(query).keys()].sort().join('&')
  return names === '' ? routePattern : `${routePattern}?${names}`
}

function isGenerated(part: string): boolean {
  return /^[A-Z]{3}-/.test(part) || (/\d/.test(part) && !/\.(png|svg|woff2|css|js)$/.test(part))
}

function findLinks(text: string): string[] {
  return [...text.matchAll(/ (?:href|src)="(\/(?!\/)[^"#]*)/g)].map(([, link = '']) =>
    decodeEntities(link),
  )
}

export function findForms(text: string): PageForm[] {
  return [...text.matchAll(/<form([^>]*)>([\s\S]*?)<\/form>/g)].flatMap(
    ([, attributes = '', inside = '']) => {
      const action = decodeEntities(/ action="([^"]*)"/.exec(attributes)?.[1] ?? '')
      const method = / method="post"/i.test(attributes) ? 'POST' : 'GET'
      return action === '' ? [] : [{ method, action, fields: findFields(inside) }]
    },
  )
}

function findFields(inside: string): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [tag, text] of findTags(inside)) {
    const name = attribute(tag, 'name')
    if (name !== '') fields[name] ??= text ?? attribute(tag, 'value')
  }
  return fields
}

function* findTags(inside: string): Generator<[tag: string, text?: string]> {
  for (const [tag] of inside.matchAll(/<(?:input|button) [^>]*>/g)) yield [tag]
  for (const [, tag = ''] of inside.matchAll(/(<textarea [^>]*>)/g)) yield [tag, 'Zqx']
  for (const [, tag = '', options = ''] of inside.matchAll(
    /(<select [^>]*>)([\s\S]*?)<\/select>/g,
  )) {
    const values = [...options.matchAll(/<option [^>]*>/g)].map(([option]) =>
      attribute(option, 'value'),
    )
    yield [tag, values.find((value) => value !== '') ?? '']
  }
}

function attribute(tag: string, name: string): string {
  return decodeEntities(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '')
}

const htmlEntities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }

function decodeEntities(text: string): string {
  return text.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => htmlEntities[name] ?? '')
}
