/** Renders the search form and what was found. */
import type { Localize, SearchBlock } from '../../content/document.ts'
import { type Html, type HtmlPart, html } from '../../ui/html.ts'

export function renderSearch(
  { address, query, label, button, hidden, result }: SearchBlock,
  localize: Localize,
  text: (value: string) => HtmlPart,
): Html {
  const field = html`<input type="search" id="q" name="q" value="${query}" maxlength="100" autocomplete="off"
  enterkeyhint="search">`
  const items = result?.items.map(
    (item) => html`<li><h2><a href="${localize(item.href)}">${text(item.title)}</a></h2>
<p class="kind">${text(item.label)}</p>
<p>${text(item.text)}</p></li>
`,
  )
  return html`<search><form class="search-form" method="get" action="${localize(address)}">
${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<label for="q">${label}</label>
<div>${field}<button type="submit">${button}</button></div>
</form></search>
${result && html`<p class="search-count" role="status">${result.text}</p>`}
${result?.notes.map((note) => html`<p class="search-note">${note}</p>`)}
${items && items.length > 0 && html`<ol class="search-results">${items}</ol>`}`
}
