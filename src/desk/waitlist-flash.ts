/** What was just done on the waitlist, with its undo, on the screen that follows. */
import { findPlaceOffer } from '../domain/booking/place-offer/rows.ts'
import { findEntry, type WaitlistEntry } from '../domain/waitlist/rows.ts'
import { entryAsOwner } from '../domain/waitlist/transitions.ts'
import { formatCode } from '../kernel/booking-code.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { type Html, html } from '../ui/html.ts'
import { postButton } from './components.ts'
import type { DeskContext } from './context.ts'
import type { Notice } from './screen.ts'
import { deskWaitlistPath } from './waitlist-parts.ts'

const doneActions = ['entered', 'removed', 'declined', 'withdrawn'] as const

type DoneAction = (typeof doneActions)[number]

/** The address of a screen that shows this; `offerId` of the place that was declined or withdrawn. */
export function withWaitlistFlash(
  path: string,
  action: DoneAction,
  code: string,
  offerId = '',
): string {
  const [before = '', anchor] = path.split('#')
  const flash = new URLSearchParams({
    waitlisted: `${action} ${formatCode(code)} ${offerId}`.trim(),
  })
  const separator = before.includes('?') ? '&' : '?'
  return `${before}${separator}${flash}${anchor === undefined ? '' : `#${anchor}`}`
}

/** `next`: the screen, to which undo returns. */
export async function waitlistNotice(
  { store }: DeskContext,
  query: URLSearchParams,
  next: string,
  locale: Locale,
): Promise<Notice | undefined> {
  const [action, code = '', offerId = ''] = query.get('waitlisted')?.split(' ') ?? []
  const done = doneActions.find((one) => one === action)
  const entry = done && (await findEntry(store.read, code))
  if (!entry) return undefined
  const offer = offerId === '' ? undefined : await findPlaceOffer(store.read, offerId)
  const place = offer?.owner === entryAsOwner(entry) ? offer : undefined
  const text = `${words[done][locale]} ${entry.name}${place ? `, ${place.time}` : ''}`
  return { tone: 'good', body: html`<p>${text}</p>${undoButton(entry, done, place, next, locale)}` }
}

/** An offer that was withdrawn or declined by mistake is made again. */
function undoButton(
  entry: WaitlistEntry,
  done: DoneAction,
  place: { date: string; time: string } | undefined,
  next: string,
  locale: Locale,
): Html | undefined {
  const path = `${deskWaitlistPath}/${formatCode(entry.code)}`
  const button = (command: string, fields: Record<string, string>) =>
    postButton(`${path}/${command}`, words.undo[locale], { tone: 'undo', fields })
  const isWaiting = entry.status === 'waiting'
  if (done === 'removed' && entry.status === 'left') return button('back', { next })
  if (done === 'entered' && isWaiting) return button('remove', { next })
  if (place && isWaiting) return button('offer', { date: place.date, time: place.time, next })
  return undefined
}

const words = {
  entered: { vi: 'Đã ghi vào danh sách chờ:', en: 'Added to the waitlist:' },
  removed: { vi: 'Đã bỏ khỏi danh sách:', en: 'Removed from the list:' },
  declined: { vi: 'Đã ghi khách không nhận chỗ:', en: 'Recorded that the guest declines:' },
  withdrawn: { vi: 'Đã rút lời mời:', en: 'The offer was withdrawn:' },
  undo: { vi: 'Hoàn tác', en: 'Undo' },
} satisfies Record<string, LocalizedText>
