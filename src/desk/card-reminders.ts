/** The holders whose cards end soon: whom staff must message or call. Those with an email address have got an email. */
import { type CardView, findEndingCards } from '../domain/cards/rows.ts'
import { type ContactRow, loadContacts } from '../domain/contact/states.ts'
import { cardReminderText } from '../domain/messages/guest-card-emails.ts'
import { firstReminderMs } from '../domain/orders/card-reminders.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { type Html, html } from '../ui/html.ts'
import { cardSummary, cardUrl } from './card-parts.ts'
import { contactItem } from './contact-item.ts'
import type { DeskContext } from './context.ts'
import { remindersPath } from './reminders-path.ts'

/** Nothing if no card ends soon. */
export async function cardReminders(
  context: DeskContext,
  locale: Locale,
): Promise<Html | undefined> {
  const { store, now } = context
  const cards = await findEndingCards(store.read, now(), now() + firstReminderMs)
  const subjects = cards.map(({ id }) => `card:${id}`)
  const contacts = await loadContacts(store.read, subjects, now())
  const reminded = cards.flatMap((card): { card: CardView; row: ContactRow }[] => {
    const row = contacts.get(`card:${card.id}`)?.reminder
    return row ? [{ card, row }] : []
  })
  if (reminded.length === 0) return undefined
  const items = reminded.map(({ card, row }) =>
    contactItem(
      context,
      {
        ...{ row, guest: card, url: cardUrl(card), about: cardSummary(context, card, locale) },
        text: cardReminderText(card, context.shop.business),
      },
      remindersPath,
      locale,
    ),
  )
  return html`<section id="cards">
<h2>${words.title[locale]}</h2>
<section class="contact-list"><ul>${await Promise.all(items)}</ul></section>
</section>`
}

const words = {
  title: { vi: 'Thẻ sắp hết hạn', en: 'Cards that expire soon' },
} satisfies Record<string, LocalizedText>
