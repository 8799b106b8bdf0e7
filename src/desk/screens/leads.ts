/** Guests who asked to be called back. */
import { type LeadView, listLeads, setLeadHandled } from '../../domain/leads/staff.ts'
import { formatSource } from '../../domain/messages/format.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { type Html, html } from '../../ui/html.ts'
import { guestContactLinks } from '../booking-components.ts'
import { emptyText, postButton } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { formatNationalPhone, formatTimestamp } from '../labels.ts'
import type { Screen } from '../screen.ts'
import { singleConsent } from './consents.ts'

export function leadScreens(context: DeskContext): Screen[] {
  const { store, now } = context
  return [
    {
      path: '/leads',
      async show({ locale }) {
        const leads = await listLeads(store.read)
        const cards = await Promise.all(leads.map((lead) => card(context, lead, locale)))
        return {
          title: words.title[locale],
          tab: '/leads',
          body: html`<h1>${words.title[locale]}</h1>
${leads.length === 0 && emptyText(words.none[locale])}
<div class="cards">${cards}</div>`,
        }
      },
    },
    {
      path: '/leads/{id}',
      show: async () => ({ seeOther: '/leads' }),
      async submit({ pathParams: { id = '' }, form, member }) {
        await setLeadHandled(store, id, form.get('handled') === '1', `staff:${member.id}`, now())
        return { seeOther: `/leads#l-${encodeURIComponent(id)}` }
      },
    },
  ]
}

async function card(context: DeskContext, lead: LeadView, locale: Locale): Promise<Html> {
  const formatAt = (at: number) => formatTimestamp(at, context.now(), locale)
  const { id, name, phone, preferred_time: preferredTime, message } = lead
  const source = formatSource(lead.source, locale)
  const isOpen = lead.handled_at === null
  const handled =
    lead.handled_at !== null &&
    ` · ${words.by[locale]} ${await context.actorName(lead.handled_by ?? '', locale)}, ${formatAt(lead.handled_at)}`
  return html`<article class="card${!isOpen && ' done'}" id="l-${id}">
<header>
<h2>${name} <span class="number">${formatNationalPhone(phone)}</span></h2>
<p class="due">${formatAt(lead.created_at)}</p>
</header>
${preferredTime !== null && html`<p class="muted">${words.best[locale]} ${preferredTime}</p>`}
${message !== null && html`<p class="note">“${message}”</p>`}
<p class="muted">${source}${handled}</p>
<div class="actions">
${handledButton(id, isOpen, locale)}
${guestContactLinks(lead, locale)}
<a class="button" href="/guests/${id}">${words.page[locale]}</a>
</div>
${singleConsent(context, lead, locale)}
</article>`
}

function handledButton(id: string, isOpen: boolean, locale: Locale): Html {
  return isOpen
    ? postButton(`/leads/${id}`, words.called[locale], { tone: 'main', fields: { handled: '1' } })
    : postButton(`/leads/${id}`, words.undo[locale], { tone: 'undo', fields: { handled: '0' } })
}

const words = {
  title: { vi: 'Xin gọi lại', en: 'Callback requests' },
  none: { vi: 'Chưa ai xin gọi lại.', en: 'No callback requests.' },
  best: { vi: 'Nên gọi:', en: 'Best time:' },
  called: { vi: 'Đã gọi', en: 'Mark as called' },
  undo: { vi: 'Chưa gọi được', en: 'Mark as not called' },
  page: { vi: 'Trang khách', en: 'Guest page' },
  by: { vi: 'đã gọi bởi', en: 'called by' },
} satisfies Record<string, LocalizedText>
