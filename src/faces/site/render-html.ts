/** A document's blocks as HTML. */
import type { Block, Card, Inline } from '../../content/document.ts'
import { proseToHtml } from '../../content/prose.ts'
import { Html, html } from './html.ts'

/** Turns a site path into the address in the page's own language. */
export type Localize = (href: string) => string

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
      case 'button':
        return html`<form method="post" action="${one.address}"><button>${one.label}</button></form>`
      case 'prose':
        return new Html(proseToHtml(one.markdown, localize))
    }
  }

  return html`${blocks.map((one) => html`${block(one)}\n`)}`
}
