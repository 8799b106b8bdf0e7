/** Mail, to staff and to guests who gave an address. */
import type { Transporter } from 'nodemailer'
import {
  type Channel,
  type ChannelMessage,
  DeliveryError,
  type DeliveryFailure,
} from '../kernel/channel.ts'
import { createSemaphore, SemaphoreTimeout } from '../kernel/semaphore.ts'
import { appendLink } from './message-text.ts'
import { networkErrorText } from './network-errors.ts'
import { shortHash } from './short-hash.ts'

export type EmailOptions = {
  /** "smtps://user:password@mail.example:465" */
  url: string
  /** "Sen <desk@sen.example>" */
  from: string
  /** Milliseconds that the mail server may be silent. */
  timeoutMs?: number
}

/**
 * With one server at a time. Who waits for a turn waits here, and not in the transport: what is given
 * up must not be sent after all. Both times together are less than a courier waits.
 */
const maxConcurrentSends = 5

export type EmailChannel = Channel & { close(): Promise<void> }

/** A target is an address, unless the message knows to whom it goes. */
export function createEmailChannel({ url, from, timeoutMs = 10_000 }: EmailOptions): EmailChannel {
  const host = /@([^\s<>@]+)>?\s*$/.exec(from)?.[1]
  if (host === undefined) throw new Error('The sender of mail is not an address.')
  const withPermit = createSemaphore(maxConcurrentSends, timeoutMs * 0.4)
  let currentTransport: Promise<Transporter> | undefined

  /** Loaded with the first mail, and then kept with its connections. */
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
      // Sooner than the silence that counts as a fault.
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
    // A server that answers word by word is never silent, and would hold us for ever.
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
    name: 'email',
    maxConcurrentSends,
    async send(message, target) {
      const to = message.to ?? target
      if (!isEmailAddress(to))
        throw new DeliveryError({ reason: 'not a mail address', final: true })
      await withPermit(() => deliver(message, to)).catch((error: unknown) => {
        throw error instanceof SemaphoreTimeout
          ? new DeliveryError({ reason: 'mail is slow' })
          : error
      })
    },
    async close() {
      if (currentTransport) await closeTransport(currentTransport, false)
    },
  }
}

function toMail(message: ChannelMessage, from: string, to: string, host: string) {
  const { id, title, text, link, attachments = [] } = message
  return {
    from,
    to: { name: '', address: to },
    subject: title.replace(/[\s\p{Cc}]+/gu, ' ').trim(),
    text: appendLink(text, link),
    messageId: `<${shortHash(id)}@${host}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    attachments: attachments.map(({ name, type, body }) => ({
      filename: name,
      content: body,
      contentType: name.endsWith('.ics') ? calendarType : type,
    })),
  }
}

/** Says that the entry is for information, so that no mail program asks for an answer to it. */
const calendarType = 'text/calendar; charset=utf-8; method=PUBLISH'

/** One mailbox, and nothing that a mail program would read as two. */
function isEmailAddress(text: string): boolean {
  return /^[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\]+$/.test(text)
}

type SmtpError = { code: string; originalCode: string; command: string; responseCode: number }

/** The server's own words are left out: they repeat the address. */
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
  return { reason: `answered ${responseCode}`, ...(isUnknownRecipient ? { final: true } : {}) }
}
