/** The frame around every screen: top bar with the quick entry field, tabs, notices and scripts. */
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { type EncodedHtml, Html, html, joinEncoded } from '../ui/html.ts'
import { hiddenInput } from './components.ts'
import { icon } from './icons.ts'
import { readablePaths } from './offline.ts'
import type { Notice, ScreenPage } from './screen.ts'
import type { Tab } from './tabs.ts'

export type LayoutOptions = {
  locale: Locale
  shopName: string
  /** Of the logo of the shop, if it has one. */
  logoPath: string | undefined
  /** Paths of the fonts to preload. */
  fonts: readonly string[]
  /** Always visible. */
  mainTabs: readonly Tab[]
  /** The tabs besides the main ones. */
  tabs: readonly Tab[]
  /** Undefined on pages without sign-in. */
  member?: { id: string; name: string; isOwner: boolean }
  waitingCount: number
  /** Number of urgent items by the path of their tab. */
  urgentCounts: Readonly<Record<string, number>>
  /** The newest event that this page already shows. */
  lastEventId: string
  /** The time of day at which the page was rendered, for a list that is read without a network. */
  renderedAt: string
  /** A message that is shown on every screen. */
  banner?: Html | undefined
  /** Placeholder of the quick entry field. */
  quickEntryExample: string
}

/** Encoded if the body is. */
export function renderPage(options: LayoutOptions, page: ScreenPage): Html | EncodedHtml {
  const { body } = page
  if (body instanceof Html) return renderLayout(options, { ...page, body })
  const { text } = renderLayout(options, { ...page, body: bodyMark })
  const at = text.indexOf(bodyMark.text)
  const [before, after] = [text.slice(0, at), text.slice(at + bodyMark.text.length)]
  return joinEncoded([new Html(before), body, new Html(after)])
}

/** No inserted text contains it, because texts are escaped. */
const bodyMark = new Html('<!--body-->')

type LayoutPage = Omit<ScreenPage, 'body'> & { body: Html }

function renderLayout(options: LayoutOptions, page: LayoutPage): Html {
  const { locale, member } = options
  const live =
    member && html` data-live="/live?since=${options.lastEventId}" data-member="${member.id}"`
  const layout = html`<html lang="${locale}">
${renderHead(options, page)}
<body${live}>
<a class="skip" href="#content">${words.skip[locale]}</a>
${member && topBar(options)}
${member && renderTabs(options, page)}
${renderMain(options, page)}
${member && html`<div id="alerts" aria-live="assertive"></div>${shortcutHelp(locale)}${inPlaceFrame(locale)}`}
</body>
</html>
`
  return new Html(`<!doctype html>\n${layout.text}`)
}

function renderHead(
  { shopName, member, waitingCount, logoPath, fonts }: LayoutOptions,
  page: LayoutPage,
): Html {
  const count = member && waitingCount > 0 ? `(${waitingCount}) ` : ''
  return html`<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${page.reloadAfterSeconds && html`<meta http-equiv="refresh" content="${page.reloadAfterSeconds}">`}
<title>${count}${page.title} · ${shopName}</title>
${logoPath && html`<link rel="icon" href="${logoPath}">`}
<link rel="manifest" href="/desk.webmanifest">
${fonts.map((path) => html`<link rel="preload" href="${path}" as="font" type="font/woff2" crossorigin>\n`)}
<link rel="stylesheet" href="/desk.css">
<script type="module" src="/client/desk.js"></script>
</head>`
}

function renderMain({ banner, renderedAt }: LayoutOptions, page: LayoutPage): Html {
  // Rejected input is only in this response, so a refresh would lose it.
  const disableAutoRefresh = page.disableAutoRefresh || (page.status ?? 200) >= 400
  const className = page.isFullWidth && html` class="full-width"`
  const noRefresh = disableAutoRefresh && html` data-no-refresh`
  return html`<main id="content"${className}${noRefresh} data-as-of="${renderedAt}" tabindex="-1">
${banner}
${page.notice && renderNotice(page.notice)}
${page.body}
</main>`
}

function renderNotice({ tone, body }: Notice): Html {
  const role = tone === 'problem' ? 'alert' : 'status'
  return html`<div class="notice flash ${tone}" role="${role}">${body}</div>`
}

/** What the script shows and says about actions in place, and the banner while there is no connection. */
function inPlaceFrame(locale: Locale): Html {
  const texts = Object.entries(inPlaceTexts).map(
    ([name, text]) => html` data-${name}="${text[locale]}"`,
  )
  return html`<p id="spoken" class="visually-hidden" role="status"></p>
<p class="stale" role="status" popover="manual" hidden><b>${words.stale[locale]}</b>
${words.listAt[locale]} <span data-as-of></span>.
<span data-unsent hidden><b></b> ${words.unsentCount[locale]}</span></p>
<template id="texts"${texts} data-offline-paths="${readablePaths.join(' ')}"></template>`
}

const inPlaceTexts = {
  close: { vi: 'Đóng', en: 'Close' },
  discard: { vi: 'Bỏ', en: 'Discard' },
  restored: {
    vi: 'Đã điền lại những gì bạn gõ lần trước mà chưa lưu.',
    en: 'What you typed last time and did not save is filled in again.',
  },
  'not-sent': { vi: '(ghi trên máy, chưa gửi)', en: '(stored on this device, not sent yet)' },
  sending: { vi: 'Đang gửi, chưa có trả lời…', en: 'Sending; no response yet…' },
  sent: { vi: '(đã gửi)', en: '(sent)' },
  refused: { vi: '(gửi sau, không làm được)', en: '(sent later, could not be done)' },
  expired: {
    vi: '(không gửi được trong 12 giờ, đã bỏ)',
    en: '(could not be sent for 12 hours and was discarded)',
  },
} satisfies Record<string, LocalizedText>

function topBar({ locale, shopName, logoPath, quickEntryExample }: LayoutOptions): Html {
  const logo = logoPath && html`<img src="${logoPath}" alt="" width="64" height="64">`
  const bell = words.bell[locale]
  return html`<header class="topbar">
<a class="name" href="/">${logo}<span>${shopName}</span></a>
<form class="quick-entry" action="/entry" method="get">
<label class="visually-hidden" for="line">${words.quickEntry[locale]}</label>
<input id="line" name="line" type="text" autocomplete="off" enterkeyhint="go"
 placeholder="${quickEntryExample}" maxlength="300" required>
<button type="submit">${words.enter[locale]}</button>
</form>
<section id="entry-panel" aria-label="${words.preview[locale]}" hidden></section>
<p id="entry-status" class="visually-hidden" role="status"></p>
<button class="bell" type="button" aria-pressed="false" title="${bell}" hidden>
${icon('bell')}<span class="visually-hidden">${bell}</span>
</button>
</header>`
}

function renderTabs(options: LayoutOptions, page: LayoutPage): Html {
  const { locale, mainTabs, tabs, member, waitingCount, urgentCounts } = options
  const urgent = words.urgent[locale]
  const link = (tab: Tab) =>
    tabLink(tab, locale, page.tab === tab.path, countBadge(urgentCounts[tab.path], urgent))
  const mainLink = (tab: Tab) =>
    tab.path === '/'
      ? tabLink(tab, locale, page.tab === '/', countBadge(waitingCount, words.waiting[locale]))
      : link(tab)
  const visible = visibleTabs(tabs, member?.isOwner ?? false)
  const urgentBehindMore = visible.reduce((sum, { path }) => sum + (urgentCounts[path] ?? 0), 0)
  const isBehindMore = page.tab === '/more' || visible.some(({ path }) => path === page.tab)
  return html`<nav class="tabs" aria-label="${words.sections[locale]}"><ul>
${mainTabs.map((tab) => html`<li>${mainLink(tab)}</li>`)}
${visible.map((tab) => html`<li class="secondary-tab">${link(tab)}</li>`)}
<li class="secondary-tab">${languageForm(locale, page.tab ?? '/')}</li>
<li class="more-tab">${tabLink(moreTab, locale, isBehindMore, countBadge(urgentBehindMore, urgent))}</li>
</ul></nav>`
}

function visibleTabs(tabs: readonly Tab[], isOwner: boolean): Tab[] {
  return tabs.filter(({ isOwnerOnly }) => !isOwnerOnly || isOwner)
}

function tabLink(
  { path, title, icon: name }: Tab,
  locale: Locale,
  isCurrent: boolean,
  badge: Html | undefined,
): Html {
  const current = isCurrent && html` aria-current="page"`
  return html`<a href="${path}"${current}>${icon(name)}<span>${title[locale]}</span>${badge}</a>`
}

function countBadge(count: number | undefined, label: string): Html | undefined {
  if (!count) return undefined
  return html` <b class="count">${count}<span class="visually-hidden"> ${label}</span></b>`
}

/** Shows the current screen in the other language. */
function languageForm(locale: Locale, next: string): Html {
  const other = locale === 'vi' ? 'en' : 'vi'
  return html`<form class="language" method="post" action="/account/language">
${hiddenInput('locale', other)}${hiddenInput('next', next)}
<button type="submit" lang="${other}">${words.otherLanguage[locale]}</button>
</form>`
}

/** The content of the "More" screen. */
export function moreList(
  tabs: readonly Tab[],
  locale: Locale,
  isOwner: boolean,
  urgentCounts: LayoutOptions['urgentCounts'],
): Html {
  const items = visibleTabs(tabs, isOwner).map((tab) => {
    const badge = countBadge(urgentCounts[tab.path], words.urgent[locale])
    return html`<li>${tabLink(tab, locale, false, badge)}</li>`
  })
  return html`<ul class="more-list">${items}<li>${languageForm(locale, '/more')}</li></ul>`
}

function shortcutHelp(locale: Locale): Html {
  const rows = shortcuts.map(
    ([key, description]) =>
      html`<div><dt><kbd>${key}</kbd></dt><dd>${description[locale]}</dd></div>`,
  )
  return html`<dialog id="keys" aria-labelledby="keys-title">
<h2 id="keys-title">${words.keys[locale]}</h2>
<dl>${rows}</dl>
<form method="dialog"><button type="submit">OK</button></form>
</dialog>`
}

const shortcuts: readonly [key: string, description: LocalizedText][] = [
  ['n', { vi: 'ghi nhanh một lượt đặt', en: 'enter a booking' }],
  ['/', { vi: 'tìm khách', en: 'search' }],
  ['i', { vi: 'hộp chờ', en: 'inbox' }],
  ['t', { vi: 'sơ đồ', en: 'timeline' }],
  ['d', { vi: 'danh sách trong ngày', en: 'day list' }],
  ['j, k', { vi: 'yêu cầu sau, trước', en: 'next, previous request' }],
  ['c', { vi: 'xác nhận yêu cầu đang chọn', en: 'confirm the selected request' }],
  ['o', { vi: 'mở yêu cầu đang chọn', en: 'open the selected request' }],
  ['z', { vi: 'hoàn tác việc vừa làm', en: 'undo the last action' }],
  ['?', { vi: 'bảng này', en: 'this list' }],
]

const words = {
  skip: { vi: 'Tới nội dung', en: 'Skip to content' },
  sections: { vi: 'Các mục', en: 'Sections' },
  quickEntry: { vi: 'Ghi nhanh một lượt đặt', en: 'Quick entry of a booking' },
  preview: { vi: 'Lượt đang ghi', en: 'The booking being entered' },
  enter: { vi: 'Ghi', en: 'Enter' },
  waiting: { vi: 'đang chờ', en: 'waiting' },
  urgent: { vi: 'cần trả lời hoặc sắp tới hạn', en: 'to answer or due soon' },
  stale: { vi: 'Mất kết nối, đang nối lại.', en: 'Connection lost, reconnecting.' },
  listAt: { vi: 'Danh sách lúc', en: 'List as of' },
  unsentCount: {
    vi: 'việc chưa gửi, sẽ tự gửi.',
    en: 'not sent yet; will be sent automatically.',
  },
  bell: { vi: 'Chuông báo yêu cầu mới', en: 'Bell for new requests' },
  otherLanguage: { vi: 'English', en: 'Tiếng Việt' },
  keys: { vi: 'Phím tắt', en: 'Keyboard shortcuts' },
} satisfies Record<string, LocalizedText>

const moreTab: Tab = { path: '/more', title: { vi: 'Khác', en: 'More' }, icon: 'more' }
