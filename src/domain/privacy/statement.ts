/** Formats a receipt: its counts, and a statement that can be sent to the guest. */
import { formatCode } from '../../kernel/booking-code.ts'
import { formatDate } from '../../kernel/format-date.ts'
import { forEachLocale, type Locale, type LocalizedText } from '../../kernel/locale.ts'
import { type PluralForms, plural } from '../../kernel/plural.ts'
import { dateAt } from '../../kernel/time.ts'
import type { Counts, Receipt } from './receipts.ts'

const nouns: Record<keyof Counts, Record<Locale, PluralForms>> = {
  bookings: { vi: { other: 'lượt đặt' }, en: { one: 'booking', other: 'bookings' } },
  cancelled: {
    vi: { other: 'lượt hoặc đơn được huỷ trước' },
    en: { other: 'cancelled beforehand' },
  },
  marks: {
    vi: { other: 'lượt có ghi dị ứng hoặc sức khoẻ' },
    en: { other: 'with allergies or health data' },
  },
  orders: { vi: { other: 'đơn thẻ' }, en: { one: 'order', other: 'orders' } },
  cards: { vi: { other: 'thẻ' }, en: { one: 'card', other: 'cards' } },
  leads: {
    vi: { other: 'lần xin gọi lại' },
    en: { one: 'callback request', other: 'callback requests' },
  },
  waitlist: {
    vi: { other: 'lần vào danh sách chờ' },
    en: { one: 'entry of the waitlist', other: 'entries of the waitlist' },
  },
  subscriptions: {
    vi: { other: 'địa chỉ nhận bản tin' },
    en: { one: 'newsletter subscription', other: 'newsletter subscriptions' },
  },
  answers: {
    vi: { other: 'bản lưu tạm của lần gửi, giữ một ngày phòng khi mất mạng' },
    en: {
      one: 'response stored for a day in case of connection loss',
      other: 'responses stored for a day in case of connection loss',
    },
  },
  mentions: {
    vi: { other: 'chỗ nhắc đến trong ghi chú về người khác' },
    en: { one: 'mention in a note about others', other: 'mentions in notes about others' },
  },
  requests: {
    vi: { other: 'yêu cầu về dữ liệu' },
    en: { one: 'data request', other: 'data requests' },
  },
  profiles: {
    vi: { other: 'trang khách có ghi chú của quầy' },
    en: { one: 'guest page with notes of staff', other: 'guest pages with notes of staff' },
  },
}

/** "2 lượt đặt", "1 booking"; without zero counts unless `includeZero`. */
export function formatCounts(counts: Counts, locale: Locale, includeZero = false): string[] {
  return Object.entries(nouns).flatMap(([name, forms]) => {
    const count = counts[name as keyof Counts]
    if (count === undefined || (count === 0 && !includeZero)) return []
    return [`${count} ${plural(count, forms[locale], locale)}`]
  })
}

export function buildStatement(receipt: Receipt, shopName: string): LocalizedText {
  return forEachLocale((locale) => formatStatement(receipt, shopName, locale))
}

function formatStatement(receipt: Receipt, shop: string, locale: Locale): string {
  const { kind, at, code, counts, elsewhere } = receipt
  const number = formatCode(code)
  const date = formatDate(dateAt(at), locale)
  const what = formatGuestCounts(counts, locale)
  if (kind === 'export') {
    return {
      vi: `${date}, ${shop} đã giao cho bạn bản sao những gì chúng tôi lưu về bạn (${what}). Số biên nhận: ${number}.`,
      en: `On ${date}, ${shop} gave you a copy of the data that we store about you (${what}). Receipt: ${number}.`,
    }[locale]
  }
  const remainingText =
    elsewhere > 0 ? remainingElsewhere(elsewhere)[locale] : nothingRemaining[locale]
  return {
    vi:
      `${date}, theo yêu cầu của bạn, ${shop} đã xoá thông tin cá nhân của bạn khỏi sổ (${what}). ` +
      `${remainingText} Bản sao lưu đã có từ trước được xoá khi hết hạn giữ. Số biên nhận: ` +
      `${number}.`,
    en:
      `On ${date}, at your request, ${shop} erased your personal data from its records (${what}). ` +
      `${remainingText} Existing backups are deleted when their retention period ends. Receipt: ` +
      `${number}.`,
  }[locale]
}

const nothingRemaining: LocalizedText = {
  vi:
    'Chúng tôi không còn lưu tên, số điện thoại, email, lời nhắn hay thông tin sức khoẻ của bạn; ' +
    'phần còn lại chỉ là số liệu, không gắn với ai.',
  en:
    'We no longer store your name, phone number, email, notes or health data; what remains are ' +
    'statistics that are not linked to anyone.',
}

const remainingForms: PluralForms = { one: 'entry was', other: 'entries were' }

function remainingElsewhere(count: number): LocalizedText {
  return {
    vi:
      `Còn ${count} mục ghi kèm một số điện thoại hoặc email khác nên chưa xoá; nếu đó cũng là ` +
      'của bạn, xin báo cho chúng tôi số hoặc địa chỉ ấy.',
    en:
      `${count} ${plural(count, remainingForms)} not erased because of a different phone number ` +
      'or email; if that is also yours, please tell us the number or address.',
  }
}

/** Leaves out counts that only concern the shop. */
function formatGuestCounts(
  { mentions: _, answers: __, requests: ___, ...counts }: Counts,
  locale: Locale,
) {
  const items = formatCounts({ ...counts, answers: 0, requests: 0 }, locale)
  return items.length > 0
    ? items.join(', ')
    : { vi: 'không còn gì để xoá', en: 'nothing was left' }[locale]
}
