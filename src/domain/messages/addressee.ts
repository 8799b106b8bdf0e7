/**
 * To whom an email to a guest is addressed. Until the owner of the address has confirmed it, the email contains nothing
 * that was typed, because a stranger may have typed it. After that, the only typed text is a plain name.
 */
import { type Locale, localPath } from '../../kernel/locale.ts'
import { bookingPath } from '../booking/url.ts'
import { addressToken, isConfirmedAddress } from '../guest/confirmed-addresses.ts'
import { hashMailbox } from '../guest/mailbox.ts'
import { isPlainName } from '../guest/plain-name.ts'
import { orderPath } from '../orders/url.ts'
import { waitlistPath } from '../waitlist/url.ts'
import type { MessageContent, MessageContext } from './context.ts'

type Addressee = {
  greeting: string
  isConfirmed: boolean
  /** The fields of the message that depend on the recipient. */
  recipient: Pick<MessageContent, 'to' | 'unconfirmedMailbox'>
}

export async function loadAddressee(
  { store, secret }: Pick<MessageContext, 'store' | 'secret'>,
  { email, name, locale }: { email: string; name: string | null; locale: Locale },
): Promise<Addressee> {
  const isConfirmed = await isConfirmedAddress(store.read, secret, email)
  return {
    greeting: greeting(isConfirmed ? name : null, locale),
    isConfirmed,
    recipient: {
      to: email,
      ...(!isConfirmed && { unconfirmedMailbox: hashMailbox(secret, email) }),
    },
  }
}

function greeting(name: string | null, locale: Locale): string {
  if (name === null || !isPlainName(name)) return { vi: 'Chào bạn,', en: 'Hello,' }[locale]
  return { vi: `Chào ${name},`, en: `Hello ${name},` }[locale]
}

const pages = { booking: bookingPath, order: orderPath, waitlist: waitlistPath }

type Invitation = { paragraphs: string[]; links: string[] }

/** Asks the owner of an unconfirmed address to confirm it. */
export function invitationToConfirm(
  { base, business, secret }: Pick<MessageContext, 'base' | 'business' | 'secret'>,
  { isConfirmed, recipient: { to = '' } }: Addressee,
  record: { kind: keyof typeof pages; code: string },
  locale: Locale,
): Invitation {
  if (isConfirmed) return { paragraphs: [], links: [] }
  const path = localPath(`${pages[record.kind]}/${record.code}`, locale, business.languages)
  const link = `${base}${path}?token=${addressToken(secret, record, to)}`
  return { paragraphs: [`${invitationText[locale]}\n${link}`], links: [link] }
}

const invitationText = {
  vi:
    'Đây có phải địa chỉ của bạn không? Nếu phải, xin mở đường dẫn này và bấm nút xác nhận. Nếu không, bạn cứ bỏ ' +
    'qua thư này.',
  en:
    'Is this your address? If so, open this link and press the button to confirm it. If not, you can ignore this ' +
    'email.',
}
