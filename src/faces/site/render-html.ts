/** Renders the blocks of a document as HTML. */
import type {
  ActionLink,
  Block,
  Card,
  Choice,
  Inline,
  Localize,
  Step,
} from '../../content/document.ts'
import { markdownToHtml } from '../../content/markdown.ts'
import { Html, type HtmlPart, html } from '../../ui/html.ts'
import { renderQrSvg } from '../../ui/qr.ts'
import { picturePath } from './pictures.ts'
import { renderCalendar } from './render-calendar.ts'
import { renderForm } from './render-form.ts'

export function renderHtml(blocks: readonly Block[], localize: Localize): Html {
  const inline = (parts: readonly Inline[]): Html[] =>
    parts.map((part) =>
      typeof part === 'string'
        ? html`${part}`
        : html`<a href="${localize(part.href)}">${part.text}</a>`,
    )

  /** The title of a card is one level below the preceding heading. */
  let level = 1
  const cardTitle = (link: Html) => (level === 1 ? html`<h2>${link}</h2>` : html`<h3>${link}</h3>`)

  const card = ({ title, href, text, note, picture }: Card) => html`<li>
${picture !== undefined && renderPicture(picture)}
${cardTitle(html`<a href="${localize(href)}">${title}</a>`)}
${note !== undefined && html`<p class="note">${note}</p>`}
<p>${text}</p>
</li>`

  const action = ({ text, href, main }: ActionLink) =>
    html`<a class="${main ? 'button' : 'button plain'}" href="${localize(href)}">${text}</a>`

  const step = ({ label, chosen, href, current }: Step) => {
    const value =
      chosen !== undefined &&
      (href === undefined
        ? html` <b>${chosen}</b>`
        : html` <a href="${localize(href)}">${chosen}</a>`)
    return html`<li${current && html` aria-current="step"`}><span>${label}</span>${value}</li>`
  }

  const choice = ({ text, note, href, current }: Choice) => {
    const label = html`${text}${note !== undefined && html` <small>${note}</small>`}`
    if (href === undefined) return html`<li><span class="choice">${label}</span></li>`
    const currentAttribute = current && html` aria-current="true"`
    return html`<li><a class="choice" href="${localize(href)}"${currentAttribute}>${label}</a></li>`
  }

  const block = (one: Block): Html => {
    switch (one.kind) {
      case 'heading': {
        level = one.level
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
        return html`<div class="table-scroll" tabindex="0"><table>
<thead><tr>${one.head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>${one.rows.map(
          (row) => html`<tr>${row.map((cell) => html`<td>${inline(cell)}</td>`)}</tr>`,
        )}</tbody>
</table></div>`
      case 'cards':
        return html`<ul class="cards">${one.picture !== undefined && categoryImage(one.picture)}
${one.cards.map(card)}</ul>`
      case 'code':
        return html`<pre tabindex="0"><code>${one.text}</code></pre>`
      case 'form':
        return renderForm(one, localize)
      case 'button':
        return html`<form method="post" action="${localize(one.address)}">
<button type="submit">${one.label}</button></form>`
      case 'actions':
        return html`<p class="actions">${one.links.map(action)}</p>`
      case 'notice':
        return renderNotice(one.tone, inline(one.text))
      case 'steps':
        return html`<nav class="steps" aria-label="${one.label}"><ol>${one.steps.map(step)}</ol></nav>`
      case 'choices':
        return html`<section class="choices" aria-label="${one.label}">
<h2>${one.label}</h2>
<ul>${one.choices.map(choice)}</ul>
</section>`
      case 'calendar':
        return renderCalendar(one.calendar, localize)
      case 'payment':
        return renderPayment(one, localize)
      case 'stages':
        return html`<ol class="stages">${one.stages.map(
          ({ name, text }) => html`<li><b>${name}</b> ${text}</li>`,
        )}</ol>`
      case 'prose':
        return new Html(markdownToHtml(one.markdown, localize))
    }
  }

  return html`${blocks.map((one) => html`${block(one)}\n`)}`
}

function renderPicture(name: string): Html {
  return html`<img src="${picturePath(name)}" alt="" width="480" height="360" loading="lazy">`
}

function categoryImage(name: string): Html {
  return html`<li class="category-image" aria-hidden="true">${renderPicture(name)}</li>`
}

/** A problem gets the focus, so that screen readers announce it first. */
function renderNotice(tone: string, text: HtmlPart): Html {
  const attributes = tone === 'problem' && html` role="alert" tabindex="-1" autofocus`
  return html`<div class="notice ${tone}"${attributes}><p>${text}</p></div>`
}

function renderPayment({ code, label, picture, rows }: PaymentBlock, localize: Localize): Html {
  const link = html`<a href="${localize(picture.href)}">${picture.text}</a>`
  return html`<section class="payment">
<figure>${renderQrSvg(code, label)}<figcaption>${link}</figcaption></figure>
<dl>${rows.map(([term, text]) => html`<div><dt>${term}</dt><dd>${text}</dd></div>`)}</dl>
</section>`
}

type PaymentBlock = Extract<Block, { kind: 'payment' }>
