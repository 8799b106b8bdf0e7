/** The guests whom neither an email nor a person has informed, and those whom staff have informed a moment ago. */
import { findOpenContacts } from '../domain/contact/states.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { hour } from '../kernel/time.ts'
import { type Html, html } from '../ui/html.ts'
import { type ContactItem, contactItem } from './contact-item.ts'
import { toContactItems } from './contact-items.ts'
import { contactState } from './contact-state.ts'
import type { DeskContext } from './context.ts'

export const notNotifiedPath = '/not-notified'

type NotNotified = { open: readonly ContactItem[]; marked: readonly ContactItem[] }

/** So long a mark can be taken back in the list; later on the page of the booking. */
const undoMs = hour

export async function loadNotNotified(context: DeskContext, locale: Locale): Promise<NotNotified> {
  const { store, now } = context
  const rows = await findOpenContacts(store.read, now(), now() - undoMs)
  const items = await toContactItems(context, rows, locale)
  const isOpen = ({ row, guest }: ContactItem) => contactState(context, row, guest) === 'open'
  const isMarked = ({ row }: ContactItem) => row.informed_at !== null
  return { open: items.filter(isOpen), marked: items.filter(isMarked) }
}

const maxInInbox = 8

/** In the inbox: the first ones, and how many there are. */
export async function notNotifiedSection(
  context: DeskContext,
  { open, marked }: NotNotified,
  next: string,
  locale: Locale,
): Promise<Html | undefined> {
  if (open.length + marked.length === 0) return undefined
  const shown = [...open.slice(0, maxInInbox), ...marked]
  const all =
    open.length > maxInInbox &&
    html`<p><a class="button" href="${notNotifiedPath}">${words.all[locale]} <b>${open.length}</b></a></p>`
  return html`<section class="contact-list" id="not-notified">
<header><h2>${words.title[locale]} <b>${open.length}</b></h2></header>
${await notNotifiedList(context, shown, `${next}#not-notified`, locale)}
${all}
</section>`
}

export async function notNotifiedList(
  context: DeskContext,
  items: readonly ContactItem[],
  next: string,
  locale: Locale,
): Promise<Html> {
  const lines = await Promise.all(items.map((item) => contactItem(context, item, next, locale)))
  return html`<ul>${lines}</ul>`
}

/** Among the filters of the inbox; without open guests there is nothing to jump to. */
export function notNotifiedLink({ open }: NotNotified, locale: Locale): Html | undefined {
  if (open.length === 0) return undefined
  return html`<a class="button contact-jump" href="#not-notified">${words.title[locale]} <b>${open.length}</b></a>`
}

const words = {
  title: { vi: 'Chưa báo khách', en: 'Not yet notified' },
  all: { vi: 'Xem tất cả', en: 'Show all' },
} satisfies Record<string, LocalizedText>
