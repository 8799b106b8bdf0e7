/** The deposit on the status page: how to pay it, or its status. */
import { type Block, heading, type Inline, link, paragraph } from '../../../content/document.ts'
import { telephoneLink } from '../../../content/shop.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import { formatMoney } from '../../../kernel/money.ts'
import { type Deposit, depositDisclaimerText, depositText } from '../../booking/deposit/deposit.ts'
import { answerPlaces, type BookingStatus } from '../../booking/status-operation.ts'
import { bookingPath } from '../../booking/url.ts'
import { fromTransferResponse, transferBlock } from '../../payment/transfer.ts'
import type { BookingPageContext } from './context.ts'

export function depositBlocks(
  context: BookingPageContext,
  booking: BookingStatus,
  locale: Locale,
): Block[] {
  const deposit = depositOf(booking)
  if (!deposit) return []
  const { amount, state, transfer } = deposit
  if (!transfer) {
    // While the booking is pending, the first notice of the page contains the deposit.
    const isAlreadyStated =
      booking.status === 'pending' || state === 'not_asked' || state === 'asked'
    if (isAlreadyStated) return []
    return [{ kind: 'notice', tone: 'note', text: [depositText({ amount, state })[locale]] }]
  }
  return [
    heading(`${labels.deposit[locale]} ${formatMoney(amount, locale)}`, 'deposit'),
    paragraph(labels.scan[locale]),
    transferBlock(transfer, `${bookingPath}/${booking.code}/qr`, locale),
    paragraph(depositDisclaimerText(booking)[locale], ' ', ...cancellationText(context, locale)),
  ]
}

/** The next step with the deposit text for this page; elsewhere the text refers to this page. */
export function nextStepOnPage(booking: BookingStatus, locale: Locale): string {
  const { elsewhere, onPage } = answerPlaces
  const nextStep = (booking.next_step ?? '').replace(elsewhere[locale], onPage[locale])
  const deposit = depositOf(booking)
  if (!deposit) return nextStep
  const textOnPage = depositText(deposit, true)[locale]
  return nextStep.replace(depositText(deposit)[locale], () => textOnPage)
}

function depositOf({ deposit }: BookingStatus): Deposit | undefined {
  if (!deposit) return undefined
  const { amount, state, transfer } = deposit
  return {
    amount: amount.amount,
    state,
    ...(transfer && { transfer: fromTransferResponse(transfer) }),
  }
}

/** The policy page describes deposits that a rule requires; about others the guest must ask staff. */
function cancellationText(
  { rules, business, policyTitle }: BookingPageContext,
  locale: Locale,
): Inline[] {
  if (rules.deposit) {
    return [labels.policy[locale], ' ', link(policyTitle[locale], '/policy'), '.']
  }
  const { before, after } = askUs
  return [before[locale], ' ', link(business.phone, telephoneLink(business)), ' ', after[locale]]
}

const labels = {
  deposit: { vi: 'Đặt cọc', en: 'Deposit' },
  scan: {
    vi:
      'Quét mã bằng ứng dụng ngân hàng bất kỳ, hoặc lưu ảnh rồi mở trong ứng dụng; cũng có thể chép từng dòng. Xin ' +
      'giữ đúng nội dung để chúng tôi nhận ra bạn.',
    en:
      'Scan the QR code with any Vietnamese banking app, or save it and open it there; or copy the lines. Please keep ' +
      'the purpose unchanged, so that we can identify your payment.',
  },
  policy: {
    vi: 'Khi huỷ, tiền cọc xử lý ra sao có ghi ở trang',
    en: 'What happens to the deposit if you cancel is described on the page',
  },
} satisfies Record<string, LocalizedText>

const askUs = {
  before: {
    vi: 'Nếu cần đổi hoặc huỷ, xin gọi',
    en: 'If you need to change or cancel, please call',
  },
  after: { vi: 'để hỏi về tiền cọc.', en: 'about the deposit.' },
} satisfies Record<string, LocalizedText>
