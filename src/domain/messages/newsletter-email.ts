/** Asks the owner of an address whether the newsletter is really wished for. */
import type { Locale } from '../../kernel/locale.ts'
import { localPath } from '../../kernel/locale.ts'
import { createNewsletter } from '../newsletter/newsletter.ts'
import type { Delivery } from '../outbox/claim.ts'
import type { News } from '../outbox/fan-out.ts'
import { idOf, type MessageParts, type Wording } from './context.ts'
import { greet } from './email-parts.ts'

export async function newsletterMail(
  { store, business, base, secret, now }: MessageParts,
  _delivery: Delivery,
  { subject }: News,
): Promise<Wording | undefined> {
  const row = await store.read.get<{
    id: string
    email: string
    name: string | null
    locale: Locale
    state: string
  }>('SELECT id, email, name, locale, state FROM subscribers WHERE id = ?', idOf(subject))
  if (row?.state !== 'asked') return undefined
  const { locale } = row
  const newsletter = createNewsletter(store, secret, now)
  const linkTo = (kind: 'confirm' | 'leave') =>
    `${base}${localPath(newsletter.linkFor(kind, row.id), locale)}`
  const [confirm, leave] = [linkTo('confirm'), linkTo('leave')]
  const { name } = business
  return {
    title: {
      vi: `${name}: bạn muốn nhận bản tin chứ?`,
      en: `${name}: would you like our newsletter?`,
    }[locale],
    text: [greet(row.name, locale), ...asks(name, confirm, leave)[locale], name].join('\n\n'),
    link: confirm,
    facts: {},
    to: row.email,
  }
}

function asks(name: string, confirm: string, leave: string): Record<Locale, string[]> {
  return {
    vi: [
      `Địa chỉ này vừa được ghi tên nhận bản tin của ${name}. Nếu đúng là bạn, xin mở đường dẫn này và bấm nút để đồng ý:\n${confirm}`,
      `Nếu không phải bạn thì cứ bỏ qua thư này: bạn sẽ không nhận thêm thư nào. Muốn xóa hẳn địa chỉ khỏi danh sách, xin mở:\n${leave}`,
    ],
    en: [
      `This address was just signed up for the newsletter of ${name}. If that was you, please open this link and press the button to agree:\n${confirm}`,
      `If it was not you, simply ignore this mail: nothing more will come. To have the address erased from the list, open:\n${leave}`,
    ],
  }
}
