/** What a desk can read while it has no network: the lists of today, which its service worker stores. */
import type { Headers, Request } from '../http/message.ts'
import type { LocalizedText } from '../kernel/locale.ts'
import { html } from '../ui/html.ts'
import type { DeskContext } from './context.ts'
import { serviceDateNow } from './day-picker.ts'
import type { Screen } from './screen.ts'

const offlinePath = '/offline'

/** The scripts of the desk load these screens now and then, so that the stored lists are not old. */
export const readablePaths: readonly string[] = [offlinePath, '/', '/day', '/timeline']

/** Marks a page that the service worker may store. Other days are not stored. */
export function offlineHeaders(context: DeskContext, { path, query }: Request): Headers {
  const date = new URLSearchParams(query).get('date')
  const isToday = date === null || date === serviceDateNow(context)
  return readablePaths.includes(path) && isToday ? { 'Desk-Offline': '1' } : {}
}

/** Shown by the service worker instead of a page that it has not stored. */
export function offlineScreen(): Screen {
  return {
    path: offlinePath,
    show: async ({ locale }) => ({
      title: words.title[locale],
      body: html`<h1>${words.title[locale]}</h1>
<p>${words.hint[locale]}</p>
<ul class="more-list">
<li><a href="/timeline">${words.timeline[locale]}</a></li>
<li><a href="/day">${words.day[locale]}</a></li>
</ul>`,
    }),
  }
}

const words = {
  title: { vi: 'Không có mạng', en: 'No network' },
  hint: {
    vi: 'Trang này cần mạng và sẽ tự mở khi có mạng lại. Trong lúc đó vẫn xem được:',
    en: 'This page needs the network, and opens by itself when it is back. Until then you can read:',
  },
  timeline: { vi: 'Sơ đồ hôm nay', en: 'Timeline of today' },
  day: { vi: 'Danh sách hôm nay', en: 'List of today' },
} satisfies Record<string, LocalizedText>
