/** What was just done, with its undo: told on the next screen, by its address alone. */

import { bookingByCode } from '../domain/booking/queries.ts'
import { lastUndoable } from '../domain/booking/undo.ts'
import { plainCode, showCode } from '../kernel/booking-code.ts'
import type { Words } from '../kernel/locale.ts'
import { html } from '../ui/html.ts'
import { actButton, bookingPath } from './components.ts'
import type { DeskParts } from './context.ts'
import { actionWords } from './labels.ts'
import type { Notice, Visit } from './screen.ts'

/** The address of a screen that shall tell what was done with a booking. */
export function withDid(path: string, did: string, code: string): string {
  const [before, anchor] = path.split('#')
  const mark = before?.includes('?') ? '&' : '?'
  return `${before}${mark}did=${did}&of=${showCode(plainCode(code))}${anchor === undefined ? '' : `#${anchor}`}`
}

export async function didNotice(
  parts: DeskParts,
  { query, locale, request }: Visit,
): Promise<Notice | undefined> {
  const [did, code] = [query.get('did'), query.get('of')]
  if (did === null || code === null) return undefined
  const booking = await bookingByCode(parts.store.read, code, parts.now())
  const last = booking && (await lastUndoable(parts.store.read, booking.id))
  // A move to another place at the same time has a word of its own.
  const done = did === 'moved' && last?.action === 'rearranged' ? last.action : did
  const action = Object.hasOwn(actionWords, done) ? actionWords[done] : undefined
  if (!booking || !action) return undefined
  return {
    tone: 'good',
    body: html`<p>${words.done[locale]} ${action[locale]}: <a href="${bookingPath(booking)}">${booking.name}, ${booking.time}</a></p>
${last?.action === done && actButton(booking, 'undo', words.undo[locale], { tone: 'undo', next: nextOf(request.path, query) })}`,
  }
}

/** Back to where the undo was pressed. */
function nextOf(path: string, query: URLSearchParams): string {
  const date = query.get('date')
  return date === null ? path : `${path}?date=${encodeURIComponent(date)}`
}

const words = {
  done: { vi: 'Đã', en: 'Done:' },
  undo: { vi: 'Hoàn tác', en: 'Undo' },
} satisfies Record<string, Words>
