/**
 * What a service screen keeps between its views. After every action all open desks load the screen again: the first of
 * them reads and renders only the bookings that have changed, and the others get the same page.
 */
import type { OnlinePause } from '../domain/online-limits/pauses.ts'
import type { Locale } from '../kernel/locale.ts'
import { type EncodedHtml, type Html, html, joinEncoded } from '../ui/html.ts'
import type { DeskContext } from './context.ts'
import { createRowCache } from './row-cache.ts'
import type { ScreenRequest } from './screen.ts'
import { hasSheet, sheetSlot } from './sheet-slot.ts'
import type { KnownBookings } from './tonight-state.ts'
import { createUnchangedCache } from './unchanged-cache.ts'

export type ServiceRequest = Pick<ScreenRequest, 'query' | 'locale' | 'dataVersion'>

/** For the page after a refusal, which shows what has changed since the request was received. */
export function refusedRequest(locale: Locale): ServiceRequest {
  return { query: new URLSearchParams(), locale, dataVersion: undefined }
}

export type ServiceCache = KnownBookings & {
  renderBody(request: ServiceRequest, screen: ServiceScreen): Promise<EncodedHtml>
}

type ServiceScreen = {
  path: string
  /** The lists or the plan, which are the same for all queries. */
  render(pauses: readonly OnlinePause[]): Promise<readonly (Html | EncodedHtml)[]>
  below?: Html
}

type Part = {
  html: EncodedHtml
  /** When the first pause that it shows ends. */
  untilMs: number
}

/** Both languages, with and without the notice of an action. */
const maxParts = 8

export function createServiceCache(context: DeskContext): ServiceCache {
  const parts = createUnchangedCache<Part>(context, maxParts)

  const renderShared = async ({ render }: ServiceScreen): Promise<Part> => {
    const pauses = await context.onlinePauses.list()
    return {
      html: joinEncoded(await render(pauses)),
      untilMs: Math.min(...pauses.map(({ until }) => until)),
    }
  }

  return {
    bookings: new Map(),
    rows: createRowCache(),
    async renderBody(request, screen) {
      const { query, locale } = request
      const load = (name: string, create: () => Promise<Part>) =>
        parts.load(request, [name, locale], create, ({ untilMs }) => untilMs)
      const create = async (): Promise<Part> => {
        const shared = await load('shared', () => renderShared(screen))
        const sheet = await sheetSlot(context, query, { path: screen.path, locale })
        const after = html`\n${screen.below}\n${sheet}\n</div>`
        return { ...shared, html: joinEncoded([bodyStart, shared.html, after]) }
      }
      // The form of a sheet has an id of its own each time.
      const body = hasSheet(query) ? await create() : await load('body', create)
      return body.html
    },
  }
}

const bodyStart = html`<div class="tonight">\n`
