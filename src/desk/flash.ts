/**
 * Flash message: after a redirect the next screen shows the last action with an undo button. Its data is in
 * the query string.
 */
import { bookingAction, bookingCommands, isBookingAction } from '../domain/booking/action-rules.ts'
import type { BookingActionName } from '../domain/booking/actions.ts'
import { findBlock, findBookingByCode } from '../domain/booking/queries.ts'
import type { BookingView } from '../domain/booking/rows.ts'
import { findPossibleUndo } from '../domain/booking/undo.ts'
import { formatCode, normalizeCode } from '../kernel/booking-code.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { html } from '../ui/html.ts'
import { formatReason } from './absence-form.ts'
import { actionButton, bookingUrl, formatResources } from './booking-components.ts'
import { postButton } from './components.ts'
import type { DeskContext } from './context.ts'
import { formatClock } from './labels.ts'
import { paceWarning } from './pace-warning.ts'
import { sameDayWarning } from './same-day-warning.ts'
import type { Notice, ScreenRequest } from './screen.ts'

/** The URL of a screen that shows this action on a booking. */
export function withFlash(path: string, action: BookingActionName, code: string): string {
  const [before, anchor] = path.split('#')
  const separator = before?.includes('?') ? '&' : '?'
  const flash = `did=${action}&of=${formatCode(normalizeCode(code))}`
  return `${before}${separator}${flash}${anchor === undefined ? '' : `#${anchor}`}`
}

export async function flashNotice(
  context: DeskContext,
  { query, locale, request }: ScreenRequest,
): Promise<Notice | undefined> {
  const blockId = query.get('block')
  if (blockId !== null)
    return blockNotice(context, blockId, pathWithoutFlash(request.path, query), locale)
  const [flashAction, code] = [query.get('did'), query.get('of')]
  if (flashAction === null || code === null) return undefined
  if (!isBookingAction(flashAction)) return undefined
  const booking = await findBookingByCode(context.store.read, code, context.now())
  if (!booking) return undefined
  const last = await findPossibleUndo(context.store.read, booking.id, context.now())
  // A move to another place at the same time is recorded as another action.
  const done = flashAction === 'moved' && last?.action === 'rearranged' ? last.action : flashAction
  const { label } = bookingAction(done)
  const place = placedActions.has(done) ? describePlace(context, booking, locale) : ''
  const link = html`<a href="${bookingUrl(booking)}">${booking.name}, ${booking.time}</a>${place}`
  const undo = () =>
    actionButton(booking, 'undo', bookingCommands.undo.button[locale], {
      tone: 'undo',
      next: pathWithoutFlash(request.path, query),
    })
  return {
    tone: 'good',
    body: html`<p>${words.done[locale]} ${label[locale]}: ${link}</p>
${placingActions.has(done) && (await paceWarning(context, booking, locale))}
${done === 'admitted' && (await sameDayWarning(context, booking, locale))}
${last?.action === done && undo()}`,
  }
}

/** A break or block that was entered a moment ago. */
async function blockNotice(
  context: DeskContext,
  id: string,
  next: string,
  locale: Locale,
): Promise<Notice | undefined> {
  const block = await findBlock(context.store.read, id)
  if (!block) return undefined
  const place = formatResources(context, [block.resource], locale)
  const time = `${formatClock(block.starts_at)}–${formatClock(block.ends_at)}`
  return {
    tone: 'good',
    body: html`<p>${formatReason(block.reason, locale)}: ${place}, ${time}</p>
${postButton('/break/undo', words.undo[locale], { tone: 'undo', fields: { id, next } })}`,
  }
}

/** Actions after which more guests than before may begin in an interval. */
const placingActions: ReadonlySet<string> = new Set(['admitted', 'confirmed', 'moved'])

/** Actions after which staff lead the guests to their place. */
const placedActions: ReadonlySet<string> = new Set(['admitted', 'seated', 'delayed', 'rearranged'])

/** ": Nhà 1, đến 20:15" */
function describePlace(context: DeskContext, booking: BookingView, locale: Locale): string {
  const { assignment, ends_at } = booking
  const place = formatResources(context, context.shop.booking.resourcesOf(assignment), locale)
  if (place === '') return ''
  return `: ${place}, ${words.until[locale]} ${formatClock(ends_at)}`
}

/** The screen on which the undo button is shown, with its day or filter. */
function pathWithoutFlash(path: string, query: URLSearchParams): string {
  const others = new URLSearchParams(query)
  for (const name of flashFields) others.delete(name)
  return others.size === 0 ? path : `${path}?${others}`
}

const flashFields = ['did', 'of', 'failed', 'waitlisted']

const words = {
  done: { vi: 'Đã', en: 'Done:' },
  undo: { vi: 'Hoàn tác', en: 'Undo' },
  until: { vi: 'đến', en: 'until' },
} satisfies Record<string, LocalizedText>
