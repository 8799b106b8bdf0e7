/** Renders a form: every field with its label, hint and error. */
import type { Localize } from '../../content/document.ts'
import type { FilledField, Form, FormButton } from '../../content/form-block.ts'
import { type Html, type HtmlPart, html } from '../../ui/html.ts'

type RenderText = (text: string) => HtmlPart

export function renderForm(form: Form, localize: Localize, text: RenderText): Html {
  const { method, address, fields, hidden, buttons, tool, isSearch } = form
  const toolAttributes =
    tool && html` toolname="${tool.name}" tooldescription="${tool.description}" toolautosubmit`
  const searchAttributes = isSearch && html` role="search" class="search"`
  return html`<form method="${method}" action="${localize(address)}" novalidate${toolAttributes}${searchAttributes}>
${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${fields.map((field) => {
  const rendered = renderField(field, tool && parameterDescription(field), text)
  return collapse(field, rendered)
})}
<p class="actions">${buttons.map(renderButton)}</p>
</form>`
}

/** An optional field as a row that opens when it is pressed. */
function collapse({ label, isCollapsed, values, error }: FilledField, rendered: Html): Html {
  if (!isCollapsed) return rendered
  const isOpen = error !== undefined || values.some((value) => value !== '')
  return html`<details class="row"${isOpen && html` open`}>
<summary>${label}</summary>
${rendered}</details>`
}

/** Browsers describe a parameter by its label alone, and a group of boxes not at all. */
function parameterDescription({ label, hint }: FilledField): Html {
  const text = hint === undefined ? label : `${label}. ${hint}`
  return html` toolparamdescription="${text}"`
}

function renderButton({ label, name, value, plain }: FormButton): Html {
  const className = plain && html` class="plain"`
  const nameAttributes = name !== undefined && html` name="${name}" value="${value}"`
  return html`<button type="submit"${className}${nameAttributes}>${label}</button>`
}

function renderField(field: FilledField, parameter: Html | undefined, text: RenderText): Html {
  const { name, label, type, values, options = [] } = field
  const [value = ''] = values
  switch (type) {
    case 'checkbox':
      return checkboxField(field, value === '1', parameter, text)
    case 'radio':
    case 'ticks':
      return choiceField(field, parameter, text)
    case 'select': {
      const items = options.map((option) => {
        const selected = option.value === value && html` selected`
        return html`<option value="${option.value}"${selected}>${option.label}</option>`
      })
      const attributes = html`id="${name}" name="${name}"${parameter}${stateAttributes(field)}`
      const select = html`<select ${attributes}>${items}</select>`
      return labeledField(name, label, html`${select}${renderNotes(field)}`)
    }
    case 'textarea': {
      const attributes = html`id="${name}" name="${name}" rows="3"${parameter}${stateAttributes(field)}`
      return labeledField(
        name,
        label,
        html`<textarea ${attributes}>${value}</textarea>${renderNotes(field)}`,
      )
    }
    default: {
      const digits = field.digits !== undefined && digitAttributes(field.digits)
      const attributes = html`type="${type}" id="${name}" name="${name}" value="${value}"${digits}`
      const rest = html`autocomplete="${field.autocomplete}"${parameter}${stateAttributes(field)}`
      return labeledField(name, label, html`<input ${attributes} ${rest}>${renderNotes(field)}`)
    }
  }
}

/** A number of a few digits: phones show the keyboard with digits. */
function digitAttributes(digits: number): Html {
  return html` inputmode="numeric" maxlength="${digits}"`
}

function labeledField(name: string, label: string, content: HtmlPart): Html {
  return html`<p class="field"><label for="${name}">${label}</label>${content}</p>`
}

function checkboxField(
  field: FilledField,
  isChecked: boolean,
  parameter: Html | undefined,
  text: RenderText,
): Html {
  const { name, label } = field
  const attributes = html`type="checkbox" id="${name}" name="${name}" value="1"${parameter}`
  const input = html`<input ${attributes}${isChecked && html` checked`}${stateAttributes(field)}>`
  const box = html`<p class="field">${checkboxLabel(input, text(label))}${renderNotes(field)}</p>`
  const { fullText } = field
  if (!fullText) return box
  return html`${box}<details class="full-text"><summary>${fullText.title}</summary>
<p>${text(fullText.text)}</p></details>`
}

/** A group of radio buttons or checkboxes. */
function choiceField(field: FilledField, parameter: Html | undefined, text: RenderText): Html {
  const { name, label, type, values, options = [] } = field
  const inputType = type === 'radio' ? 'radio' : 'checkbox'
  const required = inputType === 'radio' && field.needed && html` required`
  const boxes = options.map((option, index) => {
    const checked = values.includes(option.value) && html` checked`
    // Links to an error lead to the first box.
    const id = index === 0 && html` id="${name}-1"`
    const attributes = html`type="${inputType}"${id} name="${name}" value="${option.value}"${required}`
    return checkboxLabel(html`<input ${attributes}${checked}>`, text(option.label))
  })
  const content = html`<legend>${label}</legend>${renderNotes(field)}${boxes}`
  const className = field.hasChips ? 'field chips' : 'field'
  const attributes = html`class="${className}" id="${name}"${parameter}${describedBy(field)}`
  return html`<fieldset ${attributes}>${content}</fieldset>`
}

function checkboxLabel(input: Html, label: HtmlPart): Html {
  return html`<label class="checkbox-label">${input} <span>${label}</span></label>`
}

function stateAttributes(field: FilledField): Html {
  const required = field.needed && html` required`
  const invalid = field.error !== undefined && html` aria-invalid="true"`
  return html`${required}${invalid}${describedBy(field)}`
}

function describedBy({ name, hint, error }: FilledField): Html | undefined {
  const ids = [
    ...(hint === undefined ? [] : [`${name}-hint`]),
    ...(error === undefined ? [] : [`${name}-error`]),
  ]
  return ids.length > 0 ? html` aria-describedby="${ids.join(' ')}"` : undefined
}

function renderNotes({ name, hint, error }: FilledField): Html {
  return html`${hint !== undefined && html`<span class="hint" id="${name}-hint">${hint}</span>`}${
    error !== undefined && html`<span class="error-text" id="${name}-error">${error}</span>`
  }`
}
