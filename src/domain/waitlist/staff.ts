/** What staff do with the waitlist. Each is one transaction. */
import { BookingActionError } from '../../kernel/action-errors.ts'
import { type Clock, minute, startOfDay } from '../../kernel/time.ts'
import type { Store } from '../../store/sql.ts'
import type { BookingContext } from '../booking/context.ts'
import { createBooking, type StaffChoice } from '../booking/create-by-staff.ts'
import type { PlaceOffer } from '../booking/place-offer/rows.ts'
import type { Booking, BookingRequest } from '../booking/request.ts'
import { consumeFormToken } from '../guard/form-token.ts'
import type { CalendarTime } from '../scheduling/rules.ts'
import { identifyEntry, insertEntry, type NewEntry } from './entry.ts'
import type { WaitlistEntry } from './rows.ts'
import {
  acceptWaitlistOffer,
  declineOffer,
  expireWaitlist,
  leaveWaitlist,
  offerPlace,
  recordSeated,
  requireSeatable,
  returnToWaitlist,
  withdrawOffer,
} from './transitions.ts'
import { parseWindow, type WindowInput } from './window.ts'

export type StaffEntry = Pick<NewEntry, 'details' | 'guest' | 'consent'> & {
  /** The window in which the guest would come, or the minutes that guests at the door were quoted. */
  wanted: WindowInput | { quotedMinutes: number; untilMs: number }
  formId?: string | undefined
}

export type WaitlistActions = {
  /** Enters a guest by phone or at the door. Returns the code. A form id works once. */
  enter(entry: StaffEntry, actor: string): Promise<string>
  offer(place: CalendarTime & { code: string }, actor: string): Promise<PlaceOffer>
  withdraw(offerId: string, actor: string): Promise<WaitlistEntry>
  accept(offerId: string, actor: string): Promise<Booking>
  decline(offerId: string, actor: string): Promise<WaitlistEntry>
  remove(code: string, actor: string): Promise<void>
  putBack(code: string, actor: string): Promise<void>
  /** Guests at the door sit down: the booking of a walk-in, with their name. */
  seat(
    code: string,
    walkIn: Omit<BookingRequest, 'guest' | 'consent'>,
    actor: string,
    choice: StaffChoice,
  ): Promise<Booking>
  /** Closes what has expired. Returns the number of offers and entries. */
  expire(): Promise<number>
}

export function createWaitlistActions(
  store: Store,
  context: BookingContext,
  now: Clock,
): WaitlistActions {
  return {
    enter: ({ formId, ...entry }, actor) =>
      store.write(async (sql) => {
        if (formId !== undefined && !(await consumeFormToken(sql, formId, now())))
          throw new BookingActionError('sent_before')
        const stored = identifyEntry(toNewEntry(context, entry, now()), now())
        await insertEntry(sql, stored, 'entered', actor, now())
        return stored.code
      }),
    offer: (place, actor) => store.write((sql) => offerPlace(sql, context, place, actor, now())),
    withdraw: (offerId, actor) =>
      store.write((sql) => withdrawOffer(sql, context, { offerId, actor }, now())),
    accept: (offerId, actor) =>
      store.write((sql) => acceptWaitlistOffer(sql, context, { offerId, actor }, now())),
    decline: (offerId, actor) =>
      store.write((sql) => declineOffer(sql, context, { offerId, actor }, now())),
    remove: (code, actor) =>
      store.write((sql) => leaveWaitlist(sql, context, { code, actor }, now())),
    putBack: (code, actor) => store.write((sql) => returnToWaitlist(sql, { code, actor }, now())),
    seat: (code, walkIn, actor, choice) =>
      store.write(async (sql) => {
        const entry = await requireSeatable(sql, code, now())
        const { name, phone, email, consent_version: version, consent_text: text } = entry
        const guest = { name, phone, email, note: null }
        const request = { ...walkIn, guest, consent: { version, text } }
        const booking = await createBooking(sql, context, request, actor, choice, now())
        await recordSeated(sql, context, entry, { bookingId: booking.id, actor }, now())
        return booking
      }),
    expire: () => store.write((sql) => expireWaitlist(sql, context, now())),
  }
}

function toNewEntry(
  { rules }: BookingContext,
  { wanted, ...entry }: Omit<StaffEntry, 'formId'>,
  now: number,
): NewEntry {
  const shared = { ...entry, locale: 'vi', client: 'desk' } as const
  if ('quotedMinutes' in wanted) {
    const { quotedMinutes, untilMs } = wanted
    const date = rules.serviceDays.dateAt(now)
    return { ...shared, date, startsFrom: now, startsUntil: untilMs, source: 'door', quotedMinutes }
  }
  const waiting = parseWindow(rules, wanted)
  const midnight = startOfDay(waiting?.date ?? '1970-01-01')
  if (!waiting || midnight + waiting.window.to * minute <= now)
    throw new BookingActionError('not_possible')
  return {
    ...shared,
    date: waiting.date,
    startsFrom: midnight + waiting.window.from * minute,
    startsUntil: midnight + waiting.window.to * minute,
    source: 'phone',
    quotedMinutes: null,
  }
}
