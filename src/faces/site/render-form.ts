/** Renders a form: every field with its label, hint and error. */
import type { FilledField, Form, FormButton, Localize } from '../../content/document.ts'
import { type Html, type HtmlPart, html } from '../../ui/html.ts'

export function renderForm(
  { address, fields, hidden, buttons, tool }: Form,
  localize: Localize,
): Html {
  const forAssistants = tool && html` toolname="${tool.name}" tooldescription="${tool.description}"`
  return html`<form method="post" action="${localize(address)}" novalidate${forAssistants}>
${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${renderHoneypot()}
${fields.map(renderField)}
<p class="actions">${buttons.map(renderButton)}</p>
</form>`
}

/** An invisible field that only bots fill in. */
function renderHoneypot(): Html {
  const input = html`<input type="text" name="website" tabindex="-1" autocomplete="off">`
  return html`<p class="honeypot" aria-hidden="true"><label>Website ${input}</label></p>`
}

function renderButton({ label, name, value, plain }: FormButton): Html {
  const className = plain && html` class="plain"`
  const nameAttributes = name !== undefined && html` name="${name}" value="${value}"`
  return html`<button type="submit"${className}${nameAttributes}>${label}</button>`
}

function renderField(field: FilledField): Html {
  const { name, label, type, values, options = [] } = field
  const [value = ''] = values
  switch (type) {
    case 'checkbox':
      return checkboxField(field, value === '1')
    case 'radio':
    case 'ticks':
      return choiceField(field)
    case 'select': {
      const items = options.map((option) => {
        const selected = option.value === value && html` selected`
        return html`<option value="${option.value}"${selected}>${option.label}</option>`
      })
      const select = html`<select id="${name}" name="${name}"${stateAttributes(field)}>${items}</select>`
      return labeledField(name, label, html`${select}${renderNotes(field)}`)
    }
    case 'textarea': {
      const attributes = html`id="${name}" name="${name}" rows="3"${stateAttributes(field)}`
      return labeledField(
        name,
        label,
        html`<textarea ${attributes}>${value}</textarea>${renderNotes(field)}`,
      )
    }
    default: {
      const attributes = html`type="${type}" id="${name}" name="${name}" value="${value}"`
      const rest = html`autocomplete="${field.autocomplete}"${stateAttributes(field)}`
      return labeledField(name, label, html`<input ${attributes} ${rest}>${renderNotes(field)}`)
    }
  }
}

function labeledField(name: string, label: string, content: HtmlPart): Html {
  return html`<p class="field"><label for="${name}">${label}</label>${content}</p>`
}

function checkboxField(field: FilledField, isChecked: boolean): Html {
  const { name, label } = field
  const attributes = html`type="checkbox" id="${name}" name="${name}" value="1"`
  const input = html`<input ${attributes}${isChecked && html` checked`}${stateAttributes(field)}>`
  return html`<p class="field">${checkboxLabel(input, label)}${renderNotes(field)}</p>`
}

/** A group of radio buttons or checkboxes. */
function choiceField(field: FilledField): Html {
  const { name, label, type, values, options = [] } = field
  const inputType = type === 'radio' ? 'radio' : 'checkbox'
  const boxes = options.map((option) => {
    const checked = values.includes(option.value) && html` checked`
    const attributes = html`type="${inputType}" name="${name}" value="${option.value}"`
    return checkboxLabel(html`<input ${attributes}${checked}>`, option.label)
  })
  const content = html`<legend>${label}</legend>${renderNotes(field)}${boxes}`
  return html`<fieldset class="field" id="${name}"${describedBy(field)}>${content}</fieldset>`
}

function checkboxLabel(input: Html, label: string): Html {
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
