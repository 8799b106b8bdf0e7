/** The footer of every page: where the shop is, when it is open today, how to reach it, and its rules. */
import { type Business, formatAddress, telephoneLink } from '../../content/shop.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { type Html, html } from '../../ui/html.ts'
import type { NavigationLink } from './layout.ts'
import type { MarkLanguage } from './render-html.ts'

/** What the footer says about the place. */
export type FooterFacts = {
  /** "Today 10:30–16:00, 17:00–23:30" */
  hoursToday: string
  /** URL of the shop in a map app. */
  directions: string
}

type FooterOptions = {
  locale: Locale
  business: Business
  facts: FooterFacts
  links: readonly NavigationLink[]
  otherLanguage: string | undefined
  markLanguage: MarkLanguage
}

export function renderFooter(options: FooterOptions): Html {
  const { locale, business, facts, links, otherLanguage, markLanguage } = options
  const item = (text: string, href: string) => html`<li><a href="${href}">${text}</a></li>`
  return html`<footer><div>
<div><h2>${business.name}</h2>
${business.tagline && html`<p class="quiet">${markLanguage(business.tagline[locale])}</p>`}</div>
<div><p>${formatAddress(business, locale)}</p>
<p>${facts.hoursToday}</p></div>
<ul class="contact">${item(business.phone, telephoneLink(business))}
${business.messaging.map(({ name, address }) => item(name, address))}
${item(labels.directions[locale], facts.directions)}</ul>
<ul class="pages">${links.map(({ title, href }) => html`<li><a href="${href}">${markLanguage(title)}</a></li>`)}
${otherLanguage !== undefined && translationItem(otherLanguage, locale)}</ul>
</div></footer>`
}

function translationItem(href: string, locale: Locale): Html {
  const other = locale === 'vi' ? 'en' : 'vi'
  return html`<li><a lang="${other}" hreflang="${other}" href="${href}">${labels.otherLanguage[locale]}</a></li>`
}

const labels = {
  directions: { vi: 'Chỉ đường', en: 'Directions' },
  otherLanguage: { vi: 'English', en: 'Tiếng Việt' },
} satisfies Record<string, LocalizedText>
