/** A guest to be informed: what about, the text, ways to reach them, and one tap for each result. */
import type { ContactMark } from '../domain/contact/mark.ts'
import type { ContactRow } from '../domain/contact/states.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { type Html, type HtmlPart, html } from '../ui/html.ts'
import { type ButtonTone, copyButton, hiddenInputs } from './components.ts'
import { contactBadge, contactState } from './contact-state.ts'
import type { DeskContext } from './context.ts'
import { formatNationalPhone, zaloLink } from './labels.ts'

export const contactsPath = '/contacts'

export type ContactItem = {
  row: ContactRow
  guest: { name: string; phone: string; email: string | null; locale: Locale }
  /** The page of the booking or order; on that page itself the name is known. */
  url?: string | undefined
  /** What the guest must know, in a few words. */
  about: HtmlPart
  /** In the guest's language. */
  text: string
}

/** `next`: the list to which a mark returns. */
export async function contactItem(
  context: DeskContext,
  item: ContactItem,
  next: string,
  locale: Locale,
): Promise<Html> {
  const { row, guest, url, about } = item
  const isDone = contactState(context, row, guest) !== 'open'
  const { informed_by: by } = row
  const actor =
    by !== null && html` <span class="muted">${await context.actorName(by, locale)}</span>`
  return html`<li class="contact-item${isDone && ' done'}" id="c-${row.id}">
<p>${
    url !== undefined && html`<a href="${url}"><b>${guest.name}</b></a> `
  }${contactBadge(context, row, guest, locale)}${actor}</p>
<p class="muted">${about}</p>
${isDone ? markButtons(context, item, next, locale) : contactPanel(context, item, next, locale)}
</li>`
}

/** The text, the links that open a call or a message, and the marks. */
function contactPanel(context: DeskContext, item: ContactItem, next: string, locale: Locale): Html {
  const { row, guest, text } = item
  const textId = `text-${row.id}`
  return html`<p id="${textId}" class="call-text" lang="${guest.locale}">${text}</p>
<div class="actions contact-ways">${reachLinks(item, locale)}${copyButton(textId, locale)}</div>
${markButtons(context, item, next, locale)}`
}

/** The text goes into an SMS; Zalo opens the chat, into which staff paste it. */
function reachLinks(
  { guest: { phone, name }, text }: ContactItem,
  locale: Locale,
): Html | undefined {
  if (phone === '') return undefined
  const zalo = zaloLink(phone)
  const of = html`<span class="visually-hidden"> ${name}, ${formatNationalPhone(phone)}</span>`
  return html`<a class="button" href="tel:${phone}">${words.call[locale]}${of}</a>
${zalo && html`<a class="button" href="${zalo}" rel="noreferrer noopener" target="_blank">Zalo${of}</a>`}
<a class="button" href="sms:${phone}?body=${encodeURIComponent(text)}">SMS${of}</a>`
}

export function markButtons(
  context: DeskContext,
  { row, guest }: Pick<ContactItem, 'row' | 'guest'>,
  next: string,
  locale: Locale,
): Html {
  const state = contactState(context, row, guest)
  const action = `${contactsPath}/${encodeURIComponent(row.id)}`
  // Several buttons of a list have the same label; assistive technology also reads whose they are.
  const button = (mark: ContactMark, tone?: ButtonTone) =>
    html`<form method="post" action="${action}">${hiddenInputs({ mark, next })}
<button type="submit"${tone && html` class="${tone}"`}>${words[mark][locale]}<span class="visually-hidden">:
${guest.name}</span></button></form>`
  const undo = button('undo', 'undo')
  if (state === 'informed') return html`<div class="actions contact-marks">${undo}</div>`
  return html`<div class="actions contact-marks">
${button('called', 'main')}${button('messaged')}${row.tried_at === null ? button('not_reached') : undo}
</div>`
}

const words = {
  call: { vi: 'Gọi', en: 'Call' },
  called: { vi: 'Đã gọi', en: 'Called' },
  messaged: { vi: 'Đã nhắn', en: 'Messaged' },
  not_reached: { vi: 'Không gặp', en: 'Not reached' },
  undo: { vi: 'Hoàn tác', en: 'Undo' },
} satisfies Record<'call' | ContactMark, LocalizedText>
