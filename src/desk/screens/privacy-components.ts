/** What the screens about guests' data share. */

import type { Receipt } from '../../domain/privacy/receipts.ts'
import { formatCode } from '../../kernel/booking-code.ts'
import type { Locale } from '../../kernel/locale.ts'
import { type Html, html } from '../../ui/html.ts'
import { formatPhone } from '../labels.ts'
import type { Notice, ScreenPage } from '../screen.ts'

/** What was typed and not understood, and why. */
export type RejectedInput = { notice: Notice; status: number; typed: URLSearchParams }

/** The first screen, also where something that was typed on it is refused. */
export type RenderHome = (locale: Locale, rejected?: RejectedInput) => Promise<ScreenPage>

export function problemNotice(text: string): Notice {
  return { tone: 'problem', body: html`<p>${text}</p>` }
}

/** A phone as people write it, or a mail address. */
export function formatContact(contact: string): string {
  return contact.includes('@') ? contact : formatPhone(contact)
}

/** The same where it stands by itself: a number is never broken, a long address may be. */
export function contactHtml(contact: string): Html {
  const className = contact.includes('@') ? 'copy' : 'number'
  return html`<span class="${className}">${formatContact(contact)}</span>`
}

/** Does something with the data of a guest, whose phone stays out of every address. */
export function guestButton(contact: string, action: string, label: string, tone = ''): Html {
  return html`<form method="post" action="${action}"><input type="hidden" name="guest" value="${contact}"><button type="submit" class="${tone}">${label}</button></form>`
}

export function backLink(locale: Locale): Html {
  return html`<p><a href="/guest-data">← ${{ vi: 'Dữ liệu của khách', en: 'Guests’ data' }[locale]}</a></p>`
}

export function receiptPath({ code }: Pick<Receipt, 'code'>): string {
  return `/guest-data/receipts/${formatCode(code)}`
}
