/** What the buttons do. Each names the version it saw; whoever comes second is told who was first. */

import { parseContact } from '../../domain/booking/correct-contact.ts'
import type { DepositState } from '../../domain/booking/deposit/state.ts'
import { findBookingByCode, findBookingById } from '../../domain/booking/queries.ts'
import type { StaffActions } from '../../domain/booking/staff-actions.ts'
import type { StaffAction } from '../../domain/booking/transitions.ts'
import { BookingActionError, formatActionError } from '../../kernel/action-errors.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { isDate, isTime } from '../../kernel/time.ts'
import { truncate } from '../../kernel/truncate.ts'
import { html } from '../../ui/html.ts'
import { bookingUrl } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { withFlash } from '../flash.ts'
import { formatEndTime } from '../labels.ts'
import type { Notice, Screen } from '../screen.ts'
import { bookingPage, unknownBooking } from './booking.ts'
import { parseAmount } from './deposit.ts'
import { describeLastChange } from './history.ts'
import { parseReason } from './reasons.ts'

/** What a button does; the word it gives is the action that the history shows. */
type RunAction = (
  desk: StaffActions,
  action: StaffAction,
  form: URLSearchParams,
) => Promise<unknown>

const actions: Record<string, { recordedAction: string; run: RunAction }> = {
  confirm: { recordedAction: 'confirmed', run: (desk, act) => desk.confirm(act) },
  decline: {
    recordedAction: 'declined',
    run: (desk, act, form) => desk.decline(withReason(act, form)),
  },
  cancel: {
    recordedAction: 'cancelled',
    run: (desk, act, form) => desk.cancel(withReason(act, form)),
  },
  settle: { recordedAction: 'settled', run: (desk, act) => desk.resolveChangeRequest(act) },
  undo: { recordedAction: 'reopened', run: (desk, act) => desk.undo(act) },
  seated: {
    recordedAction: 'seated',
    run: (desk, act) => desk.setVisitStatus({ ...act, visit: 'seated' }),
  },
  finished: {
    recordedAction: 'finished',
    run: (desk, act) => desk.setVisitStatus({ ...act, visit: 'finished' }),
  },
  no_show: {
    recordedAction: 'no_show',
    run: (desk, act) => desk.setVisitStatus({ ...act, visit: 'no_show' }),
  },
  deposit_asked: { recordedAction: 'deposit_asked', run: depositAction('asked') },
  deposit_paid: { recordedAction: 'deposit_paid', run: depositAction('paid') },
  deposit_waived: { recordedAction: 'deposit_waived', run: depositAction('waived') },
  deposit_returned: { recordedAction: 'deposit_returned', run: depositAction('returned') },
  note: {
    recordedAction: 'noted',
    run: (desk, act, form) =>
      desk.note({ ...act, note: truncate((form.get('note') ?? '').trim(), 500) }),
  },
  correct: {
    recordedAction: 'corrected',
    run: (desk, act, form) => desk.correct({ ...act, contact: parseContact(contactFrom(form)) }),
  },
  offer: {
    recordedAction: 'offered',
    run: (desk, act, form) => desk.offer({ ...act, times: parseTimes(form.get('times') ?? '') }),
  },
  move: {
    recordedAction: 'moved',
    run: (desk, act, form) => desk.move({ ...act, ...parseRescheduleTarget(form) }),
  },
}

export function bookingActions(context: DeskContext): Screen {
  const { store, now, staffDesk } = context
  return {
    path: '/bookings/{code}/{act}',
    show: async ({ pathParams: { code = '' } }) => ({
      seeOther: `/bookings/${encodeURIComponent(code)}`,
    }),
    async submit({ pathParams: { code = '', act: name = '' }, member, form, locale }) {
      const chosen = Object.hasOwn(actions, name) ? actions[name] : undefined
      const current = await findBookingByCode(store.read, code, now())
      if (!chosen || !current) return unknownBooking(locale)
      const action = { code, version: Number(form.get('version')), actor: `staff:${member.id}` }
      try {
        await chosen.run(staffDesk, action, form)
      } catch (error) {
        if (!(error instanceof BookingActionError)) throw error
        const booking = (await findBookingByCode(store.read, code, now())) ?? current
        const notice = await actionErrorNotice(context, error, booking.id, locale)
        const typed = error.code === 'changed_meanwhile' ? typedNote(form) : form
        return bookingPage(context, booking, locale, { notice, status: 409, typed })
      }
      return {
        seeOther: withFlash(
          nextPath(form, bookingUrl(current)),
          chosen.recordedAction,
          current.code,
        ),
      }
    },
  }
}

/** A note is worth the same whatever happened; all else was meant for what was there before. */
function typedNote(form: URLSearchParams): URLSearchParams {
  const note = form.get('note')
  const typed = note !== null && note.trim() !== form.get('seen_note')
  return new URLSearchParams(typed ? { note } : {})
}

/** In words: who was first, or who has what was wanted. */
export async function actionErrorNotice(
  context: DeskContext,
  error: BookingActionError,
  bookingId: string | undefined,
  locale: Locale,
): Promise<Notice> {
  const { code, holder } = error
  const first =
    code === 'changed_meanwhile' && bookingId !== undefined
      ? await describeLastChange(context, `booking:${bookingId}`, locale)
      : ''
  const holderText = holder === undefined ? '' : await describeHolder(context, holder, locale)
  const body = html`<p><b>${formatActionError(error, locale)}</b> ${first}${holderText}</p>`
  return { tone: 'problem', body }
}

async function describeHolder(
  context: DeskContext,
  holder: string,
  locale: Locale,
): Promise<string> {
  const [kind, id = ''] = holder.split(':')
  if (kind === 'block') return words.blocked[locale]
  const other = await findBookingById(context.store.read, id, context.now())
  return other ? `${words.taken[locale]} ${other.name}, ${other.time}–${formatEndTime(other)}.` : ''
}

function depositAction(newState: DepositState): RunAction {
  return (desk, action, form) => desk.deposit({ ...action, newState, amount: parseAmount(form) })
}

function withReason(action: StaffAction, form: URLSearchParams): StaffAction & { reason: string } {
  const reason = parseReason(form)
  if (reason === '') throw new BookingActionError('reason_missing')
  return { ...action, reason }
}

function contactFrom(form: URLSearchParams) {
  const text = (name: string) => form.get(name) ?? ''
  return { name: text('name'), phone: text('phone'), email: text('email') }
}

/** "2026-11-20 18:30, 2026-11-20 19:00" */
function parseTimes(text: string): string[] {
  const starts = text.split(', ').filter((start) => {
    const [date = '', time = '', ...extra] = start.split(' ')
    return isDate(date) && isTime(time) && extra.length === 0
  })
  return starts.slice(0, 5)
}

function parseRescheduleTarget(form: URLSearchParams) {
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
export function nextPath(form: URLSearchParams, fallback: string): string {
  const next = form.get('next') ?? ''
  return /^\/(?![/\\])[\w\-/?=&.:%#]*$/.test(next) ? next : fallback
}

const words = {
  blocked: { vi: 'Chỗ đó đang được khóa.', en: 'It is blocked then.' },
  taken: { vi: 'Đã có', en: 'It is taken by' },
} satisfies Record<string, LocalizedText>
