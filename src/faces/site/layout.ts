/** The page around a document: head, header with navigation, and footer. */
import type { Document } from '../../content/document.ts'
import { logoDrawing, logoPicture } from '../../content/logo.ts'
import { shareImageSize } from '../../content/share-image.ts'
import type { Business } from '../../content/shop.ts'
import { jsonLdScript } from '../../kernel/json-ld.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { Html, html } from '../../ui/html.ts'
import { type FooterFacts, type NavigationLink, renderFooter } from './footer.ts'
import { lineIcon } from './line-icons.ts'
import type { SitePictures } from './photo-markup.ts'
import type { MarkLanguage } from './render-html.ts'
import { stylePath } from './style.ts'
import { typeset } from './typeset.ts'

export type PageLayoutOptions = {
  locale: Locale
  markLanguage: MarkLanguage
  business: Business
  base: string
  /** Absolute URLs. Error pages and private pages have none. */
  canonical?: string
  markdown?: string
  /** The page in each language of the shop, the default first. */
  translations?: readonly { locale: Locale; href: string }[]
  navigation: readonly NavigationLink[]
  home: string
  bookingPath: string
  bookingLabel: string
  /** Outlined beside the booking panel, and absent where the guest is booking or has booked. */
  bookingButton: 'filled' | 'outlined' | 'absent'
  /** Paths of the fonts to preload. */
  fonts: readonly string[]
  hasFile(path: string): boolean
  pictures: SitePictures
  /** URL of the picture that is shown when the page is shared, with its description. */
  shareImage?: { url: string; alt: string; isDrawn: boolean }
  /** URL of the photo at the top of the page. */
  photo?: string
  /** The same page with the same query in the other language. */
  otherLanguage?: string
  footer: readonly NavigationLink[]
  footerFacts: FooterFacts
  /** Paths of the scripts of the page. */
  scripts?: readonly string[]
  searchPath: string
  /** The content as Markdown: a browser returns the structured data to the assistant that submitted a form (WebMCP). */
  text?: string
}

/** Optional pictures. */
const logoPaths = [logoDrawing, logoPicture].map((name) => `/pictures/${name}`)
const touchIconPath = '/pictures/apple-touch-icon.png'

export function layout(options: PageLayoutOptions, document: Document, body: Html): string {
  const { locale } = options
  const content = html`<a class="skip" href="#content">${labels.skip[locale]}</a>
${renderHeader(options)}
<main id="content">
${!document.opening && renderTitle(document, options.pictures, options.markLanguage)}
${body}</main>
${renderFooter({
  ...options,
  facts: options.footerFacts,
  links: options.footer,
  otherLanguage: options.otherLanguage,
})}`
  return `<!doctype html>
<html lang="${locale}">
${renderHead(options, document).text}
<body>
${typeset(content.text, locale)}
</body>
</html>
`
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
<link rel="describedby" href="/llms.txt" type="text/plain">
<link rel="service-doc" href="/docs">
${fonts.map((path) => html`<link rel="preload" href="${path}" as="font" type="font/woff2" crossorigin>\n`)}
<link rel="stylesheet" href="${stylePath}">
${options.scripts?.map((path) => html`<script type="module" src="${path}"></script>\n`)}
${renderStructuredData(options, document)}
</head>`
}

function renderTranslations(translations: NonNullable<PageLayoutOptions['translations']>): Html[] {
  const [first] = translations
  if (!first || translations.length === 1) return []
  return [...translations, { locale: 'x-default', href: first.href }].map(
    ({ locale, href }) => html`<link rel="alternate" hreflang="${locale}" href="${href}">\n`,
  )
}

function renderOpenGraph(options: PageLayoutOptions, title: string, description: string): Html {
  const { business, canonical, locale, shareImage } = options
  const property = (name: string, content: string) =>
    html`<meta property="og:${name}" content="${content}">`
  return html`${property('title', title)}
${property('description', description)}
${property('type', 'website')}
${property('site_name', business.name)}
${property('locale', locale === 'vi' ? 'vi_VN' : 'en_US')}
${shareImage && renderShareImage(shareImage)}
${canonical !== undefined && property('url', canonical)}
<meta name="twitter:card" content="${shareImage ? 'summary_large_image' : 'summary'}">`
}

function renderShareImage({ url, alt, isDrawn }: NonNullable<PageLayoutOptions['shareImage']>) {
  const image = html`<meta property="og:image" content="${url}">`
  if (!isDrawn) return image
  return html`${image}
<meta property="og:image:width" content="${shareImageSize.width}">
<meta property="og:image:height" content="${shareImageSize.height}">
<meta property="og:image:alt" content="${alt}">`
}

function renderIcons({ hasFile }: PageLayoutOptions): Html {
  const logo = logoPaths.find(hasFile)
  const type = logo?.endsWith('.svg') ? 'image/svg+xml' : 'image/png'
  return html`${logo && html`<link rel="icon" href="${logo}" type="${type}">`}
${hasFile(touchIconPath) && html`<link rel="apple-touch-icon" href="${touchIconPath}">`}`
}

function renderStructuredData(options: PageLayoutOptions, document: Document): Html[] {
  const own = document.data ?? []
  const isPageDescribed = own.length === 0 || options.text !== undefined
  const data = isPageDescribed ? [pageData(document, options), ...own] : own
  const image = options.photo === undefined ? {} : { image: options.photo }
  return data.map(
    (one, index) =>
      new Html(`${jsonLdScript(index === 0 ? { ...one, ...image } : one)}
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

/** Names above this length are set smaller, in two lines. */
const maxShortName = 14
/** Names above this length have a row of their own on a phone. */
const maxLongName = 24

function nameClass(name: string): string {
  if (name.length <= maxShortName) return 'name'
  return name.length <= maxLongName ? 'name long' : 'name long longest'
}

function renderHeader(options: PageLayoutOptions): Html {
  const { locale, business, home, navigation } = options
  const logoPath = logoPaths.find(options.hasFile)
  const logo = logoPath && html`<img src="${logoPath}" alt="" width="64" height="64">`
  return html`<header>
<a class="${nameClass(business.name)}" href="${home}">${logo}<span>${business.name}</span></a>
<nav id="site-menu" popover aria-label="${labels.sections[locale]}"><ul>
${navigation.map((link) => navigationItem(link, options.markLanguage))}</ul></nav>
${options.otherLanguage !== undefined && languageLink(options.otherLanguage, locale)}
<a class="search-link" href="${options.searchPath}"><span class="visually-hidden">${labels.search[locale]}</span></a>
${bookingButton(options)}
<button type="button" class="menu" popovertarget="site-menu"
  aria-label="${labels.sections[locale]}">${lineIcon('menu')}</button>
</header>`
}

function bookingButton({ bookingButton: kind, bookingPath, bookingLabel }: PageLayoutOptions) {
  if (kind === 'absent') return undefined
  const className = kind === 'filled' ? 'button' : 'button plain'
  return html`<a class="${className}" href="${bookingPath}">${bookingLabel}</a>`
}

function languageLink(href: string, locale: Locale): Html {
  const other = locale === 'vi' ? 'en' : 'vi'
  const code = html`<span aria-hidden="true">${other.toUpperCase()}</span>`
  const name = html`<span class="visually-hidden">${labels.otherLanguage[locale]}</span>`
  return html`<a class="language" lang="${other}" hreflang="${other}" href="${href}">${code}${name}</a>`
}

function navigationItem(
  { title, href, current }: NavigationLink,
  markLanguage: MarkLanguage,
): Html {
  const attributes = html`href="${href}"${current && html` aria-current="page"`}`
  return html`<li><a ${attributes}>${markLanguage(title)}</a></li>`
}

function renderTitle(
  { title, heading = title, picture }: Document,
  pictures: SitePictures,
  markLanguage: MarkLanguage,
): Html {
  const h1 = html`<h1>${markLanguage(heading)}</h1>`
  if (!picture || picture.isForSharing) return h1
  return html`<div class="page-title-with-image">${pictures.render(picture.name, 'title', title)}${h1}</div>`
}

const labels = {
  skip: { vi: 'Tới nội dung', en: 'Skip to content' },
  search: { vi: 'Tìm kiếm', en: 'Search' },
  sections: { vi: 'Các trang', en: 'Pages' },
  otherLanguage: { vi: 'English', en: 'Tiếng Việt' },
} satisfies Record<string, LocalizedText>
