/** Components of the screens about guest data. */
import type { Receipt } from '../../domain/privacy/receipts.ts'
import { formatCode } from '../../kernel/booking-code.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { type Html, html } from '../../ui/html.ts'
import { type ButtonTone, postButton } from '../components.ts'
import { formatNationalPhone } from '../labels.ts'
import type { Notice, ScreenPage } from '../screen.ts'

/** Input that was not understood, with the reason. */
export type RejectedInput = { notice: Notice; status: number; typed: URLSearchParams }

/** Renders the main screen, also with the rejected input of one of its forms. */
export type RenderHome = (locale: Locale, rejected?: RejectedInput) => Promise<ScreenPage>

/** An email address, or a phone number in the national format. */
export function formatContact(contact: string): string {
  return contact.includes('@') ? contact : formatNationalPhone(contact)
}

/** A phone number does not wrap; a long email address may wrap anywhere. */
export function contactHtml(contact: string): Html {
  const className = contact.includes('@') ? 'copy' : 'number'
  return html`<span class="${className}">${formatContact(contact)}</span>`
}

/** Sends the contact in the body, so that it does not appear in a URL. */
export function guestButton(
  contact: string,
  action: string,
  label: string,
  tone?: ButtonTone,
): Html {
  return postButton(action, label, { tone, fields: { guest: contact } })
}

export function backLink(locale: Locale): Html {
  return html`<p><a href="/guest-data">← ${guestDataTitle[locale]}</a></p>`
}

export const guestDataTitle: LocalizedText = { vi: 'Dữ liệu của khách', en: 'Guest data' }

export function receiptPath({ code }: Pick<Receipt, 'code'>): string {
  return `/guest-data/receipts/${formatCode(code)}`
}
