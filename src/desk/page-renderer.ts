/** Renders pages within the layout, for signed-in staff and for pages without sign-in. */
import { countWaitingTransfers } from '../domain/bank/list.ts'
import { countBookingsAwaitingStaff } from '../domain/booking/queries.ts'
import { countUrgent } from '../domain/privacy/data-requests.ts'
import { roles } from '../domain/staff/member.ts'
import type { Member } from '../domain/staff/staff.ts'
import { findWaitlistProposals } from '../domain/waitlist/proposals.ts'
import type { Reply } from '../http/message.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { toIsoString } from '../kernel/time.ts'
import { type EncodedHtml, type Html, html } from '../ui/html.ts'
import { contentPath } from './content-path.ts'
import type { DeskContext } from './context.ts'
import { shopPath } from './editor/paths.ts'
import { type LayoutOptions, renderPage } from './layout.ts'
import { screenReply } from './replies.ts'
import type { ScreenPage, ScreenRequest } from './screen.ts'
import { contentNotice } from './screens/content.ts'
import { ownerNotices } from './screens/owner-notices.ts'
import { setupLine } from './setup/setup-line.ts'
import { createMainTabs, type Tab } from './tabs.ts'
import { hasTransfers, transfersPath } from './transfers-path.ts'
import { createUnchangedCache } from './unchanged-cache.ts'
import { deskWaitlistPath } from './waitlist-parts.ts'

export type RenderSignedOut = (page: ScreenPage, locale: Locale, route: string) => Reply

type PageRenderer = {
  renderSignedOut: RenderSignedOut
  renderSignedIn(page: ScreenPage, screenRequest: ScreenRequest, route: string): Promise<Reply>
}

export function createPageRenderer(
  context: DeskContext,
  tabs: readonly Tab[],
  filePaths: readonly string[],
): PageRenderer {
  const { shop, store, now } = context
  const shared = {
    mainTabs: createMainTabs(context),
    shopName: shop.business.name,
    logoPath: filePaths.find((path) => path.startsWith('/favicon.')),
    fonts: filePaths.filter((path) => path.startsWith('/fonts/')),
  }
  const renderCached = createPageCache()
  const counts = createUnchangedCache<Counts>(context, roles.length)
  const notices = createUnchangedCache<{ html: Html | undefined }>(context, maxNotices)

  return {
    renderSignedOut(page, locale, route) {
      const options: LayoutOptions = {
        ...shared,
        locale,
        tabs: [],
        waitingCount: 0,
        urgentCounts: {},
        lastEventId: '',
        renderedAt: '',
        quickEntryExample: '',
      }
      return screenReply(page.status ?? 200, locale, renderPage(options, page), route)
    },
    async renderSignedIn(page, screenRequest, route) {
      const { locale, member, lastEventId } = screenRequest
      const isOwner = member.role === 'owner'
      const hasContentNotice = isOwner && page.tab !== contentPath
      const tab = page.tab ?? '/'
      const [{ waitingCount, urgentCounts }, ownerNotice] = await Promise.all([
        counts.load(screenRequest, [member.role], async () => ({
          waitingCount: page.waitingCount ?? (await countBookingsAwaitingStaff(store.read, now())),
          urgentCounts: await loadUrgentCounts(context, member),
        })),
        notices.load(screenRequest, [member.id, member.role, tab, locale], async () => ({
          html: await ownerNotices(context, member, tab, locale),
        })),
      ])
      const options: LayoutOptions = {
        ...shared,
        locale,
        tabs,
        member: { id: member.id, name: member.name, isOwner },
        waitingCount,
        urgentCounts,
        lastEventId,
        renderedAt: toIsoString(now()).slice(11, 16),
        quickEntryExample: shop.booking.quickEntryExample[locale],
        banner: html`${context.isDemo && html`<p class="demo-mark">${demoText[locale]}</p>`}
${hasContentNotice && contentNotice(context.content, locale)}
${isOwner && page.tab !== shopPath && setupLine(context, locale)}
${ownerNotice.html}`,
      }
      const rendered = renderCached(options, page)
      return screenReply(page.status ?? 200, locale, rendered.html, route, rendered.encodedBodies)
    },
  }
}

/** More members and tabs than are in use in the same minute. */
const maxNotices = 50

type Counts = Pick<LayoutOptions, 'waitingCount' | 'urgentCounts'>

type RenderedPage = { html: Html | EncodedHtml; encodedBodies: Map<string, Buffer> }

/** A screen that keeps its body has the same page again, unless something beside the body has changed. */
function createPageCache(): (options: LayoutOptions, page: ScreenPage) => RenderedPage {
  const pages = new WeakMap<
    Html | EncodedHtml,
    Map<string, { key: string; rendered: RenderedPage }>
  >()
  return (options, page) => {
    const { locale, member, waitingCount, urgentCounts, lastEventId, renderedAt, banner } = options
    const key = JSON.stringify([
      ...[locale, member, waitingCount, urgentCounts, lastEventId, renderedAt, banner],
      { ...page, body: undefined },
    ])
    const ofBody =
      pages.get(page.body) ?? new Map<string, { key: string; rendered: RenderedPage }>()
    const known = ofBody.get(member?.id ?? '')
    if (known?.key === key) return known.rendered
    const rendered = { html: renderPage(options, page), encodedBodies: new Map() }
    pages.set(page.body, ofBody.set(member?.id ?? '', { key, rendered }))
    return rendered
  }
}

const demoText: LocalizedText = {
  vi: 'Bản demo: dữ liệu không có thật.',
  en: 'Demo: all data is invented.',
}

/** The number of urgent items by the path of their tab. Those about the data of guests are for owners. */
export async function loadUrgentCounts(
  context: DeskContext,
  { role }: Member,
): Promise<LayoutOptions['urgentCounts']> {
  const { store, bookingContext, now } = context
  const [proposals, transfers, guestData] = await Promise.all([
    findWaitlistProposals(store.read, bookingContext, now()),
    hasTransfers(context) ? countWaitingTransfers(store.read, now()) : undefined,
    role === 'owner' ? countUrgent(store.read, now()) : undefined,
  ])
  return {
    ...(proposals.length > 0 && { [deskWaitlistPath]: proposals.length }),
    ...(transfers !== undefined && { [transfersPath]: transfers }),
    ...(guestData !== undefined && { '/guest-data': guestData }),
  }
}
