/** Markup that several screens share: forms, fields, buttons, lists and disclosures. */
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { type Html, type HtmlPart, html } from '../ui/html.ts'
import type { Notice } from './screen.ts'

/** The main button of a screen, or one that takes back an action. */
export type ButtonTone = 'main' | 'undo'

export type FormFields = Readonly<Record<string, string | number>>

/** A form that shows nothing but its button. */
export function postButton(
  action: string,
  label: string,
  { tone, fields = {} }: { tone?: ButtonTone | undefined; fields?: FormFields } = {},
): Html {
  return html`<form method="post" action="${action}">
${hiddenInputs(fields)}${submitButton(label, tone)}
</form>`
}

export function submitButton(label: string, tone?: ButtonTone): Html {
  return html`<button type="submit"${tone && html` class="${tone}"`}>${label}</button>`
}

export function hiddenInput(name: string, value: string | number): Html {
  return html`<input type="hidden" name="${name}" value="${value}">`
}

export function hiddenInputs(fields: FormFields): Html[] {
  return Object.entries(fields).map(([name, value]) => hiddenInput(name, value))
}

/** A labeled input of a form with the class "row". */
export function inputField(
  id: string,
  label: string,
  attributes: Html,
  { isWide = false }: { isWide?: boolean } = {},
): Html {
  return html`<div${isWide && html` class="wide-field"`}>
<label for="${id}">${label}</label>
<input id="${id}" ${attributes}>
</div>`
}

/** A labeled select of a form with the class "row". */
export function selectField(id: string, name: string, label: string, options: HtmlPart): Html {
  return html`<div>
<label for="${id}">${label}</label>
<select id="${id}" name="${name}">${options}</select>
</div>`
}

export function option(value: string, label: string, isSelected = false): Html {
  return html`<option value="${value}"${isSelected && html` selected`}>${label}</option>`
}

export function disclosure(
  summary: string,
  body: HtmlPart,
  { id, isOpen = false }: { id?: string; isOpen?: boolean } = {},
): Html {
  const idAttribute = id !== undefined && html` id="${id}"`
  return html`<details class="disclosure"${idAttribute}${isOpen && html` open`}>
<summary>${summary}</summary>
${body}
</details>`
}

export function itemList(items: readonly Html[]): Html {
  return html`<ul class="item-list">${items}</ul>`
}

export function plainList(lines: readonly string[]): Html {
  return html`<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`
}

/** Terms with their values, as a table of facts. */
export function factList(
  rows: readonly (readonly [term: string, text: string])[],
  className = 'facts',
): Html {
  return html`<dl class="${className}">${rows.map(([term, text]) => definition(term, text))}</dl>`
}

/** Numbers in boxes, each with an optional second line. */
export function statList(
  rows: readonly (readonly [term: string, value: string, detail?: string])[],
): Html {
  return html`<dl class="stat-list">${rows.map(([term, value, detail]) =>
    definition(term, html`${value}${detail !== undefined && html`<small>${detail}</small>`}`),
  )}</dl>`
}

function definition(term: string, text: HtmlPart): Html {
  return html`<div><dt>${term}</dt><dd>${text}</dd></div>`
}

export function problemNotice(text: HtmlPart): Notice {
  return { tone: 'problem', body: html`<p>${text}</p>` }
}

export function emptyText(text: string): Html {
  return html`<p class="empty">${text}</p>`
}

/** Copies the text of the element with this id. Hidden until the script has enabled it. */
export function copyButton(id: string, locale: Locale): Html {
  return html`<button type="button" data-copy="${id}" hidden>${words.copy[locale]}</button>`
}

const words = {
  copy: { vi: 'Chép', en: 'Copy' },
} satisfies Record<string, LocalizedText>
