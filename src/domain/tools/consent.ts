/**
 * The consent text of a tool: which data of this request is stored, for what and how long. The guest agrees to the full
 * text, which is stored with the request; this one has its address.
 */
import { forEachLocale, type Locale, type LocalizedText, localPath } from '../../kernel/locale.ts'
import { healthSentences, retentionText } from '../guest/consent.ts'
import type { ToolContext } from '../trade/tool-context.ts'

const purposes = {
  booking: {
    vi: 'để liên lạc và chuẩn bị cho yêu cầu này',
    en: 'to contact me about this request and prepare for it',
  },
  change: {
    vi: 'để xử lý yêu cầu đổi hoặc huỷ này',
    en: 'to handle this change or cancellation',
  },
  waitlist: {
    vi: 'để báo khi có chỗ và đặt chỗ đó khi tôi nhận',
    en: 'to tell me about a free place and to book it if I accept it',
  },
  callback: { vi: 'để liên lạc lại với tôi', en: 'to contact me' },
  order: { vi: 'để thực hiện đơn này', en: 'to carry out this order' },
}

/** The names of the arguments that contain data of the guest. */
const dataNames: Readonly<Record<string, LocalizedText>> = {
  code: { vi: 'mã đặt chỗ', en: 'booking code' },
  name: { vi: 'tên', en: 'name' },
  phone: { vi: 'số điện thoại', en: 'phone number' },
  email: { vi: 'email', en: 'email address' },
  note: { vi: 'lời nhắn', en: 'note' },
  message: { vi: 'lời nhắn', en: 'message' },
  recipient: { vi: 'tên người nhận', en: 'recipient’s name' },
  deliver_to: { vi: 'địa chỉ của người nhận', en: 'recipient’s address' },
}

export function toolConsent(
  { business, base, rules }: ToolContext,
  purpose: keyof typeof purposes,
  input: Readonly<Record<string, unknown>>,
): LocalizedText {
  const isSent = (name: string) => input[name] !== undefined && input[name] !== ''
  const sent = Object.keys(dataNames).filter(isSent)
  const answered = rules.questions.filter(({ name }) => [input[name] ?? []].flat().length > 0)
  const use = useText(business.name, purposes[purpose], sent, retentionText(business))
  return forEachLocale((locale) =>
    [
      use[locale],
      ...healthSentences(business, answered).map((sentence) => sentence[locale]),
      rightsText[locale],
      `${fullText[locale]}: ${base}${localPath('/docs', locale, business.languages)}#consent`,
    ].join(' '),
  )
}

function useText(
  shop: string,
  purpose: LocalizedText,
  sent: readonly string[],
  retention: LocalizedText,
): LocalizedText {
  const list = (locale: Locale, and: string) => {
    const names = sent.flatMap((name) => dataNames[name]?.[locale] ?? [])
    return [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(and)
  }
  return {
    vi: `Tôi đồng ý để ${shop} dùng ${list('vi', ' và ')} của tôi ${purpose.vi}, và ${retention.vi}.`,
    en: `I agree that ${shop} uses my ${list('en', ' and ')} ${purpose.en}, and ${retention.en}.`,
  }
}

const rightsText: LocalizedText = {
  vi: 'Tôi có thể xin xem, sửa, xoá dữ liệu hoặc rút lại sự đồng ý bất cứ lúc nào.',
  en: 'I may ask to see, correct or erase my data, or withdraw this consent, at any time.',
}

const fullText: LocalizedText = { vi: 'Toàn văn', en: 'Full text' }
