/** What stands around every screen: the tabs, the line for a phone booking, the search. */
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { type Html, html } from '../ui/html.ts'
import { icon } from './icons.ts'
import type { ScreenPage } from './screen.ts'

export type Tab = { path: string; title: LocalizedText; icon: string; ownerOnly?: boolean }

/** The first four are always in reach of a thumb; the others stand behind "more" on a phone. */
export const mainTabs: readonly Tab[] = [
  { path: '/', title: { vi: 'Hộp chờ', en: 'Inbox' }, icon: 'inbox' },
  { path: '/timeline', title: { vi: 'Sơ đồ', en: 'Timeline' }, icon: 'timeline' },
  { path: '/day', title: { vi: 'Ngày', en: 'Day' }, icon: 'day' },
  { path: '/search', title: { vi: 'Tìm', en: 'Search' }, icon: 'search' },
]

export type LayoutOptions = {
  locale: Locale
  shopName: string
  /** Whether the shop has a sign to show. */
  hasFavicon: boolean
  /** Addresses of the faces, fetched before the sheet asks for them. */
  fonts: readonly string[]
  tabs: readonly Tab[]
  /** Whose desk it is; nobody's before the door. */
  member?: { name: string; isOwner: boolean }
  waitingCount: number
  /** How much presses behind other tabs, by their paths. */
  urgentCounts: Readonly<Record<string, number>>
  /** The newest event that this page already shows. */
  lastEventId: string
  /** What whoever is here must hear of on every screen. */
  banner?: Html | undefined
  /** An example of the line with which a booking is entered. */
  quickEntryExample: string
}

const words = {
  skip: { vi: 'Tới nội dung', en: 'Skip to the content' },
  sections: { vi: 'Các mục', en: 'Sections' },
  more: { vi: 'Khác', en: 'More' },
  quickEntry: { vi: 'Ghi nhanh một lượt đặt', en: 'Enter a booking in one line' },
  enter: { vi: 'Ghi', en: 'Enter' },
  waiting: { vi: 'đang chờ', en: 'waiting' },
  urgent: { vi: 'cần trả lời hoặc sắp tới hạn', en: 'to be answered or due soon' },
  stale: {
    vi: 'Mất kết nối: danh sách có thể đã cũ. Đang nối lại…',
    en: 'Connection lost: this list may be out of date. Reconnecting…',
  },
  bell: { vi: 'Chuông báo yêu cầu mới', en: 'Bell for new requests' },
  otherLanguage: { vi: 'English', en: 'Tiếng Việt' },
  keys: { vi: 'Phím tắt', en: 'Keys' },
} satisfies Record<string, LocalizedText>

export function renderLayout(options: LayoutOptions, page: ScreenPage): string {
  const { locale, shopName, member, waitingCount } = options
  const count = member && waitingCount > 0 ? `(${waitingCount}) ` : ''
  // What was typed and refused has no address from which it could be read again.
  const disableAutoRefresh = page.disableAutoRefresh || (page.status ?? 200) >= 400
  return `<!doctype html>
${
  html`<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${count}${page.title} · ${shopName}</title>
${options.hasFavicon && html`<link rel="icon" href="/favicon.svg" type="image/svg+xml">`}
<link rel="manifest" href="/desk.webmanifest">
${options.fonts.map((path) => html`<link rel="preload" href="${path}" as="font" type="font/woff2" crossorigin>\n`)}<link rel="stylesheet" href="/desk.css">
<script type="module" src="/client/desk.js"></script>
</head>
<body${member && html` data-live="/live?since=${options.lastEventId}"`}>
<a class="skip" href="#content">${words.skip[locale]}</a>
${member && topBar(options)}
${member && renderTabs(options, page)}
<main id="content"${page.wide && html` class="wide"`}${disableAutoRefresh && html` data-stays`} tabindex="-1">
${member && html`<p class="stale" role="status" hidden>${words.stale[locale]}</p>`}
${options.banner}
${page.notice && html`<div class="notice ${page.notice.tone}" role="${page.notice.tone === 'problem' ? 'alert' : 'status'}">${page.notice.body}</div>`}
${page.body}
</main>
${member && html`<div id="news" aria-live="assertive"></div>${shortcutHelp(locale)}`}
</body>
</html>
`.text
}`
}

function topBar({ locale, shopName, hasFavicon, quickEntryExample }: LayoutOptions): Html {
  return html`<header class="topbar">
<a class="name" href="/">${hasFavicon && html`<img src="/favicon.svg" alt="" width="64" height="64">`}<span>${shopName}</span></a>
<form class="line" action="/entry" method="get">
<label class="unseen" for="line">${words.quickEntry[locale]}</label>
<input id="line" name="line" type="text" autocomplete="off" enterkeyhint="go" placeholder="${quickEntryExample}" maxlength="300" required>
<button type="submit">${words.enter[locale]}</button>
</form>
<button class="bell" type="button" aria-pressed="false" title="${words.bell[locale]}" hidden>${icon('bell')}<span class="unseen">${words.bell[locale]}</span></button>
</header>`
}

function renderTabs(
  { locale, tabs: otherTabs, member, waitingCount, urgentCounts }: LayoutOptions,
  page: ScreenPage,
): Html {
  const link = ({ path, title, icon: name }: Tab, extra = false) =>
    html`<li${extra && html` class="extra"`}><a href="${path}"${page.tab === path && html` aria-current="page"`}>${icon(name)}<span>${title[locale]}</span>${
      path === '/'
        ? countBadge(waitingCount, words.waiting[locale])
        : countBadge(urgentCounts[path], words.urgent[locale])
    }</a></li>`
  const visibleTabs = otherTabs.filter(({ ownerOnly }) => !ownerOnly || member?.isOwner)
  const behindMore = visibleTabs.reduce((sum, { path }) => sum + (urgentCounts[path] ?? 0), 0)
  return html`<nav class="tabs" aria-label="${words.sections[locale]}"><ul>
${mainTabs.map((tab) => link(tab))}
${visibleTabs.map((tab) => link(tab, true))}
<li class="extra">${languageForm(locale, page.tab ?? '/')}</li>
<li class="rest"><a href="/more"${(page.tab === '/more' || visibleTabs.some(({ path }) => path === page.tab)) && html` aria-current="page"`}>${icon('more')}<span>${words.more[locale]}</span>${countBadge(behindMore, words.urgent[locale])}</a></li>
</ul></nav>`
}

function countBadge(number: number | undefined, label: string): Html | undefined {
  if (!number) return undefined
  return html` <b class="count">${number}<span class="unseen"> ${label}</span></b>`
}

/** The same screen in the other language. */
function languageForm(locale: Locale, next: string): Html {
  const other = locale === 'vi' ? 'en' : 'vi'
  return html`<form class="language" method="post" action="/account/language"><input type="hidden" name="locale" value="${other}"><input type="hidden" name="next" value="${next}"><button type="submit" lang="${other}">${words.otherLanguage[locale]}</button></form>`
}

/** Everything that is behind "more" on a phone. */
export function moreList(
  tabs: readonly Tab[],
  locale: Locale,
  isOwner: boolean,
  urgentCounts: LayoutOptions['urgentCounts'],
): Html {
  const visibleTabs = tabs.filter(({ ownerOnly }) => !ownerOnly || isOwner)
  return html`<ul class="more">${visibleTabs.map(
    ({ path, title, icon: name }) =>
      html`<li><a href="${path}">${icon(name)}<span>${title[locale]}</span>${countBadge(urgentCounts[path], words.urgent[locale])}</a></li>`,
  )}<li>${languageForm(locale, '/more')}</li></ul>`
}

const shortcuts: readonly [key: string, meaning: LocalizedText][] = [
  ['n', { vi: 'ghi nhanh một lượt đặt', en: 'enter a booking' }],
  ['/', { vi: 'tìm khách', en: 'search' }],
  ['i', { vi: 'hộp chờ', en: 'inbox' }],
  ['t', { vi: 'sơ đồ', en: 'timeline' }],
  ['d', { vi: 'danh sách trong ngày', en: 'day list' }],
  ['j, k', { vi: 'yêu cầu sau, trước', en: 'next, previous request' }],
  ['c', { vi: 'xác nhận yêu cầu đang chọn', en: 'confirm the chosen request' }],
  ['o', { vi: 'mở yêu cầu đang chọn', en: 'open the chosen request' }],
  ['z', { vi: 'hoàn tác việc vừa làm', en: 'undo what was just done' }],
  ['?', { vi: 'bảng này', en: 'this list' }],
]

function shortcutHelp(locale: Locale): Html {
  return html`<dialog id="keys" aria-labelledby="keys-title"><h2 id="keys-title">${words.keys[locale]}</h2><dl>${shortcuts.map(
    ([key, description]) =>
      html`<div><dt><kbd>${key}</kbd></dt><dd>${description[locale]}</dd></div>`,
  )}</dl><form method="dialog"><button type="submit">OK</button></form></dialog>`
}
