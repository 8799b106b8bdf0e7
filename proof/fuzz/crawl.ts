/** Every address and every form that pages lead to, as somebody finds them who starts at the door. */
import type { Answer } from '../support/server.ts'

export type Form = {
  method: string
  action: string
  fields: Record<string, string>
}

export type Grounds = {
  /** Addresses by what they have in common: `/bookings/{}`. */
  addresses: Map<string, string>
  /** Forms likewise, by method and action. */
  forms: Map<string, Form>
}

export async function crawl(
  get: (address: string) => Promise<Answer>,
  starts: readonly string[],
  most: number,
): Promise<Grounds> {
  const grounds: Grounds = { addresses: new Map(), forms: new Map() }
  const waiting = [...starts]
  const seen = new Set<string>()
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    const kind = kindOf(address)
    if (seen.has(kind) || seen.size >= most) continue
    seen.add(kind)
    const { status, text, headers } = await get(address)
    if (status !== 200) continue
    grounds.addresses.set(kind, address)
    if (!String(headers['content-type']).startsWith('text/html')) continue
    for (const form of formsIn(text)) {
      const name = `${form.method} ${kindOf(form.action)}`
      if (!grounds.forms.has(name)) grounds.forms.set(name, form)
    }
    waiting.push(...linksIn(text))
  }
  return grounds
}

/** The address without what was made up for one booking, one day, one token. */
export function kindOf(address: string): string {
  const [path = '', query = ''] = (address.split('#')[0] ?? '').split('?')
  const kind = path
    .split('/')
    .map((part) => (isMadeUp(part) ? '{}' : part))
    .join('/')
  const names = [...new URLSearchParams(query).keys()].sort().join('&')
  return names === '' ? kind : `${kind}?${names}`
}

function isMadeUp(part: string): boolean {
  return /^[A-Z]{3}-/.test(part) || (/\d/.test(part) && !/\.(png|svg|woff2|css|js)$/.test(part))
}

export function linksIn(text: string): string[] {
  return [...text.matchAll(/ (?:href|src)="(\/(?!\/)[^"#]*)/g)].map(([, link = '']) => plain(link))
}

export function formsIn(text: string): Form[] {
  return [...text.matchAll(/<form([^>]*)>([\s\S]*?)<\/form>/g)].flatMap(
    ([, attributes = '', inside = '']) => {
      const action = plain(/ action="([^"]*)"/.exec(attributes)?.[1] ?? '')
      const method = / method="post"/i.test(attributes) ? 'POST' : 'GET'
      return action === '' ? [] : [{ method, action, fields: fieldsIn(inside) }]
    },
  )
}

function fieldsIn(inside: string): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [tag, text] of tagsIn(inside)) {
    const name = attribute(tag, 'name')
    if (name !== '') fields[name] ??= text ?? attribute(tag, 'value')
  }
  return fields
}

function* tagsIn(inside: string): Generator<[tag: string, text?: string]> {
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
  return plain(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '')
}

const letters: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }

function plain(text: string): string {
  return text.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => letters[name] ?? '')
}
