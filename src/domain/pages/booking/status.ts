/** The status pages of a booking, for anyone who has its code. They never show who booked. */
import { type Block, type Document, link, paragraph } from '../../../content/document.ts'
import type { DynamicPage, PageRequest } from '../../../content/dynamic-page.ts'
import { firstValue } from '../../../content/form-values.ts'
import { pageUrl } from '../../../content/page-url.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import { calendarFile } from '../../booking/calendar-file.ts'
import { reservationData } from '../../booking/reservation-data.ts'
import type { BookingStatus } from '../../booking/status-operation.ts'
import { bookingPath } from '../../booking/url.ts'
import { dataRequestPath } from '../../guest/data-request-url.ts'
import { confirmationBlocks, confirmFromLink } from '../address-confirmation.ts'
import { changePage } from './change.ts'
import { comingBlocks, comingPage } from './coming.ts'
import type { BookingPageContext } from './context.ts'
import { depositBlocks, nextStepOnPage } from './deposit-blocks.ts'
import { lookupPage } from './lookup.ts'
import { offerBlocks, offersPage } from './offers.ts'
import { isUpcoming } from './status-texts.ts'
import { statusActions, ticketBlock } from './ticket.ts'
import { withBooking } from './with-booking.ts'

export function bookingPages(context: BookingPageContext): DynamicPage[] {
  return [
    lookupPage(),
    statusPage(context),
    calendarPage(context),
    qrPage(context),
    comingPage(context),
    offersPage(context),
    changePage(context),
  ]
}

function statusPage(context: BookingPageContext): DynamicPage {
  const { addresses } = context
  const path = `${bookingPath}/{code}`
  const render = (request: PageRequest, confirmation: Block[]) =>
    withBooking(request, context, (booking) => ({
      document: statusDocument(context, booking, confirmation, request),
    }))
  return {
    path,
    record: { followUp: 'requestChange' },
    show: async (request) =>
      render(request, await confirmationBlocks(addresses, 'booking', request)),
    submit: async (request) => confirmFromLink(addresses, 'booking', request, render),
  }
}

function statusDocument(
  context: BookingPageContext,
  booking: BookingStatus,
  confirmation: Block[],
  request: PageRequest,
): Document {
  const { locale } = request
  const isOpen = isUpcoming(booking, context.now())
  return {
    title: (booking.offers && isOpen ? titles.offered : titles[booking.status])[locale],
    description: `${booking.offer.name} · ${booking.code}`,
    blocks: [
      ...confirmation,
      ...statusNotices(booking, isOpen, locale),
      ...(isOpen ? offerBlocks(context, booking, request) : []),
      ...depositBlocks(context, booking, locale),
      ticketBlock(context, booking, locale),
      ...(isOpen ? comingBlocks(context, booking, request) : []),
      ...termBlocks(context, booking, locale),
      ...statusActions(context, booking, locale),
      paragraph(labels.bookmark[locale]),
      paragraph(link(labels.data[locale], pageUrl(dataRequestPath, { code: booking.code }))),
      ...(firstValue(request.query, 'again') === undefined
        ? []
        : [{ kind: 'notice' as const, tone: 'problem' as const, text: [labels.again[locale]] }]),
    ],
    data: [reservationData(context, booking, locale)],
  }
}

/** What was requested comes first: for a guest who has just sent a change, it is the receipt. */
function statusNotices(booking: BookingStatus, isOpen: boolean, locale: Locale): Block[] {
  const tone = {
    pending: booking.offers ? 'good' : 'note',
    confirmed: 'good',
    cancelled: 'problem',
  } as const
  const text = {
    pending: nextStepOnPage(booking, locale),
    confirmed: labels[isOpen ? 'confirmed' : 'begun'][locale],
    cancelled:
      labels[booking.cancelled_because === 'unanswered' ? 'unanswered' : 'cancelled'][locale],
  }[booking.status]
  const reason = booking.why ? ` ${labels.reason[locale]}: “${booking.why}”` : ''
  const main: Block = { kind: 'notice', tone: tone[booking.status], text: [`${text}${reason}`] }
  // While the booking is pending, its next step names the change too.
  const change = booking.status === 'pending' ? undefined : booking.requested_change
  return change ? [{ kind: 'notice', tone: 'note', text: [change.next_step] }, main] : [main]
}

function termBlocks({ form }: BookingPageContext, booking: BookingStatus, locale: Locale): Block[] {
  return form
    .terms(booking, locale)
    .map((text): Block => ({ kind: 'notice', tone: 'note', text: [text] }))
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

const titles: Record<BookingStatus['status'] | 'offered', LocalizedText> = {
  offered: { vi: 'Mời bạn chọn giờ hoặc chỗ khác', en: 'We offer you another time or place' },
  pending: { vi: 'Đang chờ chúng tôi xác nhận', en: 'Waiting for our call' },
  confirmed: { vi: 'Đã xác nhận', en: 'Confirmed' },
  cancelled: { vi: 'Đã huỷ', en: 'Cancelled' },
}

const labels = {
  confirmed: {
    vi: 'Nhân viên đã xác nhận. Hẹn gặp bạn!',
    en: 'Staff have confirmed. See you then!',
  },
  begun: {
    vi: 'Giờ hẹn đã tới hoặc đã qua. Nếu cần gì, xin gọi cho chúng tôi.',
    en: 'The time of this booking has begun or is over. If you need anything, please call us.',
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
    vi: 'Trang này tự cập nhật. Giữ lại địa chỉ của nó, hoặc mã đặt chỗ ở trên, để xem lại.',
    en: 'This page updates itself. Keep its address, or the booking number above, to find your booking again.',
  },
  data: {
    vi: 'Xin xem, sửa hoặc xoá dữ liệu của tôi',
    en: 'Request access, correction or erasure of my data',
  },
  again: {
    vi: 'Chưa ghi được. Trang này đã mở lâu; xin bấm nút lần nữa.',
    en: 'That was not recorded, because this page was open for long. Please press the button again.',
  },
} satisfies Record<string, LocalizedText>
