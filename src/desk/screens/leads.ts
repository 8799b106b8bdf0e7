/** People who asked to be called back. */
import { type LeadView, listLeads, setLeadHandled } from '../../domain/leads/staff.ts'
import { formatSource } from '../../domain/messages/format.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { type Html, html } from '../../ui/html.ts'
import { guestContactLinks } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { formatPhone, formatTimestamp } from '../labels.ts'
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
${leads.length === 0 && html`<p class="empty">${words.none[locale]}</p>`}
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
  const isOpen = lead.handled_at === null
  const button = html`<form method="post" action="/leads/${lead.id}"><input type="hidden" name="handled" value="${isOpen ? '1' : '0'}"><button type="submit" class="${isOpen ? 'main' : 'undo'}">${words[isOpen ? 'called' : 'undo'][locale]}</button></form>`
  return html`<article class="card${!isOpen && ' done'}" id="l-${lead.id}">
<header><h2>${lead.name} <span class="number">${formatPhone(lead.phone)}</span></h2><p class="due">${formatAt(lead.created_at)}</p></header>
${lead.preferred_time !== null && html`<p class="what">${words.best[locale]} ${lead.preferred_time}</p>`}
${lead.message !== null && html`<p class="note">“${lead.message}”</p>`}
<p class="what">${formatSource(lead.source, locale)}${lead.handled_at !== null && html` · ${words.by[locale]} ${await context.actorName(lead.handled_by ?? '', locale)}, ${formatAt(lead.handled_at)}`}</p>
<div class="acts">${button}${guestContactLinks(lead, locale)}</div>
${singleConsent(context, lead, locale)}</article>`
}

const words = {
  title: { vi: 'Xin gọi lại', en: 'Call-backs' },
  none: { vi: 'Chưa ai xin gọi lại.', en: 'Nobody asked to be called.' },
  best: { vi: 'Nên gọi:', en: 'Best time:' },
  called: { vi: 'Đã gọi', en: 'Called' },
  undo: { vi: 'Chưa gọi được', en: 'Not called yet' },
  by: { vi: 'đã gọi bởi', en: 'called by' },
} satisfies Record<string, LocalizedText>
