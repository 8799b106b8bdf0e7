/** The history of a booking or request, and the messages that were sent about it. */
import { actionOfEvent } from '../../domain/booking/action-rules.ts'
import type { BookingActionName } from '../../domain/booking/actions.ts'
import { type HistoryEntry, loadHistory } from '../../domain/booking/queries.ts'
import type { BookingView } from '../../domain/booking/rows.ts'
import { formatGuestCount } from '../../domain/messages/format.ts'
import { findDeliveries } from '../../domain/outbox/delivery-log.ts'
import type { RequestActionName } from '../../domain/privacy/request-action-labels.ts'
import { formatCode } from '../../kernel/booking-code.ts'
import { recordOnlyActions } from '../../kernel/lifecycle.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import { type Html, html } from '../../ui/html.ts'
import { formatResources } from '../booking-components.ts'
import { disclosure } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { actionLabel, channelLabel, formatTimestamp } from '../labels.ts'
import { formatRules } from '../refusal.ts'

export async function renderHistory(
  context: DeskContext,
  subject: string,
  locale: Locale,
): Promise<Html> {
  return historyList(context, subject, await loadHistory(context.store.read, subject), locale)
}

/** Folded away; nothing if nothing has happened. */
export async function historyDisclosure(
  context: DeskContext,
  subject: string,
  locale: Locale,
): Promise<Html | undefined> {
  const rows = await loadHistory(context.store.read, subject)
  if (rows.length === 0) return undefined
  return disclosure(words.history[locale], await historyList(context, subject, rows, locale))
}

async function historyList(
  context: DeskContext,
  subject: string,
  rows: readonly HistoryEntry[],
  locale: Locale,
): Promise<Html> {
  const lines = await Promise.all(rows.map((row) => historyLine(context, subject, row, locale)))
  return html`<ol class="history">${lines}</ol>`
}

async function historyLine(
  context: DeskContext,
  subject: string,
  row: HistoryEntry,
  locale: Locale,
): Promise<Html> {
  const time = formatTimestamp(row.at, context.now(), locale)
  const actor = await context.actorName(row.actor, locale)
  const label = actionLabel(subject, row.action, locale)
  const action = `${label}${formatDetail(subject, row, locale)}${formatDecisions(context, row, locale)}`
  return html`<li><time>${time}</time> <b>${actor}</b> ${action}</li>`
}

function formatDetail(subject: string, { action, facts }: HistoryEntry, locale: Locale): string {
  if (action === 'pace_set') return `: ${formatLimits(facts, locale)}`
  const { from, to, undone, times, deposit, receipt, without, at_closing } = facts
  if (facts.deposit_returned !== undefined)
    return `; ${actionLabel(subject, 'deposit_returned' satisfies BookingActionName, locale)}`
  if (from !== undefined && to !== undefined && from !== to) return `: ${from} → ${to}`
  if (times !== undefined) return `: ${times}`
  if (undone !== undefined) return `: ${actionLabel(subject, String(undone), locale)}`
  if (at_closing !== undefined) return `: ${words.atClosing[locale]}`
  if (without !== undefined) return `: ${words.withoutErased[locale]}`
  if (receipt !== undefined) return `: ${receipt}`
  if (deposit === undefined) return ''
  const amount = formatMoney(Number(deposit), locale)
  // A no-break space keeps the currency sign on the line of the amount.
  return `: ${amount.replace(' ', '\u00A0')}`
}

/** "20 khách, 5 lượt / 30′" */
function formatLimits(
  { minutes, guests, bookings }: HistoryEntry['facts'],
  locale: Locale,
): string {
  const limits = [
    ...(guests === null ? [] : [formatGuestCount(Number(guests), locale)]),
    ...(bookings === null ? [] : [`${bookings} ${words.bookings[locale]}`]),
  ]
  return limits.length === 0 ? words.noLimit[locale] : `${limits.join(', ')} / ${minutes}′`
}

/** What staff decided with the action: the places, the party, the end, and the rules that they set aside. */
function formatDecisions(
  context: DeskContext,
  { at, facts }: HistoryEntry,
  locale: Locale,
): string {
  const { overrode, until, party, place, swapped, by, offer, transfer } = facts
  const places =
    place === undefined ? '' : formatResources(context, String(place).split(','), locale)
  const parts = [
    ...(by === 'guest' ? [words.byGuest[locale]] : []),
    ...(by === 'shop' ? [words.byShop[locale]] : []),
    ...(offer === undefined ? [] : [context.offerName(String(offer))[locale]]),
    ...(party === undefined ? [] : [formatGuestCount(Number(party), locale)]),
    ...(places === '' ? [] : [places]),
    ...(transfer === undefined ? [] : [`${words.transfer[locale]} ${transfer}`]),
    ...(until === undefined ? [] : [`${words.until[locale]} ${formatEnd(until, at, locale)}`]),
    ...(swapped === undefined ? [] : [`${words.swapped[locale]} ${formatCode(String(swapped))}`]),
    ...(overrode === undefined
      ? []
      : [`${words.overrode[locale]} ${formatRules(String(overrode).split(','), locale)}`]),
  ]
  return parts.length === 0 ? '' : ` (${parts.join('; ')})`
}

/** Of a stay as it was entered, of a pause in milliseconds. */
function formatEnd(until: HistoryEntry['facts'][string], at: number, locale: Locale): string {
  return typeof until === 'number' ? formatTimestamp(until, at, locale) : String(until)
}

/** The messages about a booking, with their channels and delivery states. */
export async function deliveryHistory(
  context: DeskContext,
  { id }: BookingView,
  locale: Locale,
): Promise<Html | undefined> {
  const { store, now } = context
  const subject = `booking:${id}`
  const rows = await findDeliveries(store, subject)
  const shown = rows.filter(({ state }) => state !== 'dropped')
  if (shown.length === 0) return undefined
  const lines = shown.map(({ channel, kind, state, updated_at, fault }) => {
    const time = formatTimestamp(updated_at, now(), locale)
    const label = channelLabel(context, channel, locale)
    const action = actionLabel(subject, actionOfEvent(kind) ?? kind, locale)
    const stateText = words[state === 'sent' || state === 'dead' ? state : 'waiting'][locale]
    const error = fault !== null && state !== 'sent' && ` (${fault})`
    return html`<li><time>${time}</time> <b>${label}</b> ${action}: ${stateText}${error}</li>`
  })
  const title = `${words.deliveries[locale]} (${lines.length})`
  return disclosure(title, html`<ol class="history">${lines}</ol>`)
}

/** Actions that do not conflict with changes of staff. */
const ignoredActions: ReadonlySet<string> = new Set<string>([
  'handed_over' satisfies RequestActionName,
  ...recordOnlyActions,
])

/** The last change, for a staff member whose own change came too late. */
export async function describeLastChange(
  context: DeskContext,
  subject: string,
  locale: Locale,
): Promise<string> {
  const rows = await loadHistory(context.store.read, subject)
  const last = rows.findLast(({ action }) => !ignoredActions.has(action))
  if (!last) return ''
  const actor = await context.actorName(last.actor, locale)
  const action = actionLabel(subject, last.action, locale)
  const time = formatTimestamp(last.at, context.now(), locale)
  return `${actor} ${words.already[locale]} ${action} (${time}).`
}

const words = {
  history: { vi: 'Lịch sử', en: 'History' },
  bookings: { vi: 'lượt', en: 'bookings' },
  noLimit: { vi: 'không giới hạn', en: 'no limit' },
  byGuest: { vi: 'khách báo huỷ', en: 'by the guest' },
  byShop: { vi: 'tiệm huỷ', en: 'by the shop' },
  transfer: { vi: 'giao dịch', en: 'transfer' },
  until: { vi: 'tới', en: 'until' },
  swapped: { vi: 'đổi với', en: 'swapped with' },
  overrode: { vi: 'bỏ qua:', en: 'set aside:' },
  atClosing: { vi: 'tới giờ đóng cửa', en: 'closing time' },
  withoutErased: {
    vi: 'bỏ số hoặc email của một khách đã được xoá',
    en: 'the phone or email of an erased guest was removed',
  },
  already: { vi: 'vừa', en: 'has just' },
  deliveries: { vi: 'Tin tự động', en: 'Automatic messages' },
  sent: { vi: 'đã gửi', en: 'sent' },
  waiting: { vi: 'chờ gửi', en: 'waiting' },
  dead: { vi: 'không gửi được', en: 'not delivered' },
} satisfies Record<string, LocalizedText>
