/** The service on one screen: guests by half hour, who is late, expected and there, what is free, and walk-ins. */
import type { OnlinePause } from '../domain/online-limits/pauses.ts'
import { formatDate, formatShortDate } from '../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { startTimeOf } from '../kernel/time.ts'
import { type EncodedHtml, type Html, html } from '../ui/html.ts'
import type { DeskContext } from './context.ts'
import { floorPath, hasFloorPlan } from './floor-path.ts'
import { formatClock, formatTimestamp } from './labels.ts'
import type { Notice, ScreenPage } from './screen.ts'
import { onlineBookingsPath } from './screens/online-bookings.ts'
import { seatingConflictList } from './seating-conflict-list.ts'
import type { ServiceCache, ServiceRequest } from './service-cache.ts'
import { coverRow } from './tonight-covers.ts'
import { expectedList, freeList, lateList, seatedList, tonightPath } from './tonight-lists.ts'
import { loadTonight, type Tonight } from './tonight-state.ts'
import { doorList, loadWaitlist, proposalNotices } from './waitlist-parts.ts'
import { parseWalkIn, walkInDock } from './walk-in-sheet.ts'

export type ServicePageOptions = { notice: Notice | undefined; status?: number }

/** Also shown after a refused action, with the reason. */
export async function tonightPage(
  context: DeskContext,
  cache: ServiceCache,
  request: ServiceRequest,
  { notice, status }: ServicePageOptions,
): Promise<ScreenPage> {
  const { query, locale } = request
  return {
    title: (context.asksPartySize ? words.tonight : words.today)[locale],
    tab: tonightPath,
    isFullWidth: true,
    notice,
    ...(status !== undefined && { status }),
    body: await cache.renderBody(request, {
      path: tonightPath,
      render: (pauses) => renderLists(context, cache, pauses, locale),
      below: walkInDock(context, tonightPath, parseWalkIn(query)?.size ?? '', locale),
    }),
  }
}

async function renderLists(
  context: DeskContext,
  cache: ServiceCache,
  pauses: readonly OnlinePause[],
  locale: Locale,
): Promise<(Html | EncodedHtml)[]> {
  const [tonight, waitlist] = await Promise.all([
    loadTonight(context, cache),
    loadWaitlist(context),
  ])
  const isOn = tonight.service?.state === 'open'
  return [
    html`${heading(context, tonight, pauses, locale)}
${coverRow(context, tonight, locale)}
${isOn && (await seatingConflictList(context, tonightPath, locale, tonight.state.seated))}
${proposalNotices(context, waitlist, tonightPath, locale, true)}
<div class="tn-columns">
${doorList(context, waitlist, locale)}
${freeList(context, tonight, locale)}
`,
    ...lateList(context, tonight, locale),
    ...expectedList(context, tonight, locale),
    ...seatedList(context, tonight, locale),
    html`</div>`,
  ]
}

function heading(
  context: DeskContext,
  tonight: Tonight,
  pauses: readonly OnlinePause[],
  locale: Locale,
): Html {
  const { service, nowMs } = tonight
  const date = service ? formatShortDate(service.date, locale) : words.closed[locale]
  return html`<header class="tn-head">
<div><h1>${pageTitle(tonight)[locale]}</h1><p>${date} · <b>${formatClock(nowMs)}</b></p></div>
<div class="tn-links">${hasFloorPlan(context) && html`<a class="button" href="${floorPath}">${words.floor[locale]}</a>`}
${onlineLink(pauses, nowMs, locale)}</div>
</header>
${service && service.state !== 'open' && html`<p class="notice note">${stateText(tonight, locale)}</p>`}`
}

function stateText({ service }: Tonight, locale: Locale): string {
  if (!service) return ''
  const opens = startTimeOf(service.period.from)
  if (service.state === 'before') return `${words.before[locale]} ${opens}.`
  const closed = service.closed ? `${service.closed[locale]} ` : `${words.over[locale]} `
  return `${closed}${words.nextService[locale]} ${formatDate(service.date, locale)}, ${opens}.`
}

/** Whether guests can book online now; opens the screen that pauses it and sets the pace. */
function onlineLink([pause]: readonly OnlinePause[], nowMs: number, locale: Locale): Html {
  const text = pause
    ? `${words.paused[locale]} ${formatTimestamp(pause.until, nowMs, locale)}`
    : words.online[locale]
  return html`<a class="button${pause && ' tn-paused'}" href="${onlineBookingsPath}">${text}</a>`
}

/** A service that begins in the afternoon is an evening. */
function pageTitle({ service }: Tonight): LocalizedText {
  if (service?.state === 'later') return words.next
  return service && service.period.from >= 15 * 60 ? words.tonight : words.today
}

const words = {
  tonight: { vi: 'Tối nay', en: 'Tonight' },
  today: { vi: 'Hôm nay', en: 'Today' },
  next: { vi: 'Ca tới', en: 'Next service' },
  floor: { vi: 'Mặt bằng', en: 'Floor plan' },
  closed: { vi: 'Đang nghỉ', en: 'Closed' },
  before: { vi: 'Chưa tới giờ mở cửa: mở lúc', en: 'Not open yet: opens at' },
  over: { vi: 'Hôm nay đã hết giờ.', en: 'Today is over.' },
  nextService: { vi: 'Lần mở cửa tới:', en: 'Next service:' },
  online: { vi: 'Web: đang nhận', en: 'Online: open' },
  paused: { vi: 'Web: ngừng đến', en: 'Online: paused until' },
} satisfies Record<string, LocalizedText>
