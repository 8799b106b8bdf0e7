/** Emails to guests, received by a real mail server, and the links in them. */
import assert from 'node:assert/strict'
import { guestDelayMs } from '../../src/domain/messages/routes.ts'
import type { Mail, Mailbox } from './receivers.ts'
import { base, type RunningShop } from './shop.ts'

export const mailSettings = (mailbox: Mailbox) => ({
  SMTP_URL: mailbox.url,
  MAIL_FROM: 'desk@shop.example',
})

/** The emails that are due after the time in which staff can undo. */
export async function collectMails(app: RunningShop, mailbox: Mailbox): Promise<Mail[]> {
  const before = mailbox.mails.length
  await app.dispatch()
  app.clock.now += guestDelayMs
  await app.dispatch()
  return mailbox.mails.slice(before)
}

/** Everything that a recipient can read: the raw message, and all headers and parts decoded. */
export function readableText(mail: Mail): string {
  const parts = [mail, ...mail.parts].flatMap(({ headers, text }) => [...headers.values(), text])
  return [mail.raw, ...parts].join('\n')
}

/** Path of the link by which the owner of the address confirms it. */
export function confirmationLink(mail: Mail | undefined): string {
  const link = /https:\S+\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  assert.ok(link.startsWith(base), mail?.text)
  return link.slice(base.length)
}

/** Presses the button on the page of the link. */
export async function confirmAddress(app: RunningShop, mail: Mail | undefined): Promise<string> {
  const response = await app.get(confirmationLink(mail), { method: 'POST' })
  if (response.status === 200) return response.text()
  assert.equal(response.status, 303)
  return (await app.get(response.headers.get('location') ?? '')).text()
}
