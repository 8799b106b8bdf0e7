/** Sends email through the shop's mail server. */
import type { Transporter } from 'nodemailer'
import {
  type ChannelMessage,
  DeliveryError,
  type DeliveryFailure,
  guestTarget,
  type Sender,
} from '../kernel/channel.ts'
import { createSemaphore, SemaphoreTimeout } from '../kernel/semaphore.ts'
import { renderEmailHtml } from './email-html.ts'
import { appendLink } from './message-text.ts'
import { networkErrorText } from './network-errors.ts'
import { shortHash } from './short-hash.ts'

type MailServerOptions = {
  /** "smtps://user:password@mail.example:465" */
  url: string
  /** "Sen <desk@sen.example>" */
  from: string
  /** How long the mail server may be silent. */
  timeoutMs?: number
}

/**
 * Connections to the mail server. A message waits for a permit here and not inside the transport, because a message
 * that was given up must not be sent later. Both timeouts together are shorter than the dispatcher's.
 */
const maxConcurrentSends = 5

/** The target is an email address, unless the message has a recipient of its own. */
export function createMailServer({
  url,
  from,
  timeoutMs = 10_000,
}: MailServerOptions): Sender & { close(): Promise<void> } {
  const host = /@([^\s<>@]+)>?\s*$/.exec(from)?.[1]
  if (host === undefined) throw new Error('MAIL_FROM does not contain an email address.')
  const withPermit = createSemaphore(maxConcurrentSends, timeoutMs * 0.4)
  let currentTransport: Promise<Transporter> | undefined

  /** Created with the first message, then reused with its connections. */
  const openTransport = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url,
      pool: true,
      maxConnections: maxConcurrentSends,
      maxRequeues: 1,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      dnsTimeout: timeoutMs,
      // Shorter than socketTimeout, so that an idle connection is not reported as an error.
      idleTimeout: timeoutMs / 2,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }

  const closeTransport = async (transport: Promise<Transporter>, force: boolean): Promise<void> => {
    if (currentTransport === transport) currentTransport = undefined
    await transport.then(
      (transporter) => transporter.close({ force }),
      () => {},
    )
  }

  const deliver = async (message: ChannelMessage, to: string): Promise<void> => {
    currentTransport ??= openTransport()
    const transport = currentTransport
    // A server that sends a few bytes at a time never reaches socketTimeout.
    const deadline = setTimeout(() => closeTransport(transport, true), timeoutMs * 1.5)
    try {
      await (await transport).sendMail(toMail(message, from, to, host))
    } catch (error) {
      throw new DeliveryError(toDeliveryFailure(error as Partial<SmtpError>))
    } finally {
      clearTimeout(deadline)
    }
  }

  return {
    maxConcurrentSends,
    async send(message, target) {
      // Only a test of the email to guests has no recipient: it is sent to the shop itself.
      const to = message.to ?? (target === guestTarget ? from : target)
      if (!isEmailAddress(to))
        throw new DeliveryError({ reason: 'not an email address', final: true })
      await withPermit(() => deliver(message, to)).catch((error: unknown) => {
        throw error instanceof SemaphoreTimeout
          ? new DeliveryError({ reason: 'mail server is slow' })
          : error
      })
    },
    async close() {
      if (currentTransport) await closeTransport(currentTransport, false)
    },
  }
}

function toMail(message: ChannelMessage, from: string, to: string, host: string) {
  const { id, title, link, moreLinks = [], structuredData, attachments = [] } = message
  const links = [...(link === undefined ? [] : [link]), ...moreLinks]
  const text = appendLink(message.text, link)
  return {
    from,
    to: { name: '', address: to },
    subject: title.replace(/[\s\p{Cc}]+/gu, ' ').trim(),
    text,
    ...(structuredData && { html: renderEmailHtml(text, links, structuredData) }),
    messageId: `<${shortHash(id)}@${host}>`,
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(message) },
    attachments: attachments.map(({ name, type, body }) => ({
      filename: name,
      content: body,
      contentType: name.endsWith('.ics') ? calendarType : type,
    })),
  }
}

/** A mail program shows a button for these. One click (RFC 8058) is allowed only over HTTPS. */
function unsubscribeHeaders({ unsubscribeUrl: url }: ChannelMessage): Record<string, string> {
  if (url === undefined) return {}
  return {
    'List-Unsubscribe': `<${url}>`,
    ...(url.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  }
}

/** PUBLISH marks the entry as information, so that mail programs do not ask for a reply. */
const calendarType = 'text/calendar; charset=utf-8; method=PUBLISH'

/** Exactly one mailbox: characters that a mail program could parse as two are rejected. */
function isEmailAddress(text: string): boolean {
  return /^[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\]+$/.test(text)
}

type SmtpError = { code: string; originalCode: string; command: string; responseCode: number }

/** The server's message is left out, because it repeats the address. */
function toDeliveryFailure({
  code,
  originalCode,
  command,
  responseCode,
}: Partial<SmtpError>): DeliveryFailure {
  if (responseCode === undefined || code === 'EAUTH') {
    return {
      reason: networkErrorText(originalCode) ?? networkErrorText(code) ?? 'could not be sent',
    }
  }
  const isUnknownRecipient = command === 'RCPT TO' && responseCode >= 500 && responseCode !== 503
  return { reason: `status ${responseCode}`, ...(isUnknownRecipient ? { final: true } : {}) }
}
