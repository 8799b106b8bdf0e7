/**
 * Runs the actions of the buttons and forms of a booking. Each request names the version that was on the
 * screen; if the booking has changed since, the action is rejected with the last change.
 */

import { bookingCommands, isBookingCommand } from '../../domain/booking/action-rules.ts'
import type { BookingCommand } from '../../domain/booking/actions.ts'
import { parseContact } from '../../domain/booking/correct-contact.ts'
import type { DepositState } from '../../domain/booking/deposit/state.ts'
import type { OfferTarget } from '../../domain/booking/place-offer/booking-offers.ts'
import { findTimeProposals, type TimeProposal } from '../../domain/booking/proposals.ts'
import { findBookingByCode } from '../../domain/booking/queries.ts'
import type { BookingView } from '../../domain/booking/rows.ts'
import type { StaffActions } from '../../domain/booking/staff-actions.ts'
import type { StaffAction } from '../../domain/booking/transitions.ts'
import type { VisitStatus } from '../../domain/booking/visit.ts'
import { BookingActionError, formatActionError } from '../../kernel/action-errors.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { truncate } from '../../kernel/truncate.ts'
import { html } from '../../ui/html.ts'
import { bookingUrl } from '../booking-components.ts'
import { problemNotice } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { withFlash } from '../flash.ts'
import { floorPage } from '../floor-page.ts'
import { floorPath } from '../floor-path.ts'
import { describeHolder } from '../holder-text.ts'
import { overrideForm, parseOverrides, proposalForms, type RefusedForm } from '../refusal.ts'
import { chosenResources } from '../resources.ts'
import { safePath } from '../safe-path.ts'
import type { Notice, Screen } from '../screen.ts'
import { createServiceCache, refusedRequest } from '../service-cache.ts'
import { tonightPath } from '../tonight-lists.ts'
import { tonightPage } from '../tonight-page.ts'
import { bookingPage, unknownBooking } from './booking.ts'
import { parseAmountField } from './deposit.ts'
import { describeLastChange } from './history.ts'
import { extensionUrl } from './late.ts'
import { parseReason } from './reasons.ts'
import { timelinePage } from './timeline.ts'

/** The screens of the service, which stay open with the reason of a refusal. */
const servicePages = new Map<string, typeof tonightPage>([
  [tonightPath, tonightPage],
  [floorPath, floorPage],
])

type RunAction = (
  desk: StaffActions,
  action: StaffAction,
  form: URLSearchParams,
) => Promise<unknown>

/** By the last path segment. */
const runs: Record<BookingCommand, RunAction> = {
  confirm: (desk, action, form) => desk.confirm({ ...action, overrides: parseOverrides(form) }),
  decline: (desk, action, form) => desk.decline(withReason(action, form)),
  cancel: (desk, action, form) =>
    desk.cancel({
      ...withReason(action, form),
      by: form.get('by') === 'guest' ? 'guest' : 'shop',
    }),
  settle: (desk, action) => desk.resolveChangeRequest(action),
  undo: (desk, action) => desk.undo(action),
  seated: visitAction('seated'),
  finished: visitAction('finished'),
  no_show: (desk, action, form) =>
    desk.setVisitStatus({
      ...action,
      visit: 'no_show',
      returnsDeposit: form.get('deposit') === 'returned',
    }),
  delayed: (desk, action) => desk.delay(action),
  deposit_asked: depositAction('asked'),
  deposit_paid: depositAction('paid'),
  deposit_waived: depositAction('waived'),
  deposit_returned: depositAction('returned'),
  note: (desk, action, form) =>
    desk.note({ ...action, note: truncate((form.get('note') ?? '').trim(), 500) }),
  correct: (desk, action, form) =>
    desk.correct({ ...action, contact: parseContact(contactFrom(form)) }),
  change_offer: (desk, action, form) => desk.changeOffer({ ...action, ...parseOfferChange(form) }),
  offer: (desk, action, form) => desk.offer({ ...action, targets: parseOfferTargets(form) }),
  accept_offer: (desk, action, form) =>
    desk.acceptOffer({ ...action, offerId: form.get('offer') ?? '' }),
  withdraw_offer: (desk, action) => desk.withdrawOffers(action),
  move: (desk, action, form) =>
    form.get('swap')
      ? desk.swap({ ...action, ...parseSwap(form) })
      : desk.move({ ...action, ...parseRescheduleTarget(form) }),
}

export function bookingActionScreen(context: DeskContext): Screen {
  const { store, now, staffActions } = context
  return {
    path: '/bookings/{code}/{action}',
    show: async ({ pathParams: { code = '' } }) => ({
      seeOther: `/bookings/${encodeURIComponent(code)}`,
    }),
    async submit(screenRequest) {
      const { pathParams, member, form, locale } = screenRequest
      const { code = '', action: name = '' } = pathParams
      const current = await findBookingByCode(store.read, code, now())
      if (!isBookingCommand(name) || !current) return unknownBooking(locale)
      const action = { code, version: Number(form.get('version')), actor: `staff:${member.id}` }
      try {
        await runs[name](staffActions, action, form)
      } catch (error) {
        if (!(error instanceof BookingActionError)) throw error
        const booking = (await findBookingByCode(store.read, code, now())) ?? current
        const refused = { action: `${bookingUrl(booking)}/${name}`, form }
        const notice = await refusalNotice(context, error, booking, refused, locale)
        const next = safePath(form.get('next'), '')
        if (next.startsWith('/timeline')) {
          const { searchParams } = new URL(next, 'http://desk')
          const isWholeDay = searchParams.get('hours') === 'all'
          const options = { notice, refused: booking, isWholeDay }
          return timelinePage(context, searchParams.get('date'), locale, options)
        }
        const servicePage = servicePages.get(next)
        if (servicePage) {
          const cache = createServiceCache(context)
          return servicePage(context, cache, refusedRequest(locale), { notice, status: 409 })
        }
        const typed = error.code === 'changed_meanwhile' ? typedNote(form) : form
        return bookingPage(context, booking, locale, { notice, status: 409, typed })
      }
      return {
        seeOther: withFlash(
          safePath(form.get('next'), bookingUrl(current)),
          bookingCommands[name].action,
          current.code,
        ),
      }
    },
  }
}

/** Only the note is kept after a conflict; all other input referred to the previous state. */
function typedNote(form: URLSearchParams): URLSearchParams {
  const note = form.get('note')
  const typed = note !== null && note.trim() !== form.get('seen_note')
  return new URLSearchParams(typed ? { note } : {})
}

/** A refused action on a booking: the reason, and what staff can do instead. */
async function refusalNotice(
  context: DeskContext,
  error: BookingActionError,
  booking: BookingView,
  refused: RefusedForm,
  locale: Locale,
): Promise<Notice> {
  const { form } = refused
  const offerId = form.get('offerId')
  const isOffer = refused.action.endsWith('/offer')
  const isMove = (form.has('date') || offerId !== null) && !form.get('swap') && !isOffer
  const isAnywhere = isMove && chosenResources(form).length === 0
  const isFull = error.code === 'not_free' || error.code === 'not_possible'
  const { date, time, partySize } = parseRescheduleTarget(form)
  const party = partySize ?? booking.party_size
  const wanted = {
    ...{ date: date || booking.date, time: time || booking.time, bookingId: booking.id },
    stayMinutes: offerId === null ? booking.stay_minutes : null,
    details: { ...booking.details, partySize: party, ...(offerId !== null && { offerId }) },
  }
  const isLonger = form.has('until') && error.holder?.startsWith('booking:') === true
  const proposals = isAnywhere && isFull && !isLonger ? await findOptions(context, wanted) : []
  const notice = await actionErrorNotice(context, error, booking.id, locale, { refused, proposals })
  if (!isLonger || error.resource === undefined) return notice
  const url = extensionUrl(booking, error.resource, form.get('until') ?? '')
  const link = html`<p><a class="button" href="${url}">${words.moveLater[locale]}</a></p>`
  return { ...notice, body: html`${notice.body}${link}` }
}

/** The actions that can be repeated with rules set aside. */
const overridable = /\/(move|confirm|entry|change_offer|walk-in)$/

/** None if there is no such time. */
export async function findOptions(
  { store, bookingContext, now }: DeskContext,
  wanted: Parameters<typeof findTimeProposals>[2],
): Promise<TimeProposal[]> {
  return findTimeProposals(store.read, bookingContext, wanted, now()).catch((error: unknown) => {
    if (error instanceof BookingActionError) return []
    throw error
  })
}

/** The reason of a rejection, with the last change or the booking that occupies the place. */
export async function actionErrorNotice(
  context: DeskContext,
  error: BookingActionError,
  bookingId: string | undefined,
  locale: Locale,
  instead?: { refused: RefusedForm; proposals: readonly TimeProposal[] },
): Promise<Notice> {
  const { code, holder, resource } = error
  const lastChange =
    code === 'changed_meanwhile' && bookingId !== undefined
      ? await describeLastChange(context, `booking:${bookingId}`, locale)
      : ''
  const holderText =
    holder === undefined ? '' : await describeHolder(context, holder, resource, locale)
  const reason = html`<b>${formatActionError(error, locale)}</b>`
  const { tone, body } = problemNotice([reason, ` ${lastChange}${holderText}`])
  if (!instead) return { tone, body }
  const { refused, proposals } = instead
  return {
    tone,
    body: html`${body}
${overridable.test(refused.action) && overrideForm(context, error, refused, locale)}
${proposalForms(context, proposals, refused, locale)}`,
  }
}

function visitAction(visit: VisitStatus): RunAction {
  return (desk, action) => desk.setVisitStatus({ ...action, visit })
}

function depositAction(newState: DepositState): RunAction {
  return (desk, action, form) =>
    desk.deposit({ ...action, newState, amount: parseAmountField(form) })
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

/** The ticked times, "2026-11-20 18:30", and what was typed. */
function parseOfferTargets(form: URLSearchParams): OfferTarget[] {
  const ticked = form.getAll('times').map((start) => {
    const [date = '', time = ''] = start.split(' ')
    return { date, time }
  })
  const { date, time, resources } = parseRescheduleTarget(form)
  const offerId = form.get('offerId') || undefined
  return [...ticked, ...(date === '' ? [] : [{ date, time, resources, offerId }])]
}

function parseRescheduleTarget(form: URLSearchParams) {
  const party = Number(form.get('party'))
  return {
    date: form.get('date') ?? '',
    time: form.get('time') ?? '',
    resources: chosenResources(form),
    overrides: parseOverrides(form),
    until: form.get('until') || undefined,
    partySize: Number.isInteger(party) && party >= 1 && party <= 500 ? party : undefined,
    confirm: form.get('agreed') === '1',
  }
}

/** Without a time, that of the booking stays; a proposal has one. */
function parseOfferChange(form: URLSearchParams) {
  const { date, time, resources, overrides } = parseRescheduleTarget(form)
  const offerId = form.get('offerId') ?? ''
  const start = date === '' ? {} : { date, time }
  return { offerId, resources, overrides, ...start }
}

/** The other booking with the version on the screen: "BAN-58Y4 3", as the choice of a select has it. */
function parseSwap(form: URLSearchParams) {
  const [code = '', version] = (form.get('swap') ?? '').split(' ')
  const [kind] = (form.get('resource') ?? '').split(':')
  return {
    other: { code, version: Number(version) },
    kind: kind || undefined,
    overrides: parseOverrides(form),
  }
}

const words = {
  moveLater: { vi: 'Dời các lượt sau', en: 'Move the later bookings' },
} satisfies Record<string, LocalizedText>
