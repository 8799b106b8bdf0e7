/** Double opt-in: asks the owner of an email address to confirm the newsletter subscription. */
import type { Locale } from '../../kernel/locale.ts'
import { localPath } from '../../kernel/locale.ts'
import { createNewsletter } from '../newsletter/newsletter.ts'
import type { Delivery } from '../outbox/claim.ts'
import type { OutboxEvent } from '../outbox/fan-out.ts'
import { loadAddressee } from './addressee.ts'
import { type MessageContent, type MessageContext, subjectId } from './context.ts'

export async function composeNewsletterEmail(
  { store, business, base, secret, now }: MessageContext,
  _delivery: Delivery,
  { subject }: OutboxEvent,
): Promise<MessageContent | undefined> {
  const row = await store.read.get<{
    id: string
    email: string
    name: string | null
    locale: Locale
    state: string
  }>('SELECT id, email, name, locale, state FROM subscribers WHERE id = ?', subjectId(subject))
  if (row?.state !== 'asked') return undefined
  const { locale } = row
  const addressee = await loadAddressee({ store, secret }, row)
  const newsletter = createNewsletter(store, secret, now)
  const linkTo = (kind: 'confirm' | 'leave') =>
    `${base}${localPath(newsletter.linkFor(kind, row.id), locale, business.languages)}`
  const [confirmUrl, unsubscribeUrl] = [linkTo('confirm'), linkTo('leave')]
  const { name } = business
  return {
    title: {
      vi: `${name}: bạn muốn nhận bản tin chứ?`,
      en: `${name}: would you like our newsletter?`,
    }[locale],
    text: [
      addressee.greeting,
      ...confirmationTexts(name, confirmUrl, unsubscribeUrl)[locale],
      name,
    ].join('\n\n'),
    link: confirmUrl,
    unsubscribeUrl,
    facts: {},
    ...addressee.recipient,
  }
}

function confirmationTexts(
  name: string,
  confirmUrl: string,
  unsubscribeUrl: string,
): Record<Locale, string[]> {
  return {
    vi: [
      `Địa chỉ này vừa được ghi tên nhận bản tin của ${name}. Nếu đúng là bạn, xin mở đường dẫn ` +
        `này và bấm nút để đồng ý:\n${confirmUrl}`,
      'Nếu không phải bạn thì cứ bỏ qua thư này: bạn sẽ không nhận thêm thư nào. Muốn xoá hẳn địa ' +
        `chỉ khỏi danh sách, xin mở:\n${unsubscribeUrl}`,
    ],
    en: [
      `This address was just registered for the newsletter of ${name}. If that was you, open this ` +
        `link and press the button to agree:\n${confirmUrl}`,
      'If it was not you, ignore this email: you will not receive any more. To delete the address ' +
        `from the list, open:\n${unsubscribeUrl}`,
    ],
  }
}
