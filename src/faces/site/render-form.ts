/** A form as HTML: every field with its label, its hint and what is wrong with it. */
import type { FilledField, Form, FormButton, Localize } from '../../content/document.ts'
import { type Html, html } from '../../ui/html.ts'

export function renderForm(
  { address, fields, hidden, buttons, tool }: Form,
  localize: Localize,
): Html {
  const forAssistants = tool && html` toolname="${tool.name}" tooldescription="${tool.description}"`
  return html`<form method="post" action="${localize(address)}" novalidate${forAssistants}>
${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<p class="bait" aria-hidden="true"><label>Website <input type="text" name="website" tabindex="-1" autocomplete="off"></label></p>
${fields.map(renderField)}
<p class="actions">${buttons.map(renderButton)}</p>
</form>`
}

function renderButton({ label, name, value, plain }: FormButton): Html {
  const nameAttributes = name !== undefined && html` name="${name}" value="${value}"`
  return html`<button type="submit"${plain && html` class="plain"`}${nameAttributes}>${label}</button>`
}

function renderField(field: FilledField): Html {
  const { name, label, type, values, hint, error, needed, options = [] } = field
  const [value = ''] = values
  const describedBy = [
    hint !== undefined && `${name}-hint`,
    error !== undefined && `${name}-fault`,
  ].filter((id) => id !== false)
  const described = describedBy.length > 0 && html` aria-describedby="${describedBy.join(' ')}"`
  const state = html`${needed && html` required`}${error !== undefined && html` aria-invalid="true"`}${described}`
  const notes = html`${hint !== undefined && html`<span class="hint" id="${name}-hint">${hint}</span>`}${
    error !== undefined && html`<span class="fault" id="${name}-fault">${error}</span>`
  }`
  switch (type) {
    case 'checkbox': {
      const ticked = value === '1' && html` checked`
      return html`<p class="field"><label class="tick"><input type="checkbox" id="${name}" name="${name}" value="1"${ticked}${state}> <span>${label}</span></label>${notes}</p>`
    }
    case 'radio':
    case 'ticks': {
      const kind = type === 'radio' ? 'radio' : 'checkbox'
      const boxes = options.map((option) => {
        const ticked = values.includes(option.value) && html` checked`
        return html`<label class="tick"><input type="${kind}" name="${name}" value="${option.value}"${ticked}> <span>${option.label}</span></label>`
      })
      return html`<fieldset class="field" id="${name}"${described}><legend>${label}</legend>${notes}${boxes}</fieldset>`
    }
    case 'select':
      return html`<p class="field"><label for="${name}">${label}</label><select id="${name}" name="${name}"${state}>${options.map(
        (option) =>
          html`<option value="${option.value}"${option.value === value && html` selected`}>${option.label}</option>`,
      )}</select>${notes}</p>`
    case 'textarea':
      return html`<p class="field"><label for="${name}">${label}</label><textarea id="${name}" name="${name}" rows="3"${state}>${value}</textarea>${notes}</p>`
    default:
      return html`<p class="field"><label for="${name}">${label}</label><input type="${type}" id="${name}" name="${name}" value="${value}" autocomplete="${field.autocomplete}"${state}>${notes}</p>`
  }
}
