/** Renders the parts of a page that are more than one text: sections with a picture, price lists, facts, people. */
import type {
  ActionLink,
  Block,
  Localize,
  PersonCard,
  Point,
  PriceRow,
  Section,
} from '../../content/document.ts'
import type { Mark } from '../../content/offer-list.ts'
import { type Html, type HtmlPart, html } from '../../ui/html.ts'
import { lineIcon } from './line-icons.ts'
import type { SitePictures } from './photo-markup.ts'

type SectionContext = {
  localize: Localize
  pictures: SitePictures
  text(value: string): HtmlPart
  renderBlocks(blocks: readonly Block[]): Html[]
}

export function renderSection(section: Section, context: SectionContext): Html {
  const { title, id, picture, isTurned, isBand, more, blocks } = section
  const { localize, pictures, text, renderBlocks } = context
  const classes = ['section', picture && 'split', isTurned && 'turned', isBand && 'band']
  const attributes = html`class="${classes.filter(Boolean).join(' ')}"${id !== undefined && html` id="${id}"`}`
  const heading = html`<h2>${text(title)}</h2>`
  const link = more && html`<a class="more" href="${localize(more.href)}">${text(more.text)}</a>`
  if (picture === undefined)
    return html`<section ${attributes}>
<div class="section-title">${heading}${link}</div>
${renderBlocks(blocks)}</section>`
  return html`<section ${attributes}>
<div class="section-picture">${pictures.render(picture, 'section', title)}</div>
<div class="section-words">${heading}
${renderBlocks(blocks)}${link}</div>
</section>`
}

export function renderPrices(rows: readonly PriceRow[], { localize, text }: SectionContext): Html {
  const row = ({ text: name, note, price, href, isCurrent }: PriceRow) =>
    html`<li><a href="${localize(href)}"${
      isCurrent && html` aria-current="page"`
    }><span>${text(name)}${note !== undefined && html` <small>${text(note)}</small>`}</span>${
      price !== undefined && html` <b>${price}</b>`
    }</a></li>\n`
  return html`<ul class="price-list">${rows.map(row)}</ul>`
}

export function renderMarks(marks: readonly Mark[]): Html {
  return html`<ul class="marks">${marks.map(
    ({ kind, text }) => html`<li class="mark ${kind}">${text}</li>`,
  )}</ul>`
}

export function renderPoints(points: readonly Point[], { localize, text }: SectionContext): Html {
  const point = ({ icon, title, href, texts = [], more }: Point) => html`<li>${lineIcon(icon)}
<div><b>${href === undefined ? text(title) : html`<a href="${localize(href)}">${text(title)}</a>`}</b>
${texts.map((one) => html`<p>${text(one)}</p>`)}
${more && renderMore(more)}</div></li>`
  const renderMore = ({ title, rows }: NonNullable<Point['more']>) =>
    html`<details><summary>${title}</summary><dl>${rows.map(
      ([term, value]) => html`<div><dt>${term}</dt><dd>${text(value)}</dd></div>`,
    )}</dl></details>`
  return html`<ul class="points">${points.map(point)}</ul>`
}

export function renderPeople(
  people: readonly PersonCard[],
  { localize, pictures, text }: SectionContext,
): Html {
  const link = (one: ActionLink) => html`<a href="${localize(one.href)}">${text(one.text)}</a>`
  const person = (one: PersonCard) => html`<li id="${one.id}">
${
  one.picture === undefined
    ? html`<div class="initials" aria-hidden="true">${one.initials}</div>`
    : pictures.render(one.picture, 'portrait', one.name)
}
<div><h2>${one.name}</h2>
${one.role !== undefined && html`<p class="role">${text(one.role)}</p>`}
<p class="week"><span class="visually-hidden">${one.days}</span>${one.week.map(
    ({ short, isWorking }) =>
      html`<span aria-hidden="true"${isWorking && html` class="on"`}>${short}</span>`,
  )}</p></div>
${one.text !== undefined && html`<p>${text(one.text)}</p>`}
${one.action && html`<p><a class="button plain" href="${localize(one.action.href)}">${text(one.action.text)}</a></p>`}
${
  one.work &&
  html`<details class="row"><summary>${one.work.title}</summary><ul>${one.work.links.map(
    (work) => html`<li>
${link(work)}</li>`,
  )}</ul></details>`
}
</li>\n`
  const hasPortraits = people.some(({ picture }) => picture !== undefined)
  const classes = ['people', columnsFor(people.length), ...(hasPortraits ? ['portraits'] : [])]
  return html`<ul class="${classes.join(' ')}">${people.map(person)}</ul>`
}

/**
 * No row has a single card at its end: two or three columns, and the first card wide where neither divides the
 * number.
 */
function columnsFor(count: number): string {
  if (count % 3 === 0) return 'three'
  const columns = count % 3 === 1 && count % 2 === 1 && count > 1 ? 'three' : 'two'
  return count % 2 === 1 ? `${columns} first-wide` : columns
}
