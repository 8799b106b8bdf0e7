/** What stands around a document: the head of the page, the shop's name, the way about. */
import type { Document } from '../../content/document.ts'
import { type Business, telephoneLink } from '../../content/shop.ts'
import type { Locale } from '../../kernel/locale.ts'
import { type Html, html } from './html.ts'

export type Frame = {
  locale: Locale
  business: Business
  /** Absolute addresses; a page that does not exist has none. */
  canonical?: string
  markdown?: string
  translations?: Record<Locale, string>
  navigation: readonly { title: string; href: string; current: boolean }[]
  home: string
  style: string
}

const words = {
  skip: { vi: 'Tới nội dung', en: 'Skip to the content' },
  sections: { vi: 'Mục chính', en: 'Sections' },
  markdown: { vi: 'Trang này dưới dạng Markdown', en: 'This page as Markdown' },
  other: { vi: 'English', en: 'Tiếng Việt' },
}

export function layout(frame: Frame, { title, description }: Document, body: Html): string {
  const { locale, business, canonical, markdown, translations, navigation } = frame
  const other = locale === 'vi' ? 'en' : 'vi'
  const { address, phone } = business
  return `<!doctype html>
${
  html`<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title.includes(business.name) ? title : `${title} · ${business.name}`}</title>
<meta name="description" content="${description}">
${canonical !== undefined && html`<link rel="canonical" href="${canonical}">`}
${markdown !== undefined && html`<link rel="alternate" type="text/markdown" href="${markdown}">`}
${
  translations &&
  html`<link rel="alternate" hreflang="vi" href="${translations.vi}">
<link rel="alternate" hreflang="en" href="${translations.en}">`
}
<link rel="stylesheet" href="${frame.style}">
</head>
<body>
<a class="skip" href="#content">${words.skip[locale]}</a>
<header>
<a class="name" href="${frame.home}">${business.name}</a>
<nav aria-label="${words.sections[locale]}"><ul>${navigation.map(
    ({ title, href, current }) =>
      html`<li><a href="${href}"${current && html` aria-current="page"`}>${title}</a></li>`,
  )}</ul></nav>
${translations && html`<a class="language" lang="${other}" hreflang="${other}" href="${translations[other]}">${words.other[locale]}</a>`}
</header>
<main id="content">
<h1>${title}</h1>
${body}</main>
<footer>
<p>${business.name} · ${address.street}, ${address.ward[locale]}, ${address.city[locale]} · <a href="${telephoneLink(business)}">${phone}</a></p>
${markdown !== undefined && html`<p><a href="${markdown}">${words.markdown[locale]}</a></p>`}
</footer>
</body>
</html>
`.text
}`
}
