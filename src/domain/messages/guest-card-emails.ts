/** The reminder of a card that ends, as an email and as a text for staff. */
import { formatWrittenDate } from '../../kernel/format-date.ts'
import { type Locale, type LocalizedText, localPath } from '../../kernel/locale.ts'
import { formatCardNumber } from '../cards/number.ts'
import { lastDayOf } from '../cards/operations.ts'
import { type CardView, findCardById } from '../cards/rows.ts'
import { cardKindLabels, cardStatus, formatUnits } from '../cards/status.ts'
import { cardPath } from '../cards/url.ts'
import { firstReminderMs } from '../orders/card-reminders.ts'
import type { Delivery } from '../outbox/claim.ts'
import type { OutboxEvent } from '../outbox/fan-out.ts'
import { loadAddressee } from './addressee.ts'
import { type MessageContent, type MessageContext, subjectId } from './context.ts'
import { formatRows } from './email-parts.ts'

/** Nothing is sent about a card that was used up, has ended or was extended in the meantime. */
export async function composeGuestCardEmail(
  context: MessageContext,
  _delivery: Delivery,
  { subject }: OutboxEvent,
): Promise<MessageContent | undefined> {
  const { store, business, base, now } = context
  const card = await findCardById(store.read, subjectId(subject))
  if (!card?.email || cardStatus(card, now()) !== 'active') return undefined
  if (card.valid_until - now() > firstReminderMs) return undefined
  const { locale } = card
  const number = formatCardNumber(card.number)
  const link = `${base}${localPath(`${cardPath}/${number}`, locale, business.languages)}`
  const addressee = await loadAddressee(context, { ...card, email: card.email })
  const rows: [string, string][] = [
    [labels.card[locale], `${cardKindLabels[card.kind][locale]} ${number}`],
    [labels.left[locale], formatUnits(card.balance, card.unit, locale)],
    [labels.validUntil[locale], formatWrittenDate(lastDayOf(card.valid_until), locale)],
    [labels.phone[locale], business.phone],
  ]
  return {
    title: `${business.name}: ${labels.title[locale]}`,
    text: [
      addressee.greeting,
      labels.text[locale],
      formatRows(rows),
      `${labels.page[locale]}:\n${link}`,
      business.name,
    ].join('\n\n'),
    link,
    facts: {},
    ...addressee.recipient,
  }
}

/** What staff tell a holder without an email address, in the holder's language. */
export function cardReminderText(
  card: Pick<CardView, 'name' | 'number' | 'kind' | 'unit' | 'balance' | 'valid_until' | 'locale'>,
  business: { name: string; phone: string },
): string {
  const textFor = (locale: Locale) => ({
    number: formatCardNumber(card.number),
    left: formatUnits(card.balance, card.unit, locale),
    end: formatWrittenDate(lastDayOf(card.valid_until), locale),
  })
  const vi = textFor('vi')
  const en = textFor('en')
  const kind = cardKindLabels[card.kind]
  return {
    vi:
      `Chào anh/chị ${card.name}, ${business.name} xin nhắc: ${kind.vi.toLowerCase()} ${vi.number} còn ${vi.left}, ` +
      `dùng đến hết ${vi.end}. Anh/chị đặt giờ qua số ${business.phone} ạ.`,
    en:
      `Hello ${card.name}, this is ${business.name}. Your ${kind.en.toLowerCase()} ${en.number} has ${en.left} left ` +
      `and is valid until ${en.end}. You can book by calling ${business.phone}.`,
  }[card.locale]
}

const labels = {
  title: { vi: 'thẻ của bạn sắp hết hạn', en: 'your card expires soon' },
  text: {
    vi: 'Thẻ của bạn sắp hết hạn mà vẫn còn số dư. Xin đặt giờ trước ngày ghi bên dưới để dùng hết.',
    en: 'Your card expires soon and still has a balance. Book a visit before the day below to use it.',
  },
  card: { vi: 'Thẻ', en: 'Card' },
  left: { vi: 'Còn lại', en: 'Left' },
  validUntil: { vi: 'Dùng đến hết', en: 'Valid until' },
  phone: { vi: 'Điện thoại', en: 'Phone' },
  page: { vi: 'Xem số dư', en: 'Check the balance' },
} satisfies Record<string, LocalizedText>
