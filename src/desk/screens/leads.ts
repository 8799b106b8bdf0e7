/** People who asked to be called back. */
import { type LeadView, listLeads, markLead } from '../../domain/leads/staff.ts'
import { saySource } from '../../domain/messages/format.ts'
import type { Locale, Words } from '../../kernel/locale.ts'
import { type Html, html } from '../../ui/html.ts'
import { contactLinks } from '../components.ts'
import type { DeskParts } from '../context.ts'
import { sayMoment, sayPhone } from '../labels.ts'
import type { Screen } from '../screen.ts'
import { agreedOnce } from './consents.ts'

export function leadScreens(parts: DeskParts): Screen[] {
  const { store, now } = parts
  return [
    {
      path: '/leads',
      async show({ locale }) {
        const leads = await listLeads(store.read)
        const cards = await Promise.all(leads.map((lead) => card(parts, lead, locale)))
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
      async act({ at: { id = '' }, form, member }) {
        await markLead(store, id, form.get('handled') === '1', `staff:${member.id}`, now())
        return { seeOther: `/leads#l-${encodeURIComponent(id)}` }
      },
    },
  ]
}

async function card(parts: DeskParts, lead: LeadView, locale: Locale): Promise<Html> {
  const moment = (at: number) => sayMoment(at, parts.now(), locale)
  const open = lead.handled_at === null
  const button = html`<form method="post" action="/leads/${lead.id}"><input type="hidden" name="handled" value="${open ? '1' : '0'}"><button type="submit" class="${open ? 'main' : 'undo'}">${words[open ? 'called' : 'undo'][locale]}</button></form>`
  return html`<article class="card${!open && ' done'}" id="l-${lead.id}">
<header><h2>${lead.name} <span class="number">${sayPhone(lead.phone)}</span></h2><p class="due">${moment(lead.created_at)}</p></header>
${lead.preferred_time !== null && html`<p class="what">${words.best[locale]} ${lead.preferred_time}</p>`}
${lead.message !== null && html`<p class="note">“${lead.message}”</p>`}
<p class="what">${saySource(lead.source, locale)}${lead.handled_at !== null && html` · ${words.by[locale]} ${await parts.nameOf(lead.handled_by ?? '', locale)}, ${moment(lead.handled_at)}`}</p>
<div class="acts">${button}${contactLinks(lead, locale)}</div>
${agreedOnce(parts, lead, locale)}</article>`
}

const words = {
  title: { vi: 'Xin gọi lại', en: 'Call-backs' },
  none: { vi: 'Chưa ai xin gọi lại.', en: 'Nobody asked to be called.' },
  best: { vi: 'Nên gọi:', en: 'Best time:' },
  called: { vi: 'Đã gọi', en: 'Called' },
  undo: { vi: 'Chưa gọi được', en: 'Not called yet' },
  by: { vi: 'đã gọi bởi', en: 'called by' },
} satisfies Record<string, Words>
