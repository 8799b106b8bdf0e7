/** A booking as a ticket: day and time large, what is booked, where it is, and until when it can be changed. */
import type { ActionLink, Block, Inline, TicketStep } from '../../../content/document.ts'
import { link } from '../../../content/document.ts'
import { mapLink } from '../../../content/map-link.ts'
import { formatAddress, telephoneLink } from '../../../content/shop.ts'
import { formatDate, formatShortDate } from '../../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import { minute, parseIsoString, toIsoString } from '../../../kernel/time.ts'
import { quoteRows } from '../../booking/quote-fields.ts'
import type { BookingStatus } from '../../booking/status-operation.ts'
import { freeUntilText } from '../../booking/terms-texts.ts'
import { bookingPath } from '../../booking/url.ts'
import { answerRows, isForGuests, readAnswers } from '../../guest/questions.ts'
import { nightSuffix, parseStart } from '../../scheduling/format-start.ts'
import { changeUrl } from './change-choice.ts'
import type { BookingPageContext } from './context.ts'
import { asksPartySize, isUpcoming } from './status-texts.ts'

export function ticketBlock(
  context: BookingPageContext,
  booking: BookingStatus,
  locale: Locale,
): Block {
  const { form, rules, business } = context
  const { code, status, updated_at, offer, starts_at, ends_at } = booking
  const start = parseStart(starts_at)
  const questions = rules.questions.filter(isForGuests)
  const deadline = isUpcoming(booking, context.now())
    ? freeUntilText(booking, context.now(), locale)
    : undefined
  const rows: [string, readonly Inline[]][] = [
    ...textRows(form.summary(booking, locale, 'guest')),
    ...textRows(quoteRows(booking, locale)),
    ...textRows(answerRows(questions, readAnswers(questions, booking), locale)),
    [
      labels.place[locale],
      [`${formatAddress(business, locale)} `, link(labels.map[locale], mapLink(business))],
    ],
    [labels.code[locale], [code]],
  ]
  return {
    kind: 'ticket',
    state: status,
    hour: `${start.time}–${parseStart(ends_at).time}`,
    date: `${formatDate(start.date, locale)}${nightSuffix(rules.serviceDays, start, locale)}`,
    text: offer.name,
    ...(isUpcoming(booking, context.now()) && !booking.offers && { steps: steps(booking, locale) }),
    rows,
    ...(deadline !== undefined && { note: deadline }),
    watch: { address: `/api/booking/${code}`, version: `${status} ${updated_at}` },
  }
}

/** An open request or a confirmed booking. */
function steps({ status, starts_at, terms }: BookingStatus, locale: Locale): TicketStep[] {
  const { date, time } = parseStart(starts_at)
  const heldUntil = parseStart(
    toIsoString(parseIsoString(starts_at) + terms.hold_minutes * minute),
  ).time
  const isConfirmed = status === 'confirmed'
  return [
    { state: 'done', text: (isConfirmed ? stepTexts.booked : stepTexts.sent)[locale] },
    isConfirmed
      ? { state: 'done', text: stepTexts.confirmed[locale] }
      : { state: 'now', text: stepTexts.answer[locale] },
    {
      state: isConfirmed ? 'now' : 'next',
      text: {
        vi: `Đến lúc ${time}, ${formatShortDate(date, 'vi')}`,
        en: `Arrive at ${time}, ${formatShortDate(date, 'en')}`,
      }[locale],
      ...(terms.hold_minutes > 0 && {
        note: {
          vi: `Nếu bạn đến muộn, chúng tôi giữ chỗ tới ${heldUntil}.`,
          en: `If you are late, we hold your place until ${heldUntil}.`,
        }[locale],
      }),
    },
  ]
}

const stepTexts = {
  sent: { vi: 'Đã gửi yêu cầu', en: 'Request sent' },
  booked: { vi: 'Đã đặt', en: 'Booked' },
  answer: {
    vi: 'Chúng tôi gọi hoặc nhắn tin để xác nhận',
    en: 'We call or message you to confirm',
  },
  confirmed: { vi: 'Đã xác nhận', en: 'Confirmed' },
} satisfies Record<string, LocalizedText>

function textRows(rows: readonly (readonly [string, string])[]): [string, readonly Inline[]][] {
  return rows.map(([term, text]) => [term, [text]])
}

/** Changing is offered before cancelling. */
export function statusActions(
  context: BookingPageContext,
  booking: BookingStatus,
  locale: Locale,
): Block[] {
  const { business } = context
  const { code } = booking
  const call: ActionLink = {
    text: `${labels.call[locale]} ${business.phone}`,
    href: telephoneLink(business),
  }
  const messaging = business.messaging.map(({ name, address }) => ({ text: name, href: address }))
  if (!isUpcoming(booking, context.now())) {
    return [{ kind: 'actions', links: [{ ...call, main: true }, ...messaging] }]
  }
  return [
    {
      kind: 'actions',
      links: [
        { text: changeLabel(context)[locale], href: changeUrl(code, { question: 'move' }) },
        { text: labels.calendar[locale], href: `${bookingPath}/${code}/calendar` },
        { text: labels.directions[locale], href: mapLink(business) },
        shareLink(context, booking, locale),
        call,
        ...messaging,
      ],
    },
    {
      kind: 'paragraph',
      text: [link(labels.cancel[locale], changeUrl(code, { question: 'cancel' }))],
    },
  ]
}

function changeLabel({ form }: BookingPageContext): LocalizedText {
  return asksPartySize(form) ? labels.changeWithParty : labels.change
}

/** What companions need to know; the booking number stays with the guest. */
function shareLink(
  { business }: BookingPageContext,
  { starts_at }: BookingStatus,
  locale: Locale,
): ActionLink {
  const { date, time } = parseStart(starts_at)
  const subject = `${business.name}, ${formatDate(date, locale)}, ${time}`
  const text = [subject, formatAddress(business, locale), mapLink(business)].join('\n')
  const parameters = `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`
  return { text: labels.share[locale], href: `mailto:?${parameters}`, share: text }
}

const labels = {
  code: { vi: 'Mã đặt chỗ', en: 'Booking number' },
  place: { vi: 'Địa chỉ', en: 'Address' },
  map: { vi: 'Bản đồ', en: 'Map' },
  call: { vi: 'Gọi', en: 'Call' },
  calendar: { vi: 'Thêm vào lịch', en: 'Add to calendar' },
  directions: { vi: 'Chỉ đường', en: 'Directions' },
  share: { vi: 'Gửi bạn đi cùng', en: 'Share' },
  change: { vi: 'Đổi giờ hoặc ngày', en: 'Change the booking' },
  changeWithParty: { vi: 'Đổi giờ, ngày hoặc số người', en: 'Change the booking' },
  cancel: { vi: 'Huỷ lượt đặt này', en: 'Cancel this booking' },
} satisfies Record<string, LocalizedText>
