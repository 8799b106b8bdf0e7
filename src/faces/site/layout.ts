/** The page around a document: head, header with navigation, and footer. */
import type { Document } from '../../content/document.ts'
import { type Business, telephoneLink } from '../../content/shop.ts'
import { jsonLdScript } from '../../kernel/json-ld.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { Html, html } from '../../ui/html.ts'
import { picturePath } from './pictures.ts'
import { stylePath } from './style.ts'

export type PageLayoutOptions = {
  locale: Locale
  business: Business
  base: string
  /** Absolute URLs. Error pages and private pages have none. */
  canonical?: string
  markdown?: string
  translations?: Record<Locale, string>
  navigation: readonly NavigationLink[]
  home: string
  bookingPath: string
  bookingLabel: string
  /** Paths of the fonts to preload. */
  fonts: readonly string[]
  hasFile(path: string): boolean
  /** The same page with the same query in the other language. */
  otherLanguage?: string
  footer: readonly NavigationLink[]
  /** The content as Markdown: a browser returns the structured data to the assistant that submitted a form (WebMCP). */
  text?: string
}

type NavigationLink = { title: string; href: string; current: boolean }

/** Optional pictures. */
const logoPath = picturePath('favicon')
const shareImagePath = '/pictures/share.png'
const touchIconPath = '/pictures/apple-touch-icon.png'

export function layout(options: PageLayoutOptions, document: Document, body: Html): string {
  const { locale } = options
  const page = html`<html lang="${locale}">
${renderHead(options, document)}
<body>
<a class="skip" href="#content">${labels.skip[locale]}</a>
${renderHeader(options)}
<main id="content">
${renderTitle(document)}
${body}</main>
${renderFooter(options)}
</body>
</html>
`
  return `<!doctype html>\n${page.text}`
}

function renderHead(options: PageLayoutOptions, document: Document): Html {
  const { title, description } = document
  const { business, canonical, markdown, translations, fonts } = options
  const fullTitle = title.includes(business.name) ? title : `${title} · ${business.name}`
  return html`<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${fullTitle}</title>
<meta name="description" content="${description}">
${canonical !== undefined && html`<link rel="canonical" href="${canonical}">`}
${markdown !== undefined && html`<link rel="alternate" type="text/markdown" href="${markdown}">`}
${translations && renderTranslations(translations)}
${renderOpenGraph(options, fullTitle, description)}
${renderIcons(options)}
<link rel="manifest" href="/manifest.webmanifest">
<link rel="ai-catalog" href="/.well-known/ai-catalog.json">
${fonts.map((path) => html`<link rel="preload" href="${path}" as="font" type="font/woff2" crossorigin>\n`)}
<link rel="stylesheet" href="${stylePath}">
${renderStructuredData(options, document)}
</head>`
}

function renderTranslations({ vi, en }: Record<Locale, string>): Html {
  return html`<link rel="alternate" hreflang="vi" href="${vi}">
<link rel="alternate" hreflang="en" href="${en}">
<link rel="alternate" hreflang="x-default" href="${vi}">`
}

function renderOpenGraph(options: PageLayoutOptions, title: string, description: string): Html {
  const { business, base, canonical, locale } = options
  const hasShareImage = options.hasFile(shareImagePath)
  const property = (name: string, content: string) =>
    html`<meta property="og:${name}" content="${content}">`
  return html`${property('title', title)}
${property('description', description)}
${property('type', 'website')}
${property('site_name', business.name)}
${property('locale', locale === 'vi' ? 'vi_VN' : 'en_US')}
${hasShareImage && property('image', `${base}${shareImagePath}`)}
${canonical !== undefined && property('url', canonical)}
<meta name="twitter:card" content="${hasShareImage ? 'summary_large_image' : 'summary'}">`
}

function renderIcons({ hasFile }: PageLayoutOptions): Html {
  return html`${hasFile(logoPath) && html`<link rel="icon" href="${logoPath}" type="image/svg+xml">`}
${hasFile(touchIconPath) && html`<link rel="apple-touch-icon" href="${touchIconPath}">`}`
}

function renderStructuredData(options: PageLayoutOptions, document: Document): Html[] {
  const own = document.data ?? []
  const isPageDescribed = own.length === 0 || options.text !== undefined
  const data = isPageDescribed ? [pageData(document, options), ...own] : own
  return data.map(
    (one) =>
      new Html(`${jsonLdScript(one)}
`),
  )
}

/** The default structured data of a page. */
function pageData(
  { title, description }: Document,
  { canonical, locale, text }: PageLayoutOptions,
): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebPage',
    name: title,
    description,
    inLanguage: locale,
    ...(canonical !== undefined && { url: canonical }),
    ...(text !== undefined && { text }),
  }
}

function renderHeader(options: PageLayoutOptions): Html {
  const { locale, business, home, bookingPath, bookingLabel, navigation } = options
  const logo = html`<img src="${logoPath}" alt="" width="64" height="64">`
  return html`<header>
<a class="name" href="${home}">${options.hasFile(logoPath) && logo}${business.name}</a>
${options.otherLanguage !== undefined && languageLink(options.otherLanguage, locale)}
<a class="button" href="${bookingPath}">${bookingLabel}</a>
<nav aria-label="${labels.sections[locale]}"><ul>${navigation.map(navigationItem)}</ul></nav>
</header>`
}

function languageLink(href: string, locale: Locale): Html {
  const other = locale === 'vi' ? 'en' : 'vi'
  const code = html`<span aria-hidden="true">${other.toUpperCase()}</span>`
  const name = html`<span class="visually-hidden">${labels.otherLanguage[locale]}</span>`
  return html`<a class="language" lang="${other}" hreflang="${other}" href="${href}">${code}${name}</a>`
}

function navigationItem({ title, href, current }: NavigationLink): Html {
  return html`<li><a href="${href}"${current && html` aria-current="page"`}>${title}</a></li>`
}

function renderTitle({ title, heading = title, picture }: Document): Html {
  const h1 = html`<h1>${heading}</h1>`
  if (!picture) return h1
  const source = picturePath(picture.name)
  if (picture.wide) {
    const image = html`<img src="${source}" alt="" width="1200" height="640" fetchpriority="high">`
    return html`<div class="hero">${image}${h1}</div>`
  }
  const image = html`<img src="${source}" alt="" width="480" height="360">`
  return html`<div class="page-title-with-image">${image}${h1}</div>`
}

function renderFooter(options: PageLayoutOptions): Html {
  const { locale, business, markdown, footer } = options
  const { street, ward, city } = business.address
  const address = `${street}, ${ward[locale]}, ${city[locale]}`
  const phone = html`<a href="${telephoneLink(business)}">${business.phone}</a>`
  const markdownItem =
    markdown !== undefined && html`<li><a href="${markdown}">${labels.markdown[locale]}</a></li>`
  return html`<footer><div>
<p><b>${business.name}</b> · ${address} · ${phone}</p>
<ul>${footer.map(navigationItem)}${markdownItem}<li><a href="/llms.txt">llms.txt</a></li></ul>
</div></footer>`
}

const labels = {
  skip: { vi: 'Tới nội dung', en: 'Skip to content' },
  sections: { vi: 'Mục chính', en: 'Sections' },
  markdown: { vi: 'Trang này dưới dạng Markdown', en: 'This page as Markdown' },
  otherLanguage: { vi: 'English', en: 'Tiếng Việt' },
} satisfies Record<string, LocalizedText>
