/** The email with an article of the newsletter, to one subscriber or as a test to the shop. */
import { type Locale, localPath } from '../../kernel/locale.ts'
import { createNewsletter } from '../newsletter/newsletter.ts'
import { findSending, type Sending } from '../newsletter/rows.ts'
import type { Delivery } from '../outbox/claim.ts'
import type { OutboxEvent } from '../outbox/fan-out.ts'
import { loadAddressee } from './addressee.ts'
import { type MessageContent, type MessageContext, subjectId } from './context.ts'

/** Undefined if the subscriber has left. */
export async function composeArticleEmail(
  context: MessageContext,
  { facts, subject }: OutboxEvent,
): Promise<MessageContent | undefined> {
  const { store, secret, now, base, business } = context
  const sending = await findSending(store.read, String(facts.sending))
  const row = await store.read.get<{
    id: string
    email: string
    name: string | null
    locale: Locale
  }>(
    "SELECT id, email, name, locale FROM subscribers WHERE id = ? AND state = 'confirmed'",
    subjectId(subject),
  )
  if (!sending || !row) return undefined
  const { locale } = row
  const { greeting } = await loadAddressee({ store, secret }, row)
  const path = createNewsletter(store, secret, now).linkFor('leave', row.id)
  const unsubscribeUrl = `${base}${localPath(path, locale, business.languages)}`
  return {
    ...articleEmail(context, sending, { greeting, unsubscribeUrl }, locale),
    // The subscriber has confirmed the address.
    to: row.email,
  }
}

export async function composeTestArticle(
  context: MessageContext,
  _delivery: Delivery,
  { subject }: OutboxEvent,
): Promise<MessageContent | undefined> {
  const { email } = context.business
  const sending = await findSending(context.store.read, subjectId(subject))
  if (!sending || !email) return undefined
  const unsubscribeUrl = `${context.base}/newsletter/leave`
  const greeting = 'Chào bạn,'
  return { ...articleEmail(context, sending, { greeting, unsubscribeUrl }, 'vi'), to: email }
}

type Recipient = { greeting: string; unsubscribeUrl: string }

/** What a subscriber reads; the desk shows the same before it is sent. */
export function articleEmail(
  { business, base }: Pick<MessageContext, 'business' | 'base'>,
  { article, texts }: Pick<Sending, 'article' | 'texts'>,
  { greeting, unsubscribeUrl }: Recipient,
  locale: Locale,
): Omit<MessageContent, 'to'> {
  const { title, text } = texts[locale]
  const link = `${base}${localPath(`/articles/${article}`, locale, business.languages)}`
  const words = {
    vi: { read: 'Đọc trên trang', leave: 'Không muốn nhận nữa' },
    en: { read: 'Read it on our site', leave: 'Unsubscribe' },
  }[locale]
  return {
    title: `${business.name}: ${title}`,
    text: [
      greeting,
      text,
      `${words.read}:\n${link}`,
      business.name,
      `${words.leave}:\n${unsubscribeUrl}`,
    ].join('\n\n'),
    link,
    unsubscribeUrl,
    facts: {},
  }
}
