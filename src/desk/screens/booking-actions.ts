/** What the buttons do. Each names the version it saw; whoever comes second is told who was first. */

import { readContact } from '../../domain/booking/correct-contact.ts'
import type { DepositState } from '../../domain/booking/deposit/state.ts'
import { bookingByCode, bookingById } from '../../domain/booking/queries.ts'
import type { StaffDesk } from '../../domain/booking/staff-actions.ts'
import type { Act } from '../../domain/booking/transitions.ts'
import { StaffObstacle, sayObstacle } from '../../kernel/action-errors.ts'
import type { Locale, Words } from '../../kernel/locale.ts'
import { isDate, isTime } from '../../kernel/time.ts'
import { shorten } from '../../kernel/truncate.ts'
import { html } from '../../ui/html.ts'
import { bookingPath } from '../components.ts'
import type { DeskParts } from '../context.ts'
import { withDid } from '../flash.ts'
import { endOf } from '../labels.ts'
import type { Notice, Screen } from '../screen.ts'
import { bookingPage, unknownBooking } from './booking.ts'
import { readAmount } from './deposit.ts'
import { whoWasFirst } from './history.ts'
import { readReason } from './reasons.ts'

/** What a button does; the word it gives is the action that the history shows. */
type Do = (desk: StaffDesk, act: Act, form: URLSearchParams) => Promise<unknown>

const acts: Record<string, { did: string; act: Do }> = {
  confirm: { did: 'confirmed', act: (desk, act) => desk.confirm(act) },
  decline: { did: 'declined', act: (desk, act, form) => desk.decline(withReason(act, form)) },
  cancel: { did: 'cancelled', act: (desk, act, form) => desk.cancel(withReason(act, form)) },
  settle: { did: 'settled', act: (desk, act) => desk.settle(act) },
  undo: { did: 'reopened', act: (desk, act) => desk.undo(act) },
  seated: { did: 'seated', act: (desk, act) => desk.mark({ ...act, visit: 'seated' }) },
  finished: { did: 'finished', act: (desk, act) => desk.mark({ ...act, visit: 'finished' }) },
  no_show: { did: 'no_show', act: (desk, act) => desk.mark({ ...act, visit: 'no_show' }) },
  deposit_asked: { did: 'deposit_asked', act: depositAct('asked') },
  deposit_paid: { did: 'deposit_paid', act: depositAct('paid') },
  deposit_waived: { did: 'deposit_waived', act: depositAct('waived') },
  deposit_returned: { did: 'deposit_returned', act: depositAct('returned') },
  note: {
    did: 'noted',
    act: (desk, act, form) =>
      desk.note({ ...act, note: shorten((form.get('note') ?? '').trim(), 500) }),
  },
  correct: {
    did: 'corrected',
    act: (desk, act, form) => desk.correct({ ...act, contact: readContact(contactIn(form)) }),
  },
  offer: {
    did: 'offered',
    act: (desk, act, form) => desk.offer({ ...act, times: readTimes(form.get('times') ?? '') }),
  },
  move: { did: 'moved', act: (desk, act, form) => desk.move({ ...act, ...readPlace(form) }) },
}

export function bookingActs(parts: DeskParts): Screen {
  const { store, now, staffDesk } = parts
  return {
    path: '/bookings/{code}/{act}',
    show: async ({ at: { code = '' } }) => ({ seeOther: `/bookings/${encodeURIComponent(code)}` }),
    async act({ at: { code = '', act: name = '' }, member, form, locale }) {
      const chosen = Object.hasOwn(acts, name) ? acts[name] : undefined
      const seen = await bookingByCode(store.read, code, now())
      if (!chosen || !seen) return unknownBooking(locale)
      const act = { code, version: Number(form.get('version')), actor: `staff:${member.id}` }
      try {
        await chosen.act(staffDesk, act, form)
      } catch (error) {
        if (!(error instanceof StaffObstacle)) throw error
        const booking = (await bookingByCode(store.read, code, now())) ?? seen
        const notice = await refused(parts, error, booking.id, locale)
        const typed = error.obstacle === 'changed_meanwhile' ? noteIn(form) : form
        return bookingPage(parts, booking, locale, { notice, status: 409, typed })
      }
      return { seeOther: withDid(nextOf(form, bookingPath(seen)), chosen.did, seen.code) }
    },
  }
}

/** A note is worth the same whatever happened; all else was meant for what was there before. */
function noteIn(form: URLSearchParams): URLSearchParams {
  const note = form.get('note')
  const typed = note !== null && note.trim() !== form.get('seen_note')
  return new URLSearchParams(typed ? { note } : {})
}

/** In words: who was first, or who has what was wanted. */
export async function refused(
  parts: DeskParts,
  error: StaffObstacle,
  bookingId: string | undefined,
  locale: Locale,
): Promise<Notice> {
  const { obstacle, holder } = error
  const first =
    obstacle === 'changed_meanwhile' && bookingId !== undefined
      ? await whoWasFirst(parts, `booking:${bookingId}`, locale)
      : ''
  const taken = holder === undefined ? '' : await sayHolder(parts, holder, locale)
  const body = html`<p><b>${sayObstacle(error, locale)}</b> ${first}${taken}</p>`
  return { tone: 'problem', body }
}

async function sayHolder(parts: DeskParts, holder: string, locale: Locale): Promise<string> {
  const [kind, id = ''] = holder.split(':')
  if (kind === 'block') return words.blocked[locale]
  const other = await bookingById(parts.store.read, id, parts.now())
  return other ? `${words.taken[locale]} ${other.name}, ${other.time}–${endOf(other)}.` : ''
}

function depositAct(becomes: DepositState): Do {
  return (desk, act, form) => desk.deposit({ ...act, becomes, amount: readAmount(form) })
}

function withReason(act: Act, form: URLSearchParams): Act & { reason: string } {
  const reason = readReason(form)
  if (reason === '') throw new StaffObstacle('reason_missing')
  return { ...act, reason }
}

function contactIn(form: URLSearchParams) {
  const text = (name: string) => form.get(name) ?? ''
  return { name: text('name'), phone: text('phone'), email: text('email') }
}

/** "2026-11-20 18:30, 2026-11-20 19:00" */
function readTimes(text: string): string[] {
  const starts = text.split(', ').filter((start) => {
    const [date = '', time = '', ...rest] = start.split(' ')
    return isDate(date) && isTime(time) && rest.length === 0
  })
  return starts.slice(0, 5)
}

function readPlace(form: URLSearchParams) {
  const party = Number(form.get('party'))
  return {
    date: form.get('date') ?? '',
    time: form.get('time') ?? '',
    resource: form.get('resource') || undefined,
    partySize: Number.isInteger(party) && party >= 1 && party <= 500 ? party : undefined,
    confirm: form.get('agreed') === '1',
  }
}

/** Only an address of the desk's own. */
export function nextOf(form: URLSearchParams, otherwise: string): string {
  const next = form.get('next') ?? ''
  return /^\/(?![/\\])[\w\-/?=&.:%#]*$/.test(next) ? next : otherwise
}

const words = {
  blocked: { vi: 'Chỗ đó đang được khóa.', en: 'It is blocked then.' },
  taken: { vi: 'Đã có', en: 'It is taken by' },
} satisfies Record<string, Words>
