/** Mail, to staff and to guests who gave an address. */
import type { Transporter } from 'nodemailer'
import { type Channel, type Message, NotDelivered, type Refusal } from '../kernel/channel.ts'
import { createTurns, TurnMissed } from '../kernel/semaphore.ts'
import { withLink } from './message-text.ts'
import { reasonOf } from './network-errors.ts'
import { stableName } from './short-hash.ts'

export type EmailOptions = {
  /** "smtps://user:password@mail.example:465" */
  url: string
  /** "Sen <desk@sen.example>" */
  from: string
  /** Milliseconds that the mail server may be silent. */
  patience?: number
}

/**
 * With one server at a time. Who waits for a turn waits here, and not in the transport: what is given
 * up must not be sent after all. Both times together are less than a courier waits.
 */
const conversations = 5

export type EmailChannel = Channel & { close(): Promise<void> }

/** A target is an address, unless the message knows to whom it goes. */
export function createEmailChannel({ url, from, patience = 10_000 }: EmailOptions): EmailChannel {
  const host = /@([^\s<>@]+)>?\s*$/.exec(from)?.[1]
  if (host === undefined) throw new Error('The sender of mail is not an address.')
  const inTurn = createTurns(conversations, patience * 0.4)
  let opened: Promise<Transporter> | undefined

  /** Loaded with the first mail, and then kept with its connections. */
  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url,
      pool: true,
      maxConnections: conversations,
      maxRequeues: 1,
      connectionTimeout: patience,
      greetingTimeout: patience,
      socketTimeout: patience,
      dnsTimeout: patience,
      // Sooner than the silence that counts as a fault.
      idleTimeout: patience / 2,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }

  const shut = async (transport: Promise<Transporter>, force: boolean): Promise<void> => {
    if (opened === transport) opened = undefined
    await transport.then(
      (open) => open.close({ force }),
      () => {},
    )
  }

  const converse = async (message: Message, to: string): Promise<void> => {
    opened ??= open()
    const transport = opened
    // A server that answers word by word is never silent, and would hold us for ever.
    const deadline = setTimeout(() => shut(transport, true), patience * 1.5)
    try {
      await (await transport).sendMail(mailOf(message, from, to, host))
    } catch (error) {
      throw new NotDelivered(refusalOf(error as Partial<SmtpError>))
    } finally {
      clearTimeout(deadline)
    }
  }

  return {
    name: 'email',
    atOnce: conversations,
    async send(message, target) {
      const to = message.to ?? target
      if (!isAddress(to)) throw new NotDelivered({ reason: 'not a mail address', final: true })
      await inTurn(() => converse(message, to)).catch((error: unknown) => {
        throw error instanceof TurnMissed ? new NotDelivered({ reason: 'mail is slow' }) : error
      })
    },
    async close() {
      if (opened) await shut(opened, false)
    },
  }
}

function mailOf(message: Message, from: string, to: string, host: string) {
  const { id, title, text, link, attachments = [] } = message
  return {
    from,
    to: { name: '', address: to },
    subject: title.replace(/[\s\p{Cc}]+/gu, ' ').trim(),
    text: withLink(text, link),
    messageId: `<${stableName(id)}@${host}>`,
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
function isAddress(text: string): boolean {
  return /^[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\]+$/.test(text)
}

type SmtpError = { code: string; originalCode: string; command: string; responseCode: number }

/** The server's own words are left out: they repeat the address. */
function refusalOf({ code, originalCode, command, responseCode }: Partial<SmtpError>): Refusal {
  if (responseCode === undefined || code === 'EAUTH') {
    return { reason: reasonOf(originalCode) ?? reasonOf(code) ?? 'could not be sent' }
  }
  const nobody = command === 'RCPT TO' && responseCode >= 500 && responseCode !== 503
  return { reason: `answered ${responseCode}`, ...(nobody ? { final: true } : {}) }
}
