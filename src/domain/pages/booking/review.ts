/** The review of a booking request before it is sent. */
import type { Block } from '../../../content/document.ts'
import type { ApiResponseBody } from '../../../content/dynamic-page.ts'
import { formatTimeRange } from '../../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import { formatMoney } from '../../../kernel/money.ts'
import type { Offer } from '../../catalogue/offer.ts'
import { summaryLabels } from '../../forms/booking-form.ts'
import { questionFormField } from '../../forms/form-fields.ts'
import { reviewHeading, typedRows } from '../../forms/review.ts'
import type { BookingPageContext } from './context.ts'

/** `body` is the response of the dry run. The caller adds the form that sends the request. */
export function reviewBlocks(
  { form, rules, findOffer }: BookingPageContext,
  body: ApiResponseBody,
  typed: URLSearchParams,
  locale: Locale,
): Block[] {
  const offer = body.offer as { id: string; name: string }
  const [startsAt, endsAt] = [String(body.starts_at), String(body.ends_at)]
  const rows: [string, string][] = [
    [summaryLabels.what[locale], offer.name],
    [summaryLabels.when[locale], formatTimeRange(startsAt, endsAt, locale)],
    ...priceRow(findOffer(offer.id), locale),
    ...form.summary(body, locale, 'guest'),
    [labels.name[locale], typed.get('name') ?? ''],
    [labels.phone[locale], typed.get('phone') ?? ''],
    ...typedRow(labels.email, typed.get('email'), locale),
    ...typedRows(rules.questions.map(questionFormField), typed, locale),
    ...typedRow(labels.note, typed.get('note'), locale),
  ]
  return [
    reviewHeading(locale),
    { kind: 'facts', rows: rows.map(([term, text]) => [term, [text]]) },
    ...[...form.terms(body, locale), labels.pending[locale]].map(
      (text): Block => ({ kind: 'notice', tone: 'note', text: [text] }),
    ),
  ]
}

function typedRow(
  label: LocalizedText,
  value: string | null,
  locale: Locale,
): [term: string, text: string][] {
  return value ? [[label[locale], value]] : []
}

/** Empty for an offer without a price, such as a table. */
function priceRow(offer: Offer | undefined, locale: Locale): [term: string, text: string][] {
  if (!offer) return []
  const { price, priceLabel, priceNote } = offer
  if (price === 0) return typedRow(labels.price, priceLabel?.[locale] ?? null, locale)
  const note = priceNote ? `. ${priceNote[locale]}` : ''
  return [[labels.price[locale], `${formatMoney(price, locale)}${note}`]]
}

const labels = {
  price: { vi: 'Giá', en: 'Price' },
  name: { vi: 'Tên', en: 'Name' },
  phone: { vi: 'Điện thoại', en: 'Phone' },
  email: { vi: 'Email', en: 'Email' },
  note: { vi: 'Ghi chú', en: 'Note' },
  pending: {
    vi: 'Đây là yêu cầu: chỗ được giữ cho bạn, và chắc chắn khi nhân viên gọi hoặc nhắn tin xác nhận.',
    en: 'This is a request. We hold the place for you and confirm by phone or message.',
  },
} satisfies Record<string, LocalizedText>
