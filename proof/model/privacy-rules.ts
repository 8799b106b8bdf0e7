/** What must be kept of a guest and what must go, from what guests are promised. */

import type { Step } from './commands.ts'
import { erased } from './guest-fixtures.ts'
import {
  type Book,
  type Booked,
  type Given,
  type Refusal,
  type Registered,
  refuse,
  startOf,
  statusNow,
} from './shop-model.ts'
import { acts } from './staff-rules.ts'

export type KeptOf = { bookings: Booked[]; requests: Registered[] }

export function keptOf({ booked, registered }: Book, phone: string): KeptOf {
  return {
    bookings: booked.filter((one) => one.phone === phone),
    requests: registered.filter((one) => one.phone === phone),
  }
}

export function isNothing({ bookings, requests }: KeptOf): boolean {
  return bookings.length + requests.length === 0
}

/** As the history calls it. */
const actions: Record<Step, string> = {
  ...{ save: 'noted', reply: 'replied', finish: 'done', reopen: 'reopened' },
}

export function attendTo(
  one: Registered,
  step: Step,
  { note, late, who }: { note: string; late: boolean; who: string },
): Refusal | undefined {
  if (late) return refuse('changed_meanwhile')
  const possible = {
    save: true,
    reply: !one.replied && !one.done,
    finish: !one.done,
    reopen: one.done,
  }
  // Nobody writes again of whom was erased.
  if (one.phone === '' || !possible[step]) return refuse('wrong_state')
  one.note = note
  if (step === 'reply' || step === 'finish') one.replied = true
  if (step === 'finish' || step === 'reopen') one.done = step === 'finish'
  one.version++
  tell(one, who, actions[step])
  return undefined
}

function tell(one: Registered, who: string, action: string): void {
  one.history.push(`${who} ${action}`)
  one.news.push(`request.${action}`)
}

/** What is handed out answers who asked to see it, and is in the way of no page that is open. */
export function handOut(book: Book, phone: string, who: string): Refusal | undefined {
  const kept = keptOf(book, phone)
  if (isNothing(kept)) return refuse('nothing_kept')
  for (const one of kept.requests.filter(({ kind, done }) => kind === 'see' && !done)) {
    one.answered = true
    tell(one, who, 'handed_over')
  }
  give(book, { kind: 'export', cancelled: 0, kept })
  return undefined
}

function give(
  book: Book,
  { kind, cancelled, kept }: Pick<Given, 'kind' | 'cancelled'> & { kept: KeptOf },
): void {
  const { bookings, requests } = kept
  book.given.push({ kind, cancelled, bookings: bookings.length, requests: requests.length })
  // Of a guest whom nobody can name, so that nobody is told of it.
  book.unheard++
}

/** Whoever is expected, or sits here. */
function isOpen(book: Book, one: Booked): boolean {
  const stays = one.visit === null || one.visit === 'seated'
  return stays && statusNow(book, one) !== 'cancelled' && startOf(one) + one.length > book.now
}

/** Money that is still between the guest and the house. */
function isOwed(book: Book, one: Booked): boolean {
  if (one.deposit?.state !== 'paid') return false
  return isOpen(book, one) ? one.visit === null : startOf(one) > book.now
}

/** Nobody is erased who is waited for, unless that is called off first; what happened stays. */
export function eraseAll(
  book: Book,
  phone: string,
  { cancel, who }: { cancel: boolean; who: string },
): Refusal | undefined {
  const kept = keptOf(book, phone)
  const open = kept.bookings.filter((one) => isOpen(book, one))
  if (open.some(({ visit }) => visit === 'seated')) return refuse('here_now')
  if (kept.bookings.some((one) => isOwed(book, one))) return refuse('paid')
  if (open.length > 0 && !cancel) return refuse('still_open')
  if (isNothing(kept) && !book.erased.has(phone)) return refuse('nothing_kept')
  for (const one of open) {
    acts.end(book, one, 'cancel')
    change(one, who, 'cancelled')
  }
  for (const one of kept.bookings) {
    Object.assign(one, erased, { before: undefined })
    change(one, who, 'erased')
  }
  for (const one of kept.requests) {
    tell(one, who, one.done ? 'erased' : 'done')
    if (!one.done) Object.assign(one, { replied: true, done: true, answered: true })
    Object.assign(one, { phone: '', note: null })
    one.version++
  }
  give(book, { kind: 'erase', cancelled: open.length, kept })
  book.erased.add(phone)
  return undefined
}

function change(one: Booked, who: string, action: string): void {
  one.version++
  one.history.push(`${who} ${action}`)
  one.news.push(`booking.${action}`)
}
