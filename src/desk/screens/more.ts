/** The tabs that do not fit into the tab bar of a phone. */
import type { LocalizedText } from '../../kernel/locale.ts'
import { html } from '../../ui/html.ts'
import { type LayoutOptions, moreList } from '../layout.ts'
import type { Screen, ScreenRequest } from '../screen.ts'
import type { Tab } from '../tabs.ts'

export function moreScreen(
  tabs: readonly Tab[],
  loadUrgentCounts: (member: ScreenRequest['member']) => Promise<LayoutOptions['urgentCounts']>,
): Screen {
  return {
    path: '/more',
    async show({ locale, member }) {
      const isOwner = member.role === 'owner'
      return {
        title: title[locale],
        tab: '/more',
        body: html`<h1>${title[locale]}</h1>
${moreList(tabs, locale, isOwner, await loadUrgentCounts(member))}`,
      }
    },
  }
}

const title: LocalizedText = { vi: 'Khác', en: 'More' }
