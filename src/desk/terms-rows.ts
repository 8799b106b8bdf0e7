/** The terms of a booking for staff, and what the content of today says differently. */
import type { BookingView } from '../domain/booking/rows.ts'
import { findChangedTerms, termsOf } from '../domain/booking/terms.ts'
import { erasedName } from '../domain/guest/fields.ts'
import type { ChangedTerm } from '../domain/pricing/terms.ts'
import { joinParts } from '../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { formatMoney } from '../kernel/money.ts'
import type { DeskContext } from './context.ts'

type TermName = ChangedTerm['name']

/** Notice and deposit are shown elsewhere, unless they have changed. */
const shownTerms = ['holdMinutes', 'freeCancellationHours', 'minimumSpend'] as const

export function termsRows(
  { shop }: DeskContext,
  booking: BookingView,
  locale: Locale,
): [string, string][] {
  const context = { rules: shop.booking, business: shop.business }
  const terms = termsOf(context, booking)
  const shown = shownTerms
    .filter((name) => terms[name] !== undefined)
    .map((name) => formatTerm(name, terms[name], locale))
  // Without the details of an erased booking there is nothing to compare.
  const changed = booking.name === erasedName ? [] : findChangedTerms(context, booking)
  const rows: [string, string][] = [[words.terms[locale], joinParts(shown)]]
  if (changed.length > 0) {
    const texts = changed.map((one) => formatChange(one, locale))
    rows.push([words.today[locale], joinParts(texts)])
  }
  return rows
}

/** "deposit 1,000,000 ₫ (when booked: 800,000 ₫)" */
function formatChange({ name, agreed, today }: ChangedTerm, locale: Locale): string {
  const before = formatAmount(name, agreed, locale)
  return `${formatTerm(name, today, locale)} (${words.agreed[locale]} ${before})`
}

function formatTerm(name: TermName, value: number | undefined, locale: Locale): string {
  return `${labels[name][locale]} ${formatAmount(name, value, locale)}`
}

function formatAmount(name: TermName, value: number | undefined, locale: Locale): string {
  if (value === undefined || (value === 0 && isMoney(name))) return words.none[locale]
  if (isMoney(name)) return formatMoney(value, locale)
  if (name === 'freeCancellationHours') {
    return { vi: `${value} giờ trước`, en: `${value} h before` }[locale]
  }
  return { vi: `${value} phút`, en: `${value} min` }[locale]
}

function isMoney(name: TermName): boolean {
  return name === 'deposit' || name === 'minimumSpend'
}

const labels: Record<TermName, LocalizedText> = {
  deposit: { vi: 'cọc', en: 'deposit' },
  holdMinutes: { vi: 'giữ chỗ', en: 'held for' },
  noticeMinutes: { vi: 'đặt trước', en: 'notice' },
  freeCancellationHours: { vi: 'huỷ miễn phí đến', en: 'free to cancel until' },
  minimumSpend: { vi: 'chi tối thiểu', en: 'minimum spend' },
}

const words = {
  terms: { vi: 'Quy định lúc đặt', en: 'Terms when booked' },
  today: { vi: 'Quy định nay đã khác', en: 'Terms today differ' },
  agreed: { vi: 'lúc đặt:', en: 'when booked:' },
  none: { vi: 'không có', en: 'none' },
} satisfies Record<string, LocalizedText>
