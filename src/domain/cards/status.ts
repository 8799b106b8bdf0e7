/** Kinds, units and states of cards and their entries, with labels. */
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import { plural } from '../../kernel/plural.ts'

export const cardKinds = ['gift_card', 'membership'] as const

export type CardKind = (typeof cardKinds)[number]

export type CardUnit = 'vnd' | 'visits'

export const maxBalances: Record<CardUnit, number> = { vnd: 500_000_000, visits: 100 }

export const cardStatuses = ['active', 'used_up', 'expired'] as const

export type CardStatus = (typeof cardStatuses)[number]

export const cardLabels: Record<CardStatus, LocalizedText> = {
  active: { vi: 'còn dùng được', en: 'valid' },
  used_up: { vi: 'đã dùng hết', en: 'used up' },
  expired: { vi: 'hết hạn', en: 'expired' },
}

export const cardKindLabels: Record<CardKind, LocalizedText> = {
  gift_card: { vi: 'Thẻ quà tặng', en: 'Gift card' },
  membership: { vi: 'Thẻ thành viên', en: 'Membership' },
}

export function cardStatus(
  { balance, valid_until }: { balance: number; valid_until: number },
  now: number,
): CardStatus {
  if (valid_until <= now) return 'expired'
  return balance === 0 ? 'used_up' : 'active'
}

export const entryKinds = ['issued', 'redeemed', 'given_back', 'adjusted', 'expired'] as const

export type EntryKind = (typeof entryKinds)[number]

export const entryLabels: Record<EntryKind, LocalizedText> = {
  issued: { vi: 'Phát hành', en: 'Issued' },
  redeemed: { vi: 'Đã dùng', en: 'Redeemed' },
  given_back: { vi: 'Hoàn lại', en: 'Given back' },
  adjusted: { vi: 'Điều chỉnh', en: 'Adjusted' },
  expired: { vi: 'Hết hạn', en: 'Expired' },
}

/** Why the program made an entry without a reason of staff. */
export type EntryCause =
  | 'order_reopened'
  | 'order_paid'
  | 'visit'
  | 'late_cancellation'
  | 'no_show'
  | 'extended'

export const causeLabels: Record<EntryCause, LocalizedText> = {
  order_reopened: { vi: 'đơn chưa được trả tiền', en: 'the order is not paid' },
  order_paid: { vi: 'đơn đã được trả tiền', en: 'the order is paid' },
  visit: { vi: 'một lần đến', en: 'a visit' },
  late_cancellation: { vi: 'huỷ muộn', en: 'late cancellation' },
  no_show: { vi: 'không đến', en: 'no-show' },
  extended: { vi: 'thẻ được gia hạn', en: 'the card was extended' },
}

/** "450.000 ₫", "1 visit", "3 lần" */
export function formatUnits(amount: number, unit: CardUnit, locale: Locale): string {
  if (unit === 'vnd') return formatMoney(amount, locale)
  const noun = { vi: 'lần', en: plural(amount, { one: 'visit', other: 'visits' }) }[locale]
  return `${amount} ${noun}`
}

/** "+450.000 ₫", "−1 visit" */
export function formatChange(amount: number, unit: CardUnit, locale: Locale): string {
  return `${amount < 0 ? '−' : '+'}${formatUnits(Math.abs(amount), unit, locale)}`
}
