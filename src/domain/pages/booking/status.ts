/** What became of a request, for whoever has its code: never who booked. */
import {
  type ActionLink,
  type Block,
  type Document,
  heading,
  type Inline,
  link,
  paragraph,
} from '../../../content/document.ts'
import type { ApiResponseBody, DynamicPage } from '../../../content/dynamic-page.ts'
import { telephoneLink } from '../../../content/shop.ts'
import { formatTimeRange } from '../../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import { parseIsoString } from '../../../kernel/time.ts'
import { calendarFile } from '../../booking/calendar-file.ts'
import {
  depositDisclaimerText,
  depositText,
  type toDepositResponse,
} from '../../booking/deposit/deposit.ts'
import { bookingPath } from '../../booking/url.ts'
import { type FlowParts, summaryLabels } from '../../forms/booking-form.ts'
import { transferBlock } from '../../payment/transfer.ts'
import { changePage } from './change.ts'
import { lookupPage } from './lookup.ts'

type Booking = {
  code: string
  status: 'pending' | 'confirmed' | 'cancelled'
  status_label: string
  starts_at: string
  ends_at: string
  offer: { id: string; name: string }
  party_size: number
  cancelled_because?: 'unanswered' | 'staff'
  next_step?: string
  deposit?: ReturnType<typeof toDepositResponse>
  change_requested: boolean
  updated_at: string
}

const apiPathOf = (code: string) => `/api/booking/${encodeURIComponent(code)}`

export function bookingPages(parts: FlowParts): DynamicPage[] {
  return [lookupPage(), statusPage(parts), calendarPage(parts), qrPage(parts), changePage(parts)]
}

function statusPage(parts: FlowParts): DynamicPage {
  const { business, now } = parts
  return {
    path: `${bookingPath}/{code}`,
    async show({ pathParams: { code = '' }, locale, api }) {
      const { status, body } = await api.read(apiPathOf(code), locale)
      if (status >= 400) return { status, document: errorDocument(parts, status, body, locale) }
      const booking = body as unknown as Booking
      const isOpen = booking.status !== 'cancelled' && parseIsoString(booking.starts_at) > now()
      const links: ActionLink[] = [
        {
          text: `${words.call[locale]} ${business.phone}`,
          href: telephoneLink(business),
          main: true,
        },
        ...business.messaging.map(({ name, address }) => ({ text: name, href: address })),
        ...(isOpen
          ? [
              { text: words.calendar[locale], href: `${bookingPath}/${booking.code}/calendar` },
              { text: words.change[locale], href: `${bookingPath}/${booking.code}/change` },
            ]
          : []),
      ]
      const document: Document = {
        title: titles[booking.status][locale],
        description: `${booking.code} · ${booking.status_label}`,
        blocks: [
          ...stateNotices(booking, locale),
          ...depositBlocks(parts, booking, locale),
          factsBlock(parts, body, locale),
          ...termBlocks(parts, body, locale),
          { kind: 'actions', links },
          paragraph(words.keep[locale]),
        ],
        data: [reservation(parts, booking)],
      }
      return { document }
    },
  }
}

function stateNotices(booking: Booking, locale: Locale): Block[] {
  const tone = { pending: 'note', confirmed: 'good', cancelled: 'problem' } as const
  const text = {
    pending: nextStepHere(booking, locale),
    confirmed: words.confirmed[locale],
    cancelled:
      words[booking.cancelled_because === 'unanswered' ? 'unanswered' : 'cancelled'][locale],
  }[booking.status]
  const main: Block = { kind: 'notice', tone: tone[booking.status], text: [text] }
  return booking.change_requested
    ? [main, { kind: 'notice', tone: 'note', text: [words.changing[locale]] }]
    : [main]
}

/** The next step as this page says it: elsewhere it sends the guest to this very page. */
function nextStepHere({ next_step = '', deposit }: Booking, locale: Locale): string {
  if (!deposit) return next_step
  const plainDeposit = { ...deposit, amount: deposit.amount.amount }
  const here = depositText(plainDeposit, true)[locale]
  return next_step.replace(depositText(plainDeposit)[locale], () => here)
}

/** How to pay what is asked for; what became of it otherwise. While it is pending, the first notice says it. */
function depositBlocks(parts: FlowParts, booking: Booking, locale: Locale): Block[] {
  const { code, status, deposit } = booking
  if (!deposit) return []
  const { amount, state, transfer } = deposit
  if (!transfer) {
    const isAlreadyStated = status === 'pending' || state === 'not_asked' || state === 'asked'
    if (isAlreadyStated) return []
    const text = depositText({ amount: amount.amount, state })[locale]
    return [{ kind: 'notice', tone: 'note', text: [text] }]
  }
  return [
    heading(`${words.deposit[locale]} ${amount.display}`, 'deposit'),
    paragraph(words.scan[locale]),
    transferBlock(transfer, `${bookingPath}/${code}/qr`, locale),
    paragraph(depositDisclaimerText(booking)[locale], ' ', ...cancellationText(parts, locale)),
  ]
}

/** A shop that takes deposits by a rule writes what becomes of them; where staff ask for one, only they know. */
function cancellationText({ rules, business, policyTitle }: FlowParts, locale: Locale): Inline[] {
  if (rules.deposit) {
    return [words.cancelling[locale], ' ', link(policyTitle[locale], '/policy'), '.']
  }
  const { before, after } = words.askUs
  return [before[locale], ' ', link(business.phone, telephoneLink(business)), ' ', after[locale]]
}

function factsBlock({ form }: FlowParts, body: ApiResponseBody, locale: Locale): Block {
  const { code, status_label, offer, starts_at, ends_at } = body as unknown as Booking
  const rows: [string, string][] = [
    [words.code[locale], code],
    [words.state[locale], status_label],
    [summaryLabels.what[locale], offer.name],
    [summaryLabels.when[locale], formatTimeRange(starts_at, ends_at, locale)],
    ...form.summary(body, locale, 'guest'),
  ]
  return { kind: 'facts', rows: rows.map(([term, text]) => [term, [text]]) }
}

/** What was agreed to with such a booking. */
function termBlocks({ form }: FlowParts, body: ApiResponseBody, locale: Locale): Block[] {
  return form
    .terms(body, locale)
    .map((text): Block => ({ kind: 'notice', tone: 'note', text: [text] }))
}

/** The code of a transfer as a picture, to be opened in a banking app on the same phone. */
function qrPage(parts: FlowParts): DynamicPage {
  return {
    path: `${bookingPath}/{code}/qr`,
    async show({ pathParams: { code = '' }, locale, api }) {
      const { status, body } = await api.read(apiPathOf(code), locale)
      if (status >= 400) return { status, document: errorDocument(parts, status, body, locale) }
      const booking = body as unknown as Booking
      const transfer = booking.deposit?.transfer
      if (!transfer) return { seeOther: `${bookingPath}/${booking.code}` }
      return { qr: { name: `${transfer.purpose}.png`, code: transfer.qr } }
    },
  }
}

function calendarPage(parts: FlowParts): DynamicPage {
  return {
    path: `${bookingPath}/{code}/calendar`,
    async show({ pathParams: { code = '' }, locale, api }) {
      const { status, body } = await api.read(apiPathOf(code), locale)
      if (status >= 400) return { status, document: errorDocument(parts, status, body, locale) }
      const booking = body as unknown as Booking
      return {
        file: {
          type: 'text/calendar; charset=utf-8',
          name: `${booking.code}.ics`,
          body: calendarFile(parts, booking, locale),
        },
      }
    },
  }
}

/** An unknown code and a mistyped one look the same; a book that is out of reach does not. */
function errorDocument(
  { business }: FlowParts,
  status: number,
  { detail = '' }: ApiResponseBody,
  locale: Locale,
): Document {
  return {
    title: words[status === 404 ? 'unknown' : 'away'][locale],
    description: detail,
    picture: { name: '404' },
    blocks: [
      paragraph(detail),
      {
        kind: 'actions',
        links: [{ text: business.phone, href: telephoneLink(business), main: true }],
      },
    ],
  }
}

function reservation({ base, business, form }: FlowParts, booking: Booking): object {
  const states = { pending: 'Pending', confirmed: 'Confirmed', cancelled: 'Cancelled' }
  return {
    '@context': 'https://schema.org',
    '@type': form.reservationType,
    reservationId: booking.code,
    reservationStatus: `https://schema.org/Reservation${states[booking.status]}`,
    url: `${base}${bookingPath}/${booking.code}`,
    startTime: booking.starts_at,
    endTime: booking.ends_at,
    partySize: booking.party_size,
    reservationFor: { '@type': form.placeType, name: business.name },
  }
}

const titles: Record<Booking['status'], LocalizedText> = {
  pending: { vi: 'Đã nhận yêu cầu, đang chờ xác nhận', en: 'We have your request; it is pending' },
  confirmed: { vi: 'Đã xác nhận', en: 'Confirmed' },
  cancelled: { vi: 'Đã hủy', en: 'Cancelled' },
}

const words = {
  code: { vi: 'Mã', en: 'Code' },
  state: { vi: 'Tình trạng', en: 'State' },
  call: { vi: 'Gọi', en: 'Call' },
  calendar: { vi: 'Thêm vào lịch', en: 'Add to calendar' },
  change: { vi: 'Xin đổi hoặc hủy', en: 'Change or cancel' },
  confirmed: {
    vi: 'Nhân viên đã xác nhận. Hẹn gặp bạn!',
    en: 'Staff have confirmed. See you then!',
  },
  cancelled: {
    vi: 'Yêu cầu này đã hủy. Nếu có gì nhầm, xin gọi cho chúng tôi.',
    en: 'This request is cancelled. If that is a mistake, please call us.',
  },
  unanswered: {
    vi: 'Chưa ai kịp trả lời trước giờ hẹn, nên yêu cầu đã tự hủy. Chúng tôi xin lỗi; xin gọi cho chúng tôi.',
    en: 'Nobody answered before its time, so it was cancelled by itself. We are sorry; please call us.',
  },
  changing: {
    vi: 'Bạn đã xin đổi; nhân viên sẽ gọi lại.',
    en: 'You asked for a change; staff will call you.',
  },
  deposit: { vi: 'Đặt cọc', en: 'Deposit' },
  scan: {
    vi: 'Quét mã bằng ứng dụng ngân hàng bất kỳ, hoặc lưu ảnh rồi mở trong ứng dụng; cũng có thể chép từng dòng. Xin giữ đúng nội dung để chúng tôi nhận ra bạn.',
    en: 'Scan the code with any Vietnamese banking app, or save it and open it there; or copy the lines. Please keep the purpose as it is, so that we know it is yours.',
  },
  cancelling: {
    vi: 'Khi hủy, tiền cọc xử lý ra sao có ghi ở trang',
    en: 'What happens to it if you cancel stands on the page',
  },
  askUs: {
    before: {
      vi: 'Nếu cần đổi hoặc hủy, xin gọi',
      en: 'If you have to change or cancel, please call',
    },
    after: { vi: 'để hỏi về tiền cọc.', en: 'about the deposit.' },
  },
  keep: {
    vi: 'Giữ lại địa chỉ của trang này, hoặc mã ở trên, để xem lại.',
    en: 'Keep the address of this page, or the code above, to come back to it.',
  },
  away: { vi: 'Tạm thời chưa xem được', en: 'This cannot be shown just now' },
  unknown: { vi: 'Không tìm thấy yêu cầu này', en: 'This request was not found' },
} satisfies Record<string, LocalizedText | Record<string, LocalizedText>>
