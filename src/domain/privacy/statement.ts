/** A receipt in words: how much of what, and what the guest may be told. */

import { formatCode } from '../../kernel/booking-code.ts'
import { formatDate } from '../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { dateAt } from '../../kernel/time.ts'
import type { Counts, Receipt } from './receipts.ts'

type Noun = { vi: string; en: [one: string, several: string] }

const nouns: Record<keyof Counts, Noun> = {
  bookings: { vi: 'lượt đặt', en: ['booking', 'bookings'] },
  cancelled: { vi: 'lượt hoặc đơn được hủy trước', en: ['cancelled first', 'cancelled first'] },
  marks: {
    vi: 'lượt có ghi dị ứng hoặc sức khỏe',
    en: ['with allergies or health boxes', 'with allergies or health boxes'],
  },
  orders: { vi: 'đơn thẻ', en: ['order', 'orders'] },
  leads: { vi: 'lần xin gọi lại', en: ['request to be called', 'requests to be called'] },
  subscriptions: {
    vi: 'địa chỉ nhận bản tin',
    en: ['newsletter subscription', 'newsletter subscriptions'],
  },
  answers: {
    vi: 'bản lưu tạm của lần gửi, giữ một ngày phòng khi mất mạng',
    en: [
      'answer kept for a day in case the line broke',
      'answers kept for a day in case the line broke',
    ],
  },
  mentions: {
    vi: 'chỗ nhắc đến trong ghi chú về người khác',
    en: ['mention in a note about others', 'mentions in notes about others'],
  },
  requests: {
    vi: 'yêu cầu về dữ liệu',
    en: ['request about data', 'requests about data'],
  },
}

/** "2 lượt đặt", "1 booking"; all of them, or only those that there are. */
export function formatCounts(counts: Counts, locale: Locale, all = false): string[] {
  return Object.entries(nouns).flatMap(([name, { vi, en }]) => {
    const number = counts[name as keyof Counts]
    if (number === undefined || (number === 0 && !all)) return []
    return [`${number} ${locale === 'vi' ? vi : en[number === 1 ? 0 : 1]}`]
  })
}

/** What can be sent to the guest as it stands. */
export function buildStatement(receipt: Receipt, shopName: string): LocalizedText {
  return {
    vi: formatStatement(receipt, shopName, 'vi'),
    en: formatStatement(receipt, shopName, 'en'),
  }
}

function formatStatement(receipt: Receipt, shop: string, locale: Locale): string {
  const { kind, at, code, counts, elsewhere } = receipt
  const number = formatCode(code)
  const date = formatDate(dateAt(at), locale)
  const what = formatGuestCounts(counts, locale)
  if (kind === 'export') {
    return {
      vi: `${date}, ${shop} đã giao cho bạn bản sao những gì chúng tôi lưu về bạn (${what}). Số biên nhận: ${number}.`,
      en: `On ${date}, ${shop} gave you a copy of what we keep about you (${what}). Receipt: ${number}.`,
    }[locale]
  }
  const remainingText =
    elsewhere > 0 ? remainingElsewhere(elsewhere)[locale] : nothingRemaining[locale]
  return {
    vi: `${date}, theo yêu cầu của bạn, ${shop} đã xóa thông tin cá nhân của bạn khỏi sổ (${what}). ${remainingText} Bản sao lưu đã có từ trước được xóa khi hết hạn giữ. Số biên nhận: ${number}.`,
    en: `On ${date}, as you asked, ${shop} erased your personal data from its book (${what}). ${remainingText} Backups made before go when their time is over. Receipt: ${number}.`,
  }[locale]
}

const nothingRemaining: LocalizedText = {
  vi: 'Chúng tôi không còn lưu tên, số điện thoại, email, lời nhắn hay thông tin sức khỏe của bạn; phần còn lại chỉ là số liệu, không gắn với ai.',
  en: 'We no longer keep your name, phone number, e-mail, notes or anything about your health; what remains are figures that belong to nobody.',
}

/** Under another phone or address they may be somebody else's, too. */
function remainingElsewhere(count: number): LocalizedText {
  return {
    vi: `Còn ${count} mục ghi kèm một số điện thoại hoặc email khác nên chưa xóa; nếu đó cũng là của bạn, xin báo cho chúng tôi số hoặc địa chỉ ấy.`,
    en: `${count} ${count === 1 ? 'entry stands' : 'entries stand'} under another phone number or address as well and ${count === 1 ? 'was' : 'were'} left; if that is yours, too, please tell us which it is.`,
  }
}

/** What only the house has to know is left out. */
function formatGuestCounts(
  { mentions: _, answers: __, requests: ___, ...counts }: Counts,
  locale: Locale,
) {
  const items = formatCounts({ ...counts, answers: 0, requests: 0 }, locale)
  return items.length > 0
    ? items.join(', ')
    : { vi: 'không còn gì để xóa', en: 'nothing was left' }[locale]
}
