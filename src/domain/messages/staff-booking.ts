/** Messages to staff and webhooks about a booking, without any data of the guest. */
import { formatCode } from '../../kernel/booking-code.ts'
import type { ChannelTraits } from '../../kernel/channel.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import type { Sql } from '../../store/sql.ts'
import { actionOfEvent, bookingAction } from '../booking/action-rules.ts'
import type { BookingActionName, StaffMessageAction } from '../booking/actions.ts'
import { loadAcceptableOffers } from '../booking/place-offer/offered-fields.ts'
import { type BookingRow, type StoredBooking, toStoredBooking } from '../booking/rows.ts'
import { withCurrentStatus } from '../booking/status.ts'
import { responseDeadline } from '../guest/response-deadline.ts'
import type { Delivery } from '../outbox/claim.ts'
import type { OutboxEvent } from '../outbox/fan-out.ts'
import { createActionLink } from './action-link.ts'
import { type MessageContent, type MessageContext, subjectId } from './context.ts'
import { formatGuestCount, formatShortTime, formatShortTimestamp, formatSource } from './format.ts'
import { type OpenChangeRequest, toBookingPayload } from './webhook-payloads.ts'

type ChangeRequestRow = OpenChangeRequest & { source: string; created_at: number }

export async function composeStaffBookingMessage(
  context: MessageContext,
  delivery: Delivery,
  event: OutboxEvent,
  { isForPrograms }: ChannelTraits,
): Promise<MessageContent | undefined> {
  const { store, deskUrl, now, locale = 'vi' } = context
  const found = await store.read.get<BookingRow>(
    'SELECT * FROM bookings WHERE id = ?',
    subjectId(event.subject),
  )
  if (!found) return undefined
  const booking = withCurrentStatus(toStoredBooking(found), now())
  const action = actionOfEvent(event.kind)
  const changeRequest = await findOpenChangeRequest(store.read, booking.id)
  const offers = await loadAcceptableOffers(store.read, booking, now())
  // Staff need no notification of an answered request.
  if (!isForPrograms && isAnswered(action, booking, changeRequest)) return undefined
  const offer = context.offerName(booking.offer_id)[locale]
  const when = formatShortTime(booking.date, booking.time, locale)
  const what = `${formatGuestCount(booking.party_size, locale)}, ${when}, ${offer}`
  return {
    title: `${eventTitle(action, event, locale)}: ${what}`,
    text: [
      ...formatLines(context, action, booking, changeRequest, locale),
      `${labels.code[locale]}: ${formatCode(booking.code)}`,
    ].join('\n'),
    link:
      action && bookingAction(action).notifies.staff === 'answer'
        ? createActionLink(context, delivery.id)
        : `${deskUrl}/bookings/${formatCode(booking.code)}`,
    facts: toBookingPayload(context, event.facts, booking, { changeRequest, offers }, locale),
  }
}

function findOpenChangeRequest(sql: Sql, bookingId: string): Promise<ChangeRequestRow | undefined> {
  return sql.get<ChangeRequestRow>(
    `SELECT kind, date, time, party_size, source, created_at FROM booking_changes
     WHERE booking_id = ? AND settled_at IS NULL ORDER BY id DESC LIMIT 1`,
    bookingId,
  )
}

function isAnswered(
  action: BookingActionName | undefined,
  { status }: StoredBooking,
  changeRequest: ChangeRequestRow | undefined,
): boolean {
  const answered: Record<StaffMessageAction, boolean> = {
    requested: status !== 'pending',
    change_requested: status === 'cancelled' || changeRequest === undefined,
    expired: false,
    offer_accepted: false,
    offer_declined: false,
    offer_expired: false,
  }
  return action !== undefined && isStaffMessage(action, answered) && answered[action]
}

/** A webhook is also sent about actions that staff get no message about. */
function isStaffMessage(
  action: BookingActionName,
  byAction: Record<StaffMessageAction, unknown>,
): action is StaffMessageAction {
  return Object.hasOwn(byAction, action)
}

function formatLines(
  { business, now }: MessageContext,
  action: BookingActionName | undefined,
  booking: StoredBooking,
  changeRequest: ChangeRequestRow | undefined,
  locale: Locale,
): string[] {
  const formatDeadline = (since: number): string => {
    const by = Math.min(responseDeadline(business, since) ?? booking.starts_at, booking.starts_at)
    return `${labels[by < now() ? 'overdue' : 'answerBy'][locale]} ${formatShortTimestamp(by, locale)}`
  }
  const source = (from: string) => `${labels.source[locale]}: ${formatSource(from, locale)}`
  const lines: Record<StaffMessageAction, string[]> = {
    requested: [formatDeadline(booking.created_at), source(booking.source)],
    expired: [labels.callThem[locale], source(booking.source)],
    offer_accepted: [],
    offer_declined: [labels.stillOpen[locale]],
    offer_expired: [labels.stillOpen[locale]],
    change_requested: changeRequest
      ? [
          ...describeChangeRequest(changeRequest, locale),
          formatDeadline(changeRequest.created_at),
          source(changeRequest.source),
        ]
      : [],
  }
  return action !== undefined && isStaffMessage(action, lines) ? lines[action] : []
}

/** Only what the title does not contain. */
function describeChangeRequest(
  { kind, date, time, party_size }: OpenChangeRequest,
  locale: Locale,
): string[] {
  if (kind === 'cancel') return []
  if (kind === 'move') {
    return [`${labels.move[locale]} ${formatShortTime(date ?? '', time ?? '', locale)}`]
  }
  const label = kind === 'smaller_party' ? labels.smaller : labels.larger
  return [`${label[locale]} ${formatGuestCount(party_size ?? 0, locale)}`]
}

function eventTitle(
  action: BookingActionName | undefined,
  { facts }: OutboxEvent,
  locale: Locale,
): string {
  const requested =
    action === 'change_requested' ? changeRequestTitles[String(facts.kind)] : undefined
  const title = requested ?? (action && bookingAction(action).title) ?? labels.changed
  return title[locale]
}

const changeRequestTitles: Record<string, LocalizedText> = {
  cancel: { vi: 'Khách xin huỷ', en: 'Cancellation requested' },
  move: { vi: 'Khách xin đổi giờ', en: 'New time requested' },
  smaller_party: { vi: 'Khách xin bớt người', en: 'Smaller party requested' },
  larger_party: { vi: 'Khách xin thêm người', en: 'Larger party requested' },
}

const labels = {
  changed: { vi: 'Có thay đổi', en: 'Changed' },
  code: { vi: 'Mã', en: 'Code' },
  source: { vi: 'Nguồn', en: 'Source' },
  answerBy: { vi: 'Trả lời trước', en: 'Answer before' },
  overdue: { vi: 'Lẽ ra đã trả lời trước', en: 'Should have been answered before' },
  callThem: {
    vi: 'Yêu cầu đã tự huỷ vào giờ hẹn. Nên gọi xin lỗi khách.',
    en: 'The request was cancelled automatically at its start. Please call the guest to apologize.',
  },
  stillOpen: {
    vi: 'Lượt đặt vẫn như cũ; nếu đang chờ thì vẫn cần trả lời khách.',
    en: 'The booking is as before; if it is pending, it still needs an answer.',
  },
  move: { vi: 'Xin chuyển sang', en: 'Requested time:' },
  smaller: { vi: 'Xin bớt còn', en: 'Requested party size:' },
  larger: { vi: 'Xin thêm thành', en: 'Requested party size:' },
} satisfies Record<string, LocalizedText>
