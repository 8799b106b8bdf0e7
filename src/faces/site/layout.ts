/** What stands around a document: the head of the page, the shop's name, the way about. */
import type { Document } from '../../content/document.ts'
import { aiIndexText } from '../../content/page-index.ts'
import { type Business, telephoneLink } from '../../content/shop.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { Html, html } from '../../ui/html.ts'
import { picturePath } from './pictures.ts'
import { stylePath } from './style.ts'

export type PageLayoutOptions = {
  locale: Locale
  business: Business
  base: string
  /** Absolute addresses; a page that does not exist has none. */
  canonical?: string
  markdown?: string
  translations?: Record<Locale, string>
  navigation: readonly NavigationLink[]
  home: string
  /** Where to book, and what that is called. */
  bookingPath: string
  bookingLabel: string
  /** Addresses of the faces, fetched before the sheet asks for them. */
  fonts: readonly string[]
  /** Whether the shop has a file at this path. */
  hasFile(path: string): boolean
  /** The same page with the same choices in the other language. */
  otherLanguage?: string
  /** What stands at the foot of every page. */
  footer: readonly NavigationLink[]
}

export type NavigationLink = { title: string; href: string; current: boolean }

/** Pictures that a shop may have or not. */
const logoPath = picturePath('favicon')
const shareImagePath = '/pictures/share.png'
const touchIconPath = '/pictures/apple-touch-icon.png'

const labels = {
  skip: { vi: 'Tới nội dung', en: 'Skip to the content' },
  sections: { vi: 'Mục chính', en: 'Sections' },
  markdown: { vi: 'Trang này dưới dạng Markdown', en: 'This page as Markdown' },
  other: { vi: 'English', en: 'Tiếng Việt' },
} satisfies Record<string, LocalizedText>

export function layout(options: PageLayoutOptions, document: Document, body: Html): string {
  const { locale, business, markdown, navigation, otherLanguage } = options
  const otherLocale = locale === 'vi' ? 'en' : 'vi'
  const { address, phone } = business
  return `<!doctype html>
${
  html`<html lang="${locale}">
${renderHead(options, document)}
<body>
<a class="skip" href="#content">${labels.skip[locale]}</a>
<aside class="machines" aria-label="AI"><p>${aiIndexText[locale]}<a href="/llms.txt">/llms.txt</a>.</p></aside>
<header>
<a class="name" href="${options.home}">${options.hasFile(logoPath) && html`<img src="${logoPath}" alt="" width="64" height="64">`}${business.name}</a>
${otherLanguage !== undefined && html`<a class="language" lang="${otherLocale}" hreflang="${otherLocale}" href="${otherLanguage}"><span aria-hidden="true">${otherLocale.toUpperCase()}</span><span class="unseen">${labels.other[locale]}</span></a>`}
<a class="button" href="${options.bookingPath}">${options.bookingLabel}</a>
<nav aria-label="${labels.sections[locale]}"><ul>${navigation.map(item)}</ul></nav>
</header>
<main id="content">
${renderTitle(document)}
${body}</main>
<footer><div>
<p><b>${business.name}</b> · ${address.street}, ${address.ward[locale]}, ${address.city[locale]} · <a href="${telephoneLink(business)}">${phone}</a></p>
<ul>${options.footer.map(item)}${markdown !== undefined && html`<li><a href="${markdown}">${labels.markdown[locale]}</a></li>`}</ul>
</div></footer>
</body>
</html>
`.text
}`
}

const item = ({ title, href, current }: NavigationLink): Html =>
  html`<li><a href="${href}"${current && html` aria-current="page"`}>${title}</a></li>`

/** The title, with the drawing that goes with it. */
function renderTitle({ title, heading = title, picture }: Document): Html {
  const h1 = html`<h1>${heading}</h1>`
  if (!picture) return h1
  if (picture.wide) {
    return html`<div class="hero"><img src="${picturePath(picture.name)}" alt="" width="1200" height="640" fetchpriority="high">${h1}</div>`
  }
  return html`<div class="titled"><img src="${picturePath(picture.name)}" alt="" width="480" height="360">${h1}</div>`
}

function renderHead(options: PageLayoutOptions, document: Document): Html {
  const { title, description } = document
  const data = document.data ?? [pageData(document, options)]
  const { business, base, canonical, markdown, translations, locale } = options
  const fullTitle = title.includes(business.name) ? title : `${title} · ${business.name}`
  return html`<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${fullTitle}</title>
<meta name="description" content="${description}">
${canonical !== undefined && html`<link rel="canonical" href="${canonical}">`}
${markdown !== undefined && html`<link rel="alternate" type="text/markdown" href="${markdown}">`}
${
  translations &&
  html`<link rel="alternate" hreflang="vi" href="${translations.vi}">
<link rel="alternate" hreflang="en" href="${translations.en}">
<link rel="alternate" hreflang="x-default" href="${translations.vi}">`
}
<meta property="og:title" content="${fullTitle}">
<meta property="og:description" content="${description}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${business.name}">
<meta property="og:locale" content="${locale === 'vi' ? 'vi_VN' : 'en_US'}">
${options.hasFile(shareImagePath) && html`<meta property="og:image" content="${base}${shareImagePath}">`}
${canonical !== undefined && html`<meta property="og:url" content="${canonical}">`}
<meta name="twitter:card" content="${options.hasFile(shareImagePath) ? 'summary_large_image' : 'summary'}">
${options.hasFile(logoPath) && html`<link rel="icon" href="${logoPath}" type="image/svg+xml">`}
${options.hasFile(touchIconPath) && html`<link rel="apple-touch-icon" href="${touchIconPath}">`}
<link rel="manifest" href="/manifest.webmanifest">
<link rel="ai-catalog" href="/.well-known/ai-catalog.json">
${options.fonts.map((path) => html`<link rel="preload" href="${path}" as="font" type="font/woff2" crossorigin>\n`)}<link rel="stylesheet" href="${stylePath}">
${data.map((one) => new Html(`<script type="application/ld+json">${toScriptJson(one)}</script>\n`))}</head>`
}

/** What is said of a page of which nothing more special can be said. */
function pageData(
  { title, description }: Document,
  { canonical, locale }: PageLayoutOptions,
): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebPage',
    name: title,
    description,
    inLanguage: locale,
    ...(canonical !== undefined && { url: canonical }),
  }
}

/** JSON that cannot end the element it stands in. */
function toScriptJson(value: object): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
