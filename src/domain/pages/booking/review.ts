/** The review of a booking request before it is sent. */
import type { Block } from '../../../content/document.ts'
import { type FormValues, firstValue } from '../../../content/form-values.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import { parseIsoString } from '../../../kernel/time.ts'
import { surchargeRow } from '../../booking/quote-fields.ts'
import type { RequestedBooking } from '../../booking/request-operation.ts'
import type { Offer } from '../../catalogue/offer.ts'
import { summaryLabels } from '../../forms/booking-form.ts'
import { questionFormField } from '../../forms/form-fields.ts'
import { typedRows } from '../../forms/review.ts'
import { quoteLabels } from '../../pricing/quote.ts'
import { formatStay, parseStart } from '../../scheduling/format-start.ts'
import type { BookingPageContext } from './context.ts'
import { noteFor } from './free-until.ts'

/** `requested` is the result of the dry run. The caller adds the form that sends the request. */
export function reviewBlocks(
  context: BookingPageContext,
  requested: RequestedBooking,
  typed: FormValues,
  locale: Locale,
): Block[] {
  const { form, rules, findOfferOn } = context
  const { offer, starts_at, ends_at, terms } = requested
  const freeUntil = noteFor(
    context,
    terms?.free_cancellation_hours,
    parseIsoString(starts_at),
    locale,
  )
  const agreed = [...form.terms(requested, locale), freeUntil ?? ''].join(' ').trim()
  const { date } = rules.serviceDays.find(parseStart(starts_at))
  const rows: [string, string][] = [
    [summaryLabels.what[locale], offer.name],
    [summaryLabels.when[locale], formatStay(rules.serviceDays, starts_at, ends_at, locale)],
    ...priceRow(findOfferOn(offer.id, date), requested, locale),
    ...surchargeRow(requested, locale),
    ...form.summary(requested, locale, 'guest'),
    [labels.name[locale], firstValue(typed, 'name') ?? ''],
    [labels.phone[locale], firstValue(typed, 'phone') ?? ''],
    ...typedRow(labels.email, firstValue(typed, 'email'), locale),
    ...typedRows(rules.questions.map(questionFormField), typed, locale),
    ...typedRow(labels.note, firstValue(typed, 'note'), locale),
  ]
  return [
    { kind: 'facts', rows: rows.map(([term, text]) => [term, [text]]) },
    ...[agreed, labels.pending[locale]].flatMap((text): Block[] =>
      text === '' ? [] : [{ kind: 'notice', tone: 'note', text: [text] }],
    ),
  ]
}

function typedRow(
  label: LocalizedText,
  value: string | undefined,
  locale: Locale,
): [term: string, text: string][] {
  return value ? [[label[locale], value]] : []
}

/** `offer` is that of the booked day. Empty for an offer without a price, such as a table. */
function priceRow(
  offer: Offer | undefined,
  { price }: RequestedBooking,
  locale: Locale,
): [term: string, text: string][] {
  if (!offer) return []
  if (!price) return typedRow(quoteLabels.price, offer.priceLabel?.[locale], locale)
  const note = offer.priceNote ? `. ${offer.priceNote[locale]}` : ''
  return [[quoteLabels.price[locale], `${price.display}${note}`]]
}

const labels = {
  name: { vi: 'Tên', en: 'Name' },
  phone: { vi: 'Điện thoại', en: 'Phone' },
  email: { vi: 'Email', en: 'Email' },
  note: { vi: 'Ghi chú', en: 'Note' },
  pending: {
    vi: 'Đây là yêu cầu: chỗ được giữ cho bạn, và chắc chắn khi nhân viên gọi hoặc nhắn tin xác nhận.',
    en: 'This is a request. We hold the place for you and confirm by phone or message.',
  },
} satisfies Record<string, LocalizedText>
