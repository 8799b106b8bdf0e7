/** All pages that guests of a shop read, as text: those that links lead to, and those of a booking and of errors. */
import { book } from './booking.ts'
import { samples } from './samples.ts'
import type { RunningShop, TradeName } from './shop.ts'
import { isHtml, walkSite } from './walk-site.ts'

export type GuestPage = { path: string; locale: 'vi' | 'en'; html: string }

/** Pages for those who write programs; no page for guests links to them. */
export const isForPrograms = (path: string): boolean =>
  /^(\/en)?\/(docs|ai|problems|api|mcp)(\/|$)/.test(path) || /\.(md|txt|json|xml)$/.test(path)

export async function readGuestPages(app: RunningShop, trade: TradeName): Promise<GuestPage[]> {
  const { body } = await book(app, samples[trade].request)
  const own = [
    ...samples[trade].steps.map((query) => `/booking?${query}`),
    ...samples[trade].forms,
    `/booking/${body.code}`,
    `/booking/${body.code}/change`,
    '/booking/unknown',
    '/my-booking',
    '/nothing',
  ]
  const walked = await walkSite(app, ['/', '/en'])
  const pages = [...walked.values()]
    .filter(({ path, headers }) => isHtml(headers) && !isForPrograms(path))
    .map(({ path, text }) => toGuestPage(path, text))
  for (const path of own.flatMap((one) => [one, `/en${one}`])) {
    pages.push(toGuestPage(path, await (await app.get(path)).text()))
  }
  return pages
}

function toGuestPage(path: string, html: string): GuestPage {
  return { path, locale: /^\/en(\/|$)/.test(path) ? 'en' : 'vi', html }
}

/** What a guest or a screen reader reads: texts of the body, labels and descriptions of pictures. */
export function readableTextOf(html: string): string {
  const body = html
    .slice(html.indexOf('<body'))
    .replace(/<(script|style|svg)[\s\S]*?<\/\1>/g, ' ')
    .replace(/<input type="hidden"[^>]*>/g, ' ')
  const attributes = [...body.matchAll(/ (?:aria-label|alt|title|placeholder)="([^"]*)"/g)]
  const texts = body
    .replace(/<\/?(?:b|strong|em|span|small|a)\b[^>]*>/g, '')
    .replace(/<[^>]*>/g, '\n')
  return [texts, ...attributes.map(([, text]) => text)].join('\n')
}

/** The links of a part of the page: text and path, without the query. */
export function linksIn(html: string): { text: string; path: string; language?: string }[] {
  return [...html.matchAll(/<a ([^>]*)>([\s\S]*?)<\/a>/g)].map(
    ([, attributes = '', inside = '']) => ({
      text: inside
        .replace(/<[^>]*>/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
      path: (/href="([^"]*)"/.exec(attributes)?.[1] ?? '').split(/[?#]/)[0] ?? '',
    }),
  )
}
