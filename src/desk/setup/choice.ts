/** Choices of a step as large targets. */
import { type Html, html } from '../../ui/html.ts'

type Choice = { id: string; label: Html }

export function radioChoice(
  name: string,
  legend: string,
  options: readonly Choice[],
  chosen: string,
): Html {
  return html`<fieldset class="edit-field setup-choice"><legend>${legend}</legend>
${options.map(
  ({ id, label }) =>
    html`<label class="tick"><input type="radio" name="${name}"
  value="${id}"${id === chosen && html` checked`}>${label}</label>`,
)}</fieldset>`
}
