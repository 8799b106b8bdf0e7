/** The change page around its panel: the booking, the questions, and what to do if it is too late. */
import {
  type Block,
  type Document,
  link,
  type Panel,
  paragraph,
} from '../../../content/document.ts'
import { telephoneLink } from '../../../content/shop.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import type { BookingStatus } from '../../booking/status-operation.ts'
import { freeUntilText } from '../../booking/terms-texts.ts'
import { bookingPath } from '../../booking/url.ts'
import { type ChangeChoice, type ChangeQuestion, changePath, changeUrl } from './change-choice.ts'
import type { BookingPageContext } from './context.ts'
import { bookingRows } from './status-texts.ts'

export function changeDocument(
  context: BookingPageContext,
  booking: BookingStatus,
  choice: ChangeChoice,
  panel: Panel,
  asksParty: boolean,
  locale: Locale,
): Document {
  const { business } = context
  const isCancel = choice.question === 'cancel'
  const deadline = freeUntilText(booking, context.now(), locale)
  const rows = bookingRows(context, booking, locale)
  const questions: readonly ChangeQuestion[] = asksParty
    ? ['move', 'party', 'cancel']
    : ['move', 'cancel']
  return {
    title: (isCancel ? labels.cancelTitle : labels.title)[locale],
    description: labels.unchanged[locale],
    blocks: [
      { kind: 'facts', rows: rows.map(([term, text]) => [term, [text]]) },
      paragraph([labels.unchanged[locale], ...(deadline ? [deadline] : [])].join(' ')),
      {
        kind: 'choices',
        label: labels.question[locale],
        choices: questions.map((question) => ({
          text: questionLabels[question][locale],
          href: `${changeUrl(booking.code, { question })}#booking`,
          ...(question === choice.question && { current: true }),
        })),
      },
      panel,
      enterForm(booking, asksParty, locale),
      paragraph(
        labels.call[locale],
        link(business.phone, telephoneLink(business)),
        '. ',
        link(labels.back[locale], `${bookingPath}/${booking.code}`),
      ),
    ],
  }
}

/** Everything in one form: also the tool with which an assistant in the browser prepares the request. */
function enterForm(booking: BookingStatus, asksParty: boolean, locale: Locale): Block {
  const kinds = asksParty ? (['move', 'party', 'cancel'] as const) : (['move', 'cancel'] as const)
  const field = (name: string, type: 'date' | 'time' | 'text', label: LocalizedText) => ({
    ...{ name, type, label: label[locale], needed: false, autocomplete: 'off' },
    ...{ values: [], error: undefined },
  })
  return {
    kind: 'disclosure',
    title: labels.enter[locale],
    blocks: [
      {
        kind: 'form',
        method: 'get',
        address: changePath(booking.code),
        fields: [
          {
            name: 'kind',
            label: labels.question[locale],
            type: 'select',
            needed: true,
            autocomplete: 'off',
            options: kinds.map((kind) => ({ value: kind, label: questionLabels[kind][locale] })),
            values: ['move'],
            error: undefined,
          },
          field('date', 'date', { vi: 'Ngày mới', en: 'New day' }),
          field('time', 'time', { vi: 'Giờ mới', en: 'New time' }),
          ...(asksParty
            ? [
                field('party_size', 'text', {
                  vi: 'Tất cả mấy người',
                  en: 'How many guests in all',
                }),
              ]
            : []),
        ],
        hidden: [],
        buttons: [{ label: labels.next[locale] }],
        tool: {
          name: 'ask_to_change_a_booking',
          description:
            'Shows the free times for moving this booking, or the request itself: another time, another number of ' +
            'guests, or a cancellation. The guest then reads it, types the last four digits of the phone number, ' +
            'agrees and sends it; staff call before they act.',
        },
      },
    ],
  }
}

/** A booking that is cancelled, or has begun. */
export function closedDocument(
  { business }: BookingPageContext,
  booking: BookingStatus,
  locale: Locale,
): Document {
  const isCancelled = booking.status === 'cancelled'
  const text = (isCancelled ? labels.isCancelled : labels.hasStarted)[locale]
  return {
    title: labels.title[locale],
    description: text,
    blocks: [
      { kind: 'notice', tone: 'note', text: [text] },
      {
        kind: 'actions',
        links: [
          {
            text: `${labels.callButton[locale]} ${business.phone}`,
            href: telephoneLink(business),
            main: true,
          },
          { text: labels.back[locale], href: `${bookingPath}/${booking.code}` },
        ],
      },
    ],
  }
}

export function sendButton(question: ChangeQuestion): LocalizedText {
  return sendLabels[question]
}

const sendLabels: Record<ChangeQuestion, LocalizedText> = {
  move: { vi: 'Gửi yêu cầu dời', en: 'Ask for this time' },
  party: { vi: 'Gửi yêu cầu đổi', en: 'Ask for this change' },
  cancel: { vi: 'Gửi yêu cầu huỷ', en: 'Ask to cancel' },
}

const questionLabels: Record<ChangeQuestion, LocalizedText> = {
  move: { vi: 'Ngày, giờ', en: 'Day and time' },
  party: { vi: 'Số người', en: 'Guests' },
  cancel: { vi: 'Huỷ', en: 'Cancel' },
}

const labels = {
  title: { vi: 'Đổi lượt đặt', en: 'Change your booking' },
  cancelTitle: { vi: 'Huỷ lượt đặt', en: 'Cancel your booking' },
  question: { vi: 'Bạn muốn đổi gì?', en: 'What would you like to change?' },
  unchanged: {
    vi: 'Chỗ này vẫn là của bạn cho tới khi chúng tôi trả lời.',
    en: 'This booking is yours until we answer.',
  },
  call: { vi: 'Hoặc gọi ', en: 'Or call ' },
  callButton: { vi: 'Gọi', en: 'Call' },
  back: { vi: 'Về trang của lượt đặt', en: 'Back to the booking' },
  enter: { vi: 'Nhập điều muốn đổi', en: 'Enter the change' },
  next: { vi: 'Xem', en: 'Show' },
  isCancelled: {
    vi: 'Lượt đặt này đã huỷ, nên không đổi được nữa. Bạn có thể đặt lại, hoặc gọi cho chúng tôi.',
    en: 'This booking is cancelled and can no longer be changed. You can book again, or call us.',
  },
  hasStarted: {
    vi: 'Đã tới giờ của lượt đặt này, nên trang không đổi được nữa. Xin gọi cho chúng tôi.',
    en: 'This booking has begun, so that this page can no longer change it. Please call us.',
  },
} satisfies Record<string, LocalizedText>
