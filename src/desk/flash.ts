/** What was just done, with its undo: told on the next screen, by its address alone. */

import { findBookingByCode } from '../domain/booking/queries.ts'
import { findLastUndoable } from '../domain/booking/undo.ts'
import { formatCode, normalizeCode } from '../kernel/booking-code.ts'
import type { LocalizedText } from '../kernel/locale.ts'
import { html } from '../ui/html.ts'
import { actionButton, bookingUrl } from './components.ts'
import type { DeskContext } from './context.ts'
import { actionLabels } from './labels.ts'
import type { Notice, ScreenRequest } from './screen.ts'

/** The address of a screen that shall tell what was done with a booking. */
export function withFlash(path: string, action: string, code: string): string {
  const [before, anchor] = path.split('#')
  const separator = before?.includes('?') ? '&' : '?'
  return `${before}${separator}did=${action}&of=${formatCode(normalizeCode(code))}${anchor === undefined ? '' : `#${anchor}`}`
}

export async function flashNotice(
  context: DeskContext,
  { query, locale, request }: ScreenRequest,
): Promise<Notice | undefined> {
  const [flashAction, code] = [query.get('did'), query.get('of')]
  if (flashAction === null || code === null) return undefined
  const booking = await findBookingByCode(context.store.read, code, context.now())
  const last = booking && (await findLastUndoable(context.store.read, booking.id))
  // A move to another place at the same time has a word of its own.
  const done = flashAction === 'moved' && last?.action === 'rearranged' ? last.action : flashAction
  const action = Object.hasOwn(actionLabels, done) ? actionLabels[done] : undefined
  if (!booking || !action) return undefined
  return {
    tone: 'good',
    body: html`<p>${words.done[locale]} ${action[locale]}: <a href="${bookingUrl(booking)}">${booking.name}, ${booking.time}</a></p>
${last?.action === done && actionButton(booking, 'undo', words.undo[locale], { tone: 'undo', next: pathWithoutFlash(request.path, query) })}`,
  }
}

/** Back to where the undo was pressed. */
function pathWithoutFlash(path: string, query: URLSearchParams): string {
  const date = query.get('date')
  return date === null ? path : `${path}?date=${encodeURIComponent(date)}`
}

const words = {
  done: { vi: 'Đã', en: 'Done:' },
  undo: { vi: 'Hoàn tác', en: 'Undo' },
} satisfies Record<string, LocalizedText>
