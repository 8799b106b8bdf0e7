/** The status pages of a booking, for anyone who has its code. They never show who booked. */
import { type ActionLink, type Block, type Document, paragraph } from '../../../content/document.ts'
import type { DynamicPage, PageRequest } from '../../../content/dynamic-page.ts'
import { telephoneLink } from '../../../content/shop.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import { parseIsoString } from '../../../kernel/time.ts'
import { calendarFile } from '../../booking/calendar-file.ts'
import { quoteRows } from '../../booking/quote-fields.ts'
import { reservationData } from '../../booking/reservation-data.ts'
import type { BookingStatus } from '../../booking/status-operation.ts'
import { bookingPath } from '../../booking/url.ts'
import { summaryLabels } from '../../forms/booking-form.ts'
import { answerRows, isForGuests, readAnswers } from '../../guest/questions.ts'
import { formatStay } from '../../scheduling/format-start.ts'
import { confirmationBlocks, confirmFromLink } from '../address-confirmation.ts'
import { changePage } from './change.ts'
import type { BookingPageContext } from './context.ts'
import { depositBlocks, nextStepOnPage } from './deposit-blocks.ts'
import { lookupPage } from './lookup.ts'
import { withBooking } from './with-booking.ts'

export function bookingPages(context: BookingPageContext): DynamicPage[] {
  return [
    lookupPage(),
    statusPage(context),
    calendarPage(context),
    qrPage(context),
    changePage(context),
  ]
}

function statusPage(context: BookingPageContext): DynamicPage {
  const { addresses } = context
  const render = (request: PageRequest, confirmation: Block[]) =>
    withBooking(request, context, (booking) => ({
      document: statusDocument(context, booking, confirmation, request.locale),
    }))
  return {
    path: `${bookingPath}/{code}`,
    record: { followUp: 'requestChange' },
    show: async (request) =>
      render(request, await confirmationBlocks(addresses, 'booking', request)),
    submit: async (request) =>
      render(request, await confirmFromLink(addresses, 'booking', request)),
  }
}

function statusDocument(
  context: BookingPageContext,
  booking: BookingStatus,
  confirmation: Block[],
  locale: Locale,
): Document {
  return {
    title: titles[booking.status][locale],
    description: `${booking.code} · ${booking.status_label}`,
    blocks: [
      ...confirmation,
      ...statusNotices(booking, locale),
      ...depositBlocks(context, booking, locale),
      factsBlock(context, booking, locale),
      ...termBlocks(context, booking, locale),
      { kind: 'actions', links: actionLinks(context, booking, locale) },
      paragraph(labels.bookmark[locale]),
    ],
    data: [reservationData(context, booking, locale)],
  }
}

function statusNotices(booking: BookingStatus, locale: Locale): Block[] {
  const tone = { pending: 'note', confirmed: 'good', cancelled: 'problem' } as const
  const text = {
    pending: nextStepOnPage(booking, locale),
    confirmed: labels.confirmed[locale],
    cancelled:
      labels[booking.cancelled_because === 'unanswered' ? 'unanswered' : 'cancelled'][locale],
  }[booking.status]
  const reason = booking.why ? ` ${labels.reason[locale]}: “${booking.why}”` : ''
  const main: Block = { kind: 'notice', tone: tone[booking.status], text: [`${text}${reason}`] }
  // While the booking is pending, its next step names the change too.
  const change = booking.status === 'pending' ? undefined : booking.requested_change
  return change ? [main, { kind: 'notice', tone: 'note', text: [change.next_step] }] : [main]
}

function factsBlock(
  { form, rules }: BookingPageContext,
  booking: BookingStatus,
  locale: Locale,
): Block {
  const questions = rules.questions.filter(isForGuests)
  const { code, status, status_label, offer, starts_at, ends_at } = booking
  const rows: [string, string][] = [
    [labels.code[locale], code],
    [labels.status[locale], status === 'pending' ? labels.waiting[locale] : status_label],
    [summaryLabels.what[locale], offer.name],
    [summaryLabels.when[locale], formatStay(rules.serviceDays, starts_at, ends_at, locale)],
    ...quoteRows(booking, locale),
    ...form.summary(booking, locale, 'guest'),
    ...answerRows(questions, readAnswers(questions, booking), locale),
  ]
  return { kind: 'facts', rows: rows.map(([term, text]) => [term, [text]]) }
}

function termBlocks({ form }: BookingPageContext, booking: BookingStatus, locale: Locale): Block[] {
  return form
    .terms(booking, locale)
    .map((text): Block => ({ kind: 'notice', tone: 'note', text: [text] }))
}

function actionLinks(
  { business, now }: BookingPageContext,
  { code, status, starts_at }: BookingStatus,
  locale: Locale,
): ActionLink[] {
  const isUpcoming = status !== 'cancelled' && parseIsoString(starts_at) > now()
  return [
    {
      text: `${labels.call[locale]} ${business.phone}`,
      href: telephoneLink(business),
      main: true,
    },
    ...business.messaging.map(({ name, address }) => ({ text: name, href: address })),
    ...(isUpcoming
      ? [
          { text: labels.calendar[locale], href: `${bookingPath}/${code}/calendar` },
          { text: labels.change[locale], href: `${bookingPath}/${code}/change` },
        ]
      : []),
  ]
}

/** The VietQR code as an image, to open it in a banking app on the same phone. */
function qrPage(context: BookingPageContext): DynamicPage {
  return {
    path: `${bookingPath}/{code}/qr`,
    show: (request) =>
      withBooking(request, context, ({ code, deposit }) =>
        deposit?.transfer
          ? { qr: { name: `${deposit.transfer.purpose}.png`, code: deposit.transfer.qr } }
          : { seeOther: `${bookingPath}/${code}` },
      ),
  }
}

function calendarPage(context: BookingPageContext): DynamicPage {
  return {
    path: `${bookingPath}/{code}/calendar`,
    show: (request) =>
      withBooking(request, context, (booking) => ({
        file: {
          type: 'text/calendar; charset=utf-8',
          name: `${booking.code}.ics`,
          body: calendarFile(context, booking, request.locale),
        },
      })),
  }
}

const titles: Record<BookingStatus['status'], LocalizedText> = {
  pending: {
    vi: 'Đã nhận yêu cầu, đang chờ xác nhận',
    en: 'Request received, awaiting confirmation',
  },
  confirmed: { vi: 'Đã xác nhận', en: 'Confirmed' },
  cancelled: { vi: 'Đã huỷ', en: 'Cancelled' },
}

const labels = {
  code: { vi: 'Mã đặt chỗ', en: 'Booking number' },
  waiting: { vi: 'đang chờ quán xác nhận', en: 'waiting for our call' },
  status: { vi: 'Tình trạng', en: 'Status' },
  call: { vi: 'Gọi', en: 'Call' },
  calendar: { vi: 'Thêm vào lịch', en: 'Add to calendar' },
  change: { vi: 'Xin đổi hoặc huỷ', en: 'Change or cancel' },
  confirmed: {
    vi: 'Nhân viên đã xác nhận. Hẹn gặp bạn!',
    en: 'Staff have confirmed. See you then!',
  },
  cancelled: {
    vi: 'Yêu cầu này đã huỷ. Nếu có gì nhầm, xin gọi cho chúng tôi.',
    en: 'This request is cancelled. If that is a mistake, please call us.',
  },
  unanswered: {
    vi: 'Chưa ai kịp trả lời trước giờ hẹn, nên yêu cầu đã tự huỷ. Chúng tôi xin lỗi; xin gọi cho chúng tôi.',
    en: 'We did not answer in time, so your request was cancelled automatically. We are sorry. Please call us.',
  },
  reason: { vi: 'Lý do', en: 'Reason' },
  bookmark: {
    vi: 'Giữ lại địa chỉ của trang này, hoặc mã đặt chỗ ở trên, để xem lại.',
    en: 'Keep the address of this page, or the booking number above, to find your booking again.',
  },
} satisfies Record<string, LocalizedText>
