/** Renders a list of offers: the bar with the groups and the filter, the result, and the rows. */
import type { Localize } from '../../content/document.ts'
import type {
  FilterForm,
  FilterGroup,
  ListResult,
  OfferGroup,
  OfferList,
  OfferRow,
} from '../../content/offer-list.ts'
import { type Html, type HtmlPart, html } from '../../ui/html.ts'
import type { SitePictures } from './photo-markup.ts'

type Renderer = {
  localize: Localize
  pictures: SitePictures
  text(value: string): HtmlPart
}

export function renderOffers(list: OfferList, renderer: Renderer): Html {
  const { label, filter, result, groups } = list
  const hasGroups = groups.length > 1
  const bar =
    (hasGroups || filter) &&
    html`<div class="list-bar">
${hasGroups ? renderGroupLinks(label, groups, renderer) : html`<span class="list-name">${label}</span>`}
${filter && renderFilter(filter, renderer)}
</div>`
  return html`<div class="${bar ? 'offer-list' : 'offer-list plain'}">
${bar}
<div class="list-content">
${renderResult(result, renderer)}
${groups.map((group) => renderGroup(group, hasGroups, renderer))}
</div>
</div>`
}

function renderGroupLinks(label: string, groups: readonly OfferGroup[], { text }: Renderer): Html {
  const items = groups.map(
    ({ id, title, rows }) =>
      html`<li><a href="#${id}">${text(title)} <small>${rows.length}</small></a></li>`,
  )
  return html`<nav aria-label="${label}"><ul>${items}</ul></nav>`
}

function renderFilter(
  { address, title, hidden, groups, button }: FilterForm,
  { localize, text }: Renderer,
) {
  return html`<details class="filter"><summary>${title}</summary>
<form method="get" action="${localize(address)}">
${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${groups.map((group) => renderFilterGroup(group, text))}
<p class="filter-end"><button type="submit">${button}</button><span class="visually-hidden" role="status"></span></p>
</form></details>`
}

/** In characters: two such labels fit beside each other. */
const maxShortLabel = 11

function renderFilterGroup(
  { name, legend, hint, isSingle, options }: FilterGroup,
  text: Renderer['text'],
): Html {
  const type = isSingle ? 'radio' : 'checkbox'
  const boxes = options.map(({ value, label, isChosen }) => {
    const attributes = html`type="${type}" name="${name}" value="${value}"${isChosen && html` checked`}`
    return html`<label class="checkbox-label"><input ${attributes}> <span>${text(label)}</span></label>`
  })
  const isLong = options.some(({ label }) => label.length > maxShortLabel)
  return html`<fieldset class="${isLong ? 'filter-group long' : 'filter-group'}"><legend>${legend}</legend>${boxes}${
    hint !== undefined && html`<span class="hint">${hint}</span>`
  }</fieldset>`
}

/** The page opens here after a filter. */
function renderResult(
  { tone, text, caution, chips, links }: ListResult,
  { localize }: Renderer,
): Html {
  const alert = tone === 'problem' && html` role="alert" tabindex="-1" autofocus`
  const sentence =
    tone === 'plain'
      ? html`<p class="list-count">${text}</p>`
      : html`<div class="notice ${tone}"${alert}><p><b>${text}</b>${caution !== undefined && html` ${caution}`}</p>
</div>`
  const chipItems = chips.map(
    (chip) =>
      html`<li><a class="chip" href="${localize(chip.href)}" aria-label="${chip.label}">${chip.text}</a></li>`,
  )
  const linkItems = links.map(
    (link) =>
      html`<a${link.main && html` class="button"`} href="${localize(link.href)}">${link.text}</a>`,
  )
  return html`<div class="list-result" id="results">
${sentence}
${chips.length > 0 && html`<ul class="chips">${chipItems}</ul>`}
${links.length > 0 && html`<p class="list-links">${linkItems}</p>`}
</div>`
}

function renderGroup(
  { id, title, count, picture, rows }: OfferGroup,
  hasHeading: boolean,
  renderer: Renderer,
): Html {
  const { pictures, text } = renderer
  const items = html`<ul class="offer-rows">${rows.map((row) => renderRow(row, hasHeading, renderer))}</ul>`
  if (!hasHeading) return items
  const image = picture !== undefined && pictures.render(picture, 'group', '')
  return html`<section class="offer-group" aria-labelledby="${id}">
<h2 id="${id}">${image}<span>${text(title)}</span> <small>${count}</small></h2>
${items}
</section>`
}

function renderRow(
  row: OfferRow,
  isInGroup: boolean,
  { localize, pictures, text }: Renderer,
): Html {
  const { title, href, text: description, price, variants, badge, picture, marks } = row
  const link = html`<a href="${localize(href)}">${text(title)}</a>`
  const items = marks.map((mark) => html`<li class="mark ${mark.kind}">${text(mark.text)}</li>`)
  const prices = variants?.map(
    (one) =>
      html`<li><a href="${localize(one.href)}">${text(one.text)}</a> <span>${one.price}</span></li>`,
  )
  return html`<li>
${isInGroup ? html`<h3>${link}</h3>` : html`<h2>${link}</h2>`}
${badge !== undefined && html`<p class="badge">${badge}</p>`}
${description !== undefined && html`<p class="about">${text(description)}</p>`}
${price !== undefined && html`<p class="price">${price}</p>`}
${prices && html`<ul class="prices">${prices}</ul>`}
${marks.length > 0 && html`<ul class="marks">${items}</ul>`}
${picture !== undefined && pictures.render(picture, 'thumbnail', title)}
</li>
`
}
