/** A document's blocks as HTML. */
import type { Block, Card, FilledField, Inline, Localize } from '../../content/document.ts'
import { proseToHtml } from '../../content/prose.ts'
import { Html, html } from './html.ts'

export function renderHtml(blocks: readonly Block[], localize: Localize): Html {
  const inline = (parts: readonly Inline[]): Html[] =>
    parts.map((part) =>
      typeof part === 'string'
        ? html`${part}`
        : html`<a href="${localize(part.href)}">${part.text}</a>`,
    )

  const card = ({ title, href, text, note }: Card) => html`<li>
<h3><a href="${localize(href)}">${title}</a></h3>
${note !== undefined && html`<p class="note">${note}</p>`}
<p>${text}</p>
</li>`

  const field = ({ name, label, type, needed, autocomplete, value, fault }: FilledField): Html => {
    const state = html`${needed && html` required`}${
      fault !== undefined && html` aria-invalid="true" aria-describedby="${name}-fault"`
    }`
    const wrong =
      fault !== undefined && html`<span class="fault" id="${name}-fault">${fault}</span>`
    if (type === 'checkbox') {
      const ticked = value === '1' && html` checked`
      return html`<p><label class="tick"><input type="checkbox" id="${name}" name="${name}" value="1"${ticked}${state}> <span>${label}</span></label>${wrong}</p>`
    }
    const control =
      type === 'textarea'
        ? html`<textarea id="${name}" name="${name}" rows="4"${state}>${value}</textarea>`
        : html`<input type="${type}" id="${name}" name="${name}" value="${value}" autocomplete="${autocomplete}"${state}>`
    return html`<p><label for="${name}">${label}</label>${control}${wrong}</p>`
  }

  const block = (one: Block): Html => {
    switch (one.kind) {
      case 'heading': {
        const id = one.id !== undefined && html` id="${one.id}"`
        return one.level === 2 ? html`<h2${id}>${one.text}</h2>` : html`<h3${id}>${one.text}</h3>`
      }
      case 'paragraph':
        return html`<p>${inline(one.text)}</p>`
      case 'list': {
        const items = one.items.map((item) => html`<li>${inline(item)}</li>`)
        return one.ordered ? html`<ol>${items}</ol>` : html`<ul>${items}</ul>`
      }
      case 'facts':
        return html`<dl>${one.rows.map(
          ([term, text]) => html`<div><dt>${term}</dt><dd>${inline(text)}</dd></div>`,
        )}</dl>`
      case 'table':
        return html`<div class="wide"><table>
<thead><tr>${one.head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>${one.rows.map(
          (row) => html`<tr>${row.map((cell) => html`<td>${inline(cell)}</td>`)}</tr>`,
        )}</tbody>
</table></div>`
      case 'cards':
        return html`<ul class="cards">${one.cards.map(card)}</ul>`
      case 'code':
        return html`<pre><code>${one.text}</code></pre>`
      case 'form':
        return html`<form method="post" action="${one.address}" novalidate>
${Object.entries(one.hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<p class="bait" aria-hidden="true"><label>Website <input name="website" tabindex="-1" autocomplete="off"></label></p>
${one.fields.map(field)}
<button>${one.button}</button>
</form>`
      case 'button':
        return html`<form method="post" action="${one.address}"><button>${one.label}</button></form>`
      case 'prose':
        return new Html(proseToHtml(one.markdown, localize))
    }
  }

  return html`${blocks.map((one) => html`${block(one)}\n`)}`
}
