/** Renders the blocks of a document as HTML. */
import type {
  ActionLink,
  Block,
  Card,
  Choice,
  Disclosure,
  Inline,
  Localize,
  Panel,
  Picker,
  TicketStep,
  Tile,
} from '../../content/document.ts'
import type { Untranslated } from '../../kernel/content-language.ts'
import type { Locale } from '../../kernel/locale.ts'
import { type Html, type HtmlPart, html } from '../../ui/html.ts'
import { renderQrSvg } from '../../ui/qr.ts'
import { lineIcon } from './line-icons.ts'
import type { SitePictures } from './photo-markup.ts'
import { renderCalendar } from './render-calendar.ts'
import { renderForm } from './render-form.ts'
import { renderOffers } from './render-offers.ts'
import { renderSearch } from './render-search.ts'
import {
  renderMarks,
  renderPeople,
  renderPoints,
  renderPrices,
  renderSection,
} from './render-sections.ts'

/** A text in an element with its language, if that is not the language of the page. */
export type MarkLanguage = {
  (text: string): HtmlPart
  /** `rendered` is the text as HTML. */
  (text: string, rendered: Html, element: 'div'): Html
}

export function createLanguageMark(locale: Locale, untranslated: Untranslated): MarkLanguage {
  return ((text: string, rendered?: Html) => {
    const language = untranslated.get(text)
    if (language === undefined || language === locale) return rendered ?? text
    return rendered
      ? html`<div lang="${language}">${rendered}</div>`
      : html`<span lang="${language}">${text}</span>`
  }) as MarkLanguage
}

export function renderHtml(
  blocks: readonly Block[],
  localize: Localize,
  pictures: SitePictures,
  markLanguage: MarkLanguage,
): Html {
  const text = (value: string): HtmlPart => markLanguage(value)

  const inline = (parts: readonly Inline[]): Html[] =>
    parts.map((part) =>
      typeof part === 'string'
        ? html`${text(part)}`
        : html`<a href="${localize(part.href)}">${text(part.text)}</a>`,
    )

  /** The title of a card is one level below the preceding heading. */
  let level = 1
  const cardTitle = (link: Html) => (level === 1 ? html`<h2>${link}</h2>` : html`<h3>${link}</h3>`)

  const card = (
    { title, href, text: description, note, aside, badge, picture }: Card,
    use: 'card' | 'row' | 'story',
  ) => html`<li>
${picture !== undefined && pictures.render(picture, use, title)}
${cardTitle(html`<a href="${localize(href)}">${text(title)}</a>`)}
${badge !== undefined && html`<p class="badge">${badge}</p>`}
${aside !== undefined && html`<p class="aside">${aside}</p>`}
${note !== undefined && html`<p class="note">${note}</p>`}
${description !== undefined && html`<p>${text(description)}</p>`}
</li>`

  const renderCards = ({ cards, picture, isList, isRow }: CardsBlock) => {
    if (isRow) return html`<ul class="cards trio">${cards.map((one) => card(one, 'card'))}</ul>`
    const hasPictures = cards.some((one) => one.picture !== undefined)
    const isRows = isList === true && hasPictures
    // Beside photos of the offers, a picture of the group would only repeat one.
    const image =
      picture !== undefined && !isRows && categoryImage(pictures.render(picture, 'card', ''))
    return html`<ul class="${isRows ? 'cards rows' : 'cards'}">${image}
${cards.map((one) => card(one, isRows ? 'row' : 'card'))}</ul>`
  }

  const action = ({ text: label, href, main, share }: ActionLink) => {
    const shared = share !== undefined && html` data-share="${share}"`
    return html`<a class="${main ? 'button' : 'button plain'}" href="${localize(href)}"${shared}>${text(label)}</a>`
  }

  const choice = ({ text: name, note, href, current, isOwn }: Choice) => {
    const label = html`${text(name)}${note !== undefined && html` <small>${text(note)}</small>`}`
    const ownClass = isOwn && html` own`
    if (href === undefined) return html`<li><span class="choice${ownClass}">${label}</span></li>`
    const currentAttribute = current && html` aria-current="true"`
    return html`<li><a class="choice" href="${localize(href)}"${currentAttribute}>${label}</a></li>`
  }

  const renderChoices = ({ label, choices, as }: ChoicesBlock) => {
    const items = html`<ul>${choices.map(choice)}</ul>`
    if (as === undefined)
      return html`<section class="choices" aria-label="${label}">
<h2>${label}</h2>
${items}
</section>`
    return html`<section class="choices ${as}" aria-label="${label}">
${choicesTitle[as](text(label))}
${items}
</section>`
  }

  const picker = ({ label, choices }: Picker) => {
    const current = choices.find((one) => one.current) ?? choices[0]
    return html`<details class="picker"><summary><span class="visually-hidden">${label}: </span>${text(
      current?.text ?? label,
    )}</summary>
<ul>${choices.map(choice)}</ul></details>`
  }

  const renderPanel = (panel: Panel): Html => {
    const { title, path, source, link, blocks: inside, expectedTimes = [] } = panel
    const sourceAttribute = source !== undefined && html` data-source="${localize(source)}"`
    const attributes = html`id="booking" class="panel" aria-labelledby="booking-title" tabindex="-1"`
    return html`<section ${attributes} data-path="${localize(path ?? '/booking')}"${sourceAttribute}>
<div class="panel-title"><h2 id="booking-title">${text(title)}</h2>
${link && html`<a href="${localize(link.href)}">${link.text}</a>`}</div>
${inside.map((one) => html`${block(one)}\n`)}${expectedTimes.length > 0 && renderExpected(expectedTimes)}</section>`
  }

  const sections = {
    localize,
    pictures,
    text,
    renderBlocks(inside: readonly Block[]) {
      level = 2
      return inside.map((one) => html`${block(one)}\n`)
    },
  }

  /** The id is inside, because browsers open a disclosure for a link to its content. */
  const renderDisclosure = (disclosure: Disclosure): Html => {
    const { title, blocks: inside, id, isQuestion, isOpen } = disclosure
    const content = html`${inside.map(block)}`
    const name = isQuestion ? html`<h3>${text(title)}</h3>` : text(title)
    const summary = disclosure.summary
    const heading =
      summary === undefined ? name : html`<span>${name} <small>${text(summary)}</small></span>`
    return html`<details class="row"${isOpen && html` open`}><summary>${heading}</summary>
${id === undefined ? content : html`<div id="${id}">${content}</div>`}</details>`
  }

  const block = (one: Block): Html => {
    switch (one.kind) {
      case 'heading': {
        level = one.level
        const id = one.id !== undefined && html` id="${one.id}"`
        return one.level === 2
          ? html`<h2${id}>${text(one.text)}</h2>`
          : html`<h3${id}>${text(one.text)}</h3>`
      }
      case 'paragraph':
        return html`<p>${inline(one.text)}</p>`
      case 'list': {
        const items = one.items.map((item) => html`<li>${inline(item)}</li>`)
        return one.ordered ? html`<ol>${items}</ol>` : html`<ul>${items}</ul>`
      }
      case 'facts':
        return html`<dl>${one.rows.map(
          ([term, value]) => html`<div><dt>${text(term)}</dt><dd>${inline(value)}</dd></div>`,
        )}</dl>`
      case 'table':
        return html`<div class="table-scroll" tabindex="0"><table>
<thead><tr>${one.head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>${one.rows.map(
          (row) => html`<tr>${row.map((cell) => html`<td>${inline(cell)}</td>`)}</tr>`,
        )}</tbody>
</table></div>`
      case 'cards':
        return renderCards(one)
      case 'section':
        return renderSection(one, sections)
      case 'prices':
        return renderPrices(one.rows, sections)
      case 'price':
        return html`<p class="offer-price">
<b>${one.amount}</b>${one.note !== undefined && html` <span>${one.note}</span>`}</p>`
      case 'marks':
        return renderMarks(one.marks)
      case 'opening-state':
        return html`<p class="${one.isOpen ? 'open-state is-open' : 'open-state'}">${one.text}</p>`
      case 'quote':
        return html`<p class="pull-quote">${text(one.text)}</p>`
      case 'points':
        return renderPoints(one.points, sections)
      case 'people':
        return renderPeople(one.people, sections)
      case 'stories':
        return html`<ul class="cards stories">${one.cards.map((story) => card(story, 'story'))}</ul>`
      case 'columns':
        return html`<div class="columns"><div>${one.blocks.map((inner) => html`${block(inner)}\n`)}</div>
<div class="side">${one.side.map((inner) => html`${block(inner)}\n`)}</div></div>`
      case 'tiles':
        return html`<ul class="tiles">${one.tiles.map(renderTile)}</ul>`
      case 'map':
        return html`<a class="map" href="${one.href}"
  aria-label="${one.label}">${pictures.render(one.name, 'lead', '')}</a>`
      case 'aside':
        return html`<p class="aside">${one.text}</p>`
      case 'lead':
        return html`<div class="lead">${pictures.render(one.name, 'lead', one.alt)}</div>`
      case 'gallery':
        return html`<ul class="gallery">${one.photos.map(
          ({ name, alt, href }) =>
            html`<li><a href="${localize(href)}">${pictures.render(name, 'gallery', alt)}</a></li>`,
        )}</ul>`
      case 'code':
        return html`<pre tabindex="0"><code>${one.text}</code></pre>`
      case 'form':
        return renderForm(one, localize, text)
      case 'button':
        return html`<form method="post" action="${localize(one.address)}">
<button type="submit">${one.label}</button></form>`
      case 'actions':
        return html`<p class="actions">${one.links.map(action)}</p>`
      case 'notice':
        return renderNotice(
          one.tone,
          inline(one.text),
          (one.links ?? []).map((link) => ({ ...link, href: localize(link.href) })),
        )
      case 'panel':
        return renderPanel(one)
      case 'ticket':
        return renderTicket(one, text, inline)
      case 'giftCard':
        return renderGiftCard(one)
      case 'pickers':
        return html`<div class="pickers">${one.pickers.map(picker)}</div>`
      case 'summary':
        return html`<p class="summary">
<span>${text(one.text)}</span> <a href="${localize(one.change.href)}">${one.change.text}</a></p>`
      case 'disclosure':
        return renderDisclosure(one)
      case 'offers':
        return renderOffers(one, { localize, pictures, text })
      case 'search':
        return renderSearch(one, localize, text)
      case 'swap':
        return html`<div class="swap"><dl><div><dt>${one.from.label}</dt><dd>${one.from.text}</dd></div>
<div><dt>${one.to.label}</dt><dd>${one.to.text}</dd></div></dl>
<p><a href="${localize(one.link.href)}">${one.link.text}</a></p></div>`
      case 'choices':
        return renderChoices(one)
      case 'calendar':
        return renderCalendar(one.calendar, localize)
      case 'payment':
        return renderPayment(one, localize)
      case 'stages':
        return html`<ol class="stages">${one.stages.map(
          ({ name, text: stage }) => html`<li><b>${text(name)}</b> ${text(stage)}</li>`,
        )}</ol>`
      case 'spread':
        return html`<div class="spread">
${markLanguage(one.markdown, pictures.renderProse(one.markdown, localize), 'div')}</div>`
      case 'prose':
        return markLanguage(one.markdown, pictures.renderProse(one.markdown, localize), 'div')
    }
  }

  return html`${blocks.map((one) => html`${block(one)}\n`)}`
}

/** The times of a day are below the heading with its date. */
const choicesTitle = {
  days: (label: HtmlPart) => html`<h3 class="visually-hidden">${label}</h3>`,
  guests: (label: HtmlPart) => html`<h3 class="visually-hidden">${label}</h3>`,
  offers: (label: HtmlPart) => html`<h3>${label}</h3>`,
  times: (label: HtmlPart) => html`<h4>${label}</h4>`,
  answers: () => undefined,
}

/** Nothing to read: it only keeps the place of the times that a script loads. */
function renderExpected(groups: NonNullable<Panel['expectedTimes']>): Html {
  const time = html`<li><span class="choice"></span></li>`
  const group = ({ label, count }: (typeof groups)[number]) =>
    html`<div class="choices times"><b>${label}</b><ul>${Array.from({ length: count }, () => time)}</ul></div>`
  return html`<div class="expected" aria-hidden="true">${groups.map(group)}</div>`
}

function categoryImage(picture: Html): Html {
  return html`<li class="category-image" aria-hidden="true">${picture}</li>`
}

function renderTile({ icon, title, text, href }: Tile): Html {
  const content = html`${lineIcon(icon)}<b>${title}</b> <span>${text}</span>`
  if (href === undefined) return html`<li><div class="tile">${content}</div></li>`
  return html`<li><a class="tile" href="${href}">${content}</a></li>`
}

/** A problem gets the focus, so that screen readers announce it first. */
function renderNotice(tone: string, text: HtmlPart, links: readonly ActionLink[]): Html {
  const attributes = tone === 'problem' && html` role="alert" tabindex="-1" autofocus`
  const items = links.map(({ text: name, href }) => html`<li><a href="${href}">${name}</a></li>`)
  const list = items.length > 0 && html`<ul>${items}</ul>`
  return html`<div class="notice ${tone}"${attributes}><p>${text}</p>${list}</div>`
}

function renderTicket(
  { state, hour, date, text: name, steps = [], rows, note, watch }: TicketBlock,
  text: (value: string) => HtmlPart,
  inline: (parts: readonly Inline[]) => Html[],
): Html {
  const attributes = html`data-watch="${watch.address}" data-version="${watch.version}"`
  return html`<section class="ticket ${state}" aria-labelledby="ticket-date" ${attributes}>
<p class="when" id="ticket-date"><b class="hour">${hour}</b> <span>${date}</span></p>
<p class="what">${text(name)}</p>
${steps.length > 0 && html`<ol class="path">${steps.map(renderStep)}</ol>`}
<dl>${rows.map(
    ([term, value]) => html`<div><dt>${text(term)}</dt><dd>${inline(value)}</dd></div>`,
  )}</dl>
${note !== undefined && html`<p class="note">${note}</p>`}
</section>`
}

function renderStep({ state, text, note }: TicketStep): Html {
  const current = state === 'now' && html` aria-current="step"`
  return html`<li class="${state}"${current}><span>${text}</span>${
    note !== undefined && html` <small>${note}</small>`
  }</li>`
}

function renderGiftCard({ shop, sum, label, recipient, note }: GiftCardBlock): Html {
  return html`<div class="gift" aria-hidden="true"><b>${shop}</b>
<span class="sum" data-gift="sum">${sum}</span>
<span>${label} <span data-gift="recipient">${recipient}</span></span><small>${note}</small></div>`
}

function renderPayment({ code, label, picture, rows }: PaymentBlock, localize: Localize): Html {
  const link = html`<a href="${localize(picture.href)}">${picture.text}</a>`
  return html`<section class="payment">
<figure>${renderQrSvg(code, label)}<figcaption>${link}</figcaption></figure>
<dl>${rows.map(([term, text]) => html`<div><dt>${term}</dt><dd>${text}</dd></div>`)}</dl>
</section>`
}

type ChoicesBlock = Extract<Block, { kind: 'choices' }>
type CardsBlock = Extract<Block, { kind: 'cards' }>
type GiftCardBlock = Extract<Block, { kind: 'giftCard' }>
type TicketBlock = Extract<Block, { kind: 'ticket' }>
type PaymentBlock = Extract<Block, { kind: 'payment' }>
