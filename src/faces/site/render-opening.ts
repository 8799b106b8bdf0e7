/** Renders the first part of the home page and of the page of an offer: title, picture, texts and booking panel. */
import type { Block, Document, Localize, Opening } from '../../content/document.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { type Html, html } from '../../ui/html.ts'
import type { SitePictures } from './photo-markup.ts'
import type { MarkLanguage } from './render-html.ts'

export function renderOpening(
  { layout, words, booking, story }: Opening,
  { title, heading = title, picture }: Document,
  pictures: SitePictures,
  markLanguage: MarkLanguage,
  render: (blocks: readonly Block[]) => Html,
): Html {
  const use = layout === 'home' ? 'hero' : 'offer'
  const image =
    picture && html`<div class="face">${pictures.render(picture.name, use, title)}</div>`
  const text = html`<h1>${markLanguage(heading)}</h1>\n${render(words)}`
  const panel = render(booking)
  const rest = story.length > 0 && html`<div class="story">${render(story)}</div>`
  const classes = picture ? `opening ${layout}` : `opening ${layout} without-picture`
  return html`<div class="${classes}">
${image}
${
  layout === 'home'
    ? html`<div class="words">${text}</div>\n${panel}`
    : html`<div class="words">${text}${panel}</div>`
}
${rest}
</div>
`
}

const barName: LocalizedText = { vi: 'Giá và đặt', en: 'Price and booking' }

/** What it costs and the link to book it, at the lower edge of a phone. */
export function renderBar(
  { price, note, link }: NonNullable<Opening['bar']>,
  locale: keyof LocalizedText,
  localize: Localize,
): Html {
  return html`<aside class="bar" aria-label="${barName[locale]}">
<p><b>${price}</b>${note !== undefined && html` <small>${note}</small>`}</p>
<a class="button" href="${localize(link.href)}">${link.text}</a>
</aside>
`
}
