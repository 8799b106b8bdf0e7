/**
 * Draws the fields of a form from the schema of a content file, with errors beside them and both languages side by
 * side.
 */

import type { Field } from '../../content/edit/fields.ts'
import {
  isTicked,
  joinName,
  mayBeUnstated,
  showLine,
  shownFields,
  textIn,
} from '../../content/edit/read-fields.ts'
import { isContainer } from '../../content/edit/render-yaml.ts'
import { fieldName } from '../../content/field-names.ts'
import type { Languages, Locale, LocalizedText } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import { shortWeekdayNames, weekdayNames } from '../../kernel/weekday.ts'
import { type Html, html } from '../../ui/html.ts'
import { disclosure, hiddenInput, option } from '../components.ts'
import { markdownToolbar, shortTextMarks } from './markdown-field.ts'
import { choiceText } from './part-titles.ts'
import type { ReferenceOption } from './references.ts'

export type FormContext = {
  locale: Locale
  languages: Languages
  /** By the name of the field. */
  errors: ReadonlyMap<string, readonly string[]>
  optionsOf(file: string, field: string): readonly ReferenceOption[]
  /** The names of texts that are Markdown; by default none. */
  markdownFields?: ReadonlySet<string>
}

/** A member that the form asks for. */
export function memberField(
  name: string,
  field: Field,
  value: unknown,
  context: FormContext,
): Html {
  return html`${hiddenInput(shownFields, name)}${renderField(field, name, value, context)}`
}

function renderField(field: Field, name: string, value: unknown, context: FormContext): Html {
  switch (field.type) {
    case 'text':
      return textFields(field, name, value, context)
    case 'weekdays':
      return weekdayBoxes(field, name, value, context)
    case 'entry':
      return entryFields(field, name, value, context)
    case 'list':
      return listFields(field, name, value, context)
    case 'yesOrNo':
      return selectOf(
        field,
        name,
        value === undefined ? '' : String(value),
        yesOrNoOptions(context.locale),
        context,
      )
    case 'choice':
      return selectOf(
        field,
        name,
        String(value ?? ''),
        choiceOptions(field.values, context.locale),
        context,
      )
    case 'reference':
      return selectOf(
        field,
        name,
        String(value ?? ''),
        context.optionsOf(field.file, lastName(name)),
        context,
      )
    default:
      return lineField(field, name, value, context)
  }
}

export function fieldLabelOf(name: string, locale: Locale): string {
  const label = fieldName(name)[locale]
  return label.charAt(0).toLocaleUpperCase(locale) + label.slice(1)
}

/** Indexes are no names. */
function lastName(name: string): string {
  return name.split('.').findLast((step) => !/^[0-9]+$/.test(step)) ?? name
}

function labelText(name: string, field: Field, { locale }: FormContext): string {
  const label = fieldLabelOf(lastName(name), locale)
  return field.isRequired ? label : `${label} (${words.optional[locale]})`
}

const inputId = (name: string) => `field-${name.replaceAll('.', '-')}`

/** What is wrong, and attributes that connect it with the input. */
function problemOf(
  name: string,
  { errors }: FormContext,
): { text: Html | false; attributes: Html | false } {
  const found = errors.get(name) ?? []
  if (found.length === 0) return { text: false, attributes: false }
  const id = `${inputId(name)}-error`
  return {
    text: html`<p class="field-error" id="${id}">${found.join(' ')}</p>`,
    attributes: html` aria-invalid="true" aria-describedby="${id}"`,
  }
}

function lineField(field: Field, name: string, value: unknown, context: FormContext): Html {
  const { text, attributes } = problemOf(name, context)
  const id = inputId(name)
  const shown = showLine(field, value)
  const kind = 'kind' in field ? field.kind.kind : 'text'
  const isDate = kind === 'date' && (shown === '' || /^\d{4}-\d\d-\d\d$/.test(shown))
  const isTime = kind === 'time' && (shown === '' || /^\d\d:\d\d$/.test(shown))
  const isColor = kind === 'color' && /^#[0-9a-f]{6}$/i.test(shown)
  const type = isDate
    ? 'date'
    : isTime
      ? 'time'
      : isColor
        ? 'color'
        : kind === 'phone'
          ? 'tel'
          : 'text'
  const isNumeric = field.type === 'number' || kind === 'account'
  return html`<div class="edit-field">
<label for="${id}">${labelText(name, field, context)}</label>
<input id="${id}" name="${name}" type="${type}" value="${isColor ? shown.toLowerCase() : shown}"${
    isTime && html` step="900"`
  }${isNumeric && html` inputmode="${kind === 'degrees' ? 'text' : 'numeric'}"`}${attributes}>
${text}${
  !text &&
  kind === 'amount' &&
  typeof value === 'number' &&
  html`<p class="hint">${formatMoney(value, context.locale)}</p>`
}
</div>`
}

/** Languages side by side; a missing one is said, and may be published. */
function textFields(
  field: Extract<Field, { type: 'text' }>,
  name: string,
  value: unknown,
  context: FormContext,
): Html {
  const { languages, locale } = context
  const isLong = (field.maxLength ?? 0) > 120
  const isMarkdown = context.markdownFields?.has(name)
  const label = labelText(name, field, context)
  const inputs = languages.map((language) => {
    const own = joinName(name, language)
    const { text, attributes } = problemOf(own, context)
    const id = inputId(own)
    const written = textIn(value, language, languages)
    const isMissing = written === '' && textIn(value, languages[0], languages) !== ''
    return html`<div>
<label for="${id}">${languages.length > 1 ? `${label}, ${fieldName(language)[locale]}` : label}</label>
${isMarkdown && markdownToolbar(id, locale, shortTextMarks)}
${
  isLong
    ? html`<textarea id="${id}" name="${own}" rows="${written.length > 160 ? 6 : 3}"
  lang="${language}"${attributes}>${written}</textarea>`
    : html`<input id="${id}" name="${own}" type="text" value="${written}" lang="${language}"${attributes}>`
}
${text}${isMissing && html`<p class="hint">${missingText(language)[locale]}</p>`}
</div>`
  })
  const whole = problemOf(name, context)
  return html`<div class="edit-field languages">${inputs}</div>${whole.text}`
}

function missingText(language: Locale): LocalizedText {
  return language === 'en'
    ? {
        vi: 'Chưa có tiếng Anh; vẫn đăng được, trang tiếng Anh hiện tiếng Việt.',
        en: 'No English yet. You can publish: English pages show the Vietnamese text.',
      }
    : {
        vi: 'Chưa có tiếng Việt; vẫn đăng được, trang tiếng Việt hiện tiếng Anh.',
        en: 'No Vietnamese yet. You can publish: Vietnamese pages show the English text.',
      }
}

function group(name: string, label: string, body: Html, context: FormContext): Html {
  return html`<fieldset class="edit-field">
<legend>${label}</legend>
${problemOf(name, context).text}
${body}
</fieldset>`
}

function weekdayBoxes(field: Field, name: string, value: unknown, context: FormContext): Html {
  const chosen = Array.isArray(value) ? value.map(Number) : []
  const boxes = [1, 2, 3, 4, 5, 6, 7].map((day) =>
    tickBox(
      name,
      String(day),
      shortWeekdayNames[context.locale][day - 1] ?? '',
      chosen.includes(day),
      weekdayNames([day])[context.locale],
    ),
  )
  return group(
    name,
    labelText(name, field, context),
    html`<div class="ticks">${boxes}</div>`,
    context,
  )
}

function tickBox(
  name: string,
  value: string,
  label: string,
  isTicked: boolean,
  fullName = label,
): Html {
  return html`<label class="tick"><input type="checkbox" name="${name}" value="${value}"${
    fullName !== label && html` aria-label="${fullName}"`
  }${isTicked && html` checked`}>${label}</label>`
}

function selectOf(
  field: Field,
  name: string,
  value: string,
  options: readonly ReferenceOption[],
  context: FormContext,
): Html {
  const { text, attributes } = problemOf(name, context)
  const id = inputId(name)
  // A value that no longer exists is shown, so that the owner sees what is wrong.
  const isUnknown = value !== '' && options.every((one) => one.id !== value)
  return html`<div class="edit-field">
<label for="${id}">${labelText(name, field, context)}</label>
<select id="${id}" name="${name}"${attributes}>
${(!field.isRequired || value === '') && option('', words.notChosen[context.locale], value === '')}
${isUnknown && option(value, value, true)}
${options.map((one) => option(one.id, one.label, one.id === value))}
</select>
${text}
</div>`
}

function yesOrNoOptions(locale: Locale): ReferenceOption[] {
  return [
    { id: 'true', label: words.yes[locale] },
    { id: 'false', label: words.no[locale] },
  ]
}

function choiceOptions(values: readonly string[], locale: Locale): ReferenceOption[] {
  return values.map((id) => ({ id, label: choiceText(id)[locale] }))
}

function entryFields(
  field: Extract<Field, { type: 'entry' }>,
  name: string,
  value: unknown,
  context: FormContext,
): Html {
  const fields = innerFields(field, name, value, context)
  const hasError = [...context.errors.keys()].some(
    (one) => one.startsWith(`${name}.`) || one === name,
  )
  if (!field.isRequired && value === undefined && !hasError)
    return disclosure(labelText(name, field, context), fields)
  return group(name, labelText(name, field, context), fields, context)
}

function innerFields(
  field: Extract<Field, { type: 'entry' }>,
  name: string,
  value: unknown,
  context: FormContext,
): Html {
  const members = isContainer(value) ? (value as Readonly<Record<string, unknown>>) : {}
  return html`${Object.entries(field.members).map(([member, one]) =>
    member === 'id' && !one.isRequired
      ? false
      : renderField(one, joinName(name, member), members[member], context),
  )}`
}

function listFields(
  field: Extract<Field, { type: 'list' }>,
  name: string,
  value: unknown,
  context: FormContext,
): Html {
  const { item } = field
  const list: readonly unknown[] = Array.isArray(value) ? value : []
  const label = labelText(name, field, context)
  if (isTicked(item)) return tickList(field, name, list, Array.isArray(value), context)
  if (item.type === 'line') {
    const id = inputId(name)
    const { text, attributes } = problemOf(name, context)
    return html`<div class="edit-field">
<label for="${id}">${label}</label>
<textarea id="${id}" name="${name}"
  rows="${Math.max(2, list.length + 1)}"${attributes}>${list.map(String).join('\n')}</textarea>
<p class="hint">${words.onePerLine[context.locale]}</p>${text}
</div>`
  }
  const rows = [...list, undefined].map((one, index) =>
    itemFields(item, joinName(name, index), one, context),
  )
  const count = hiddenInput(`${name}.count`, list.length + 1)
  return group(name, label, html`${count}${rows}`, context)
}

function tickList(
  field: Extract<Field, { type: 'list' }>,
  name: string,
  list: readonly unknown[],
  isStated: boolean,
  context: FormContext,
): Html {
  const { item } = field
  const chosen = list.map(String)
  const options =
    item.type === 'reference'
      ? context.optionsOf(item.file, lastName(name))
      : choiceOptions(item.type === 'choice' ? item.values : [], context.locale)
  const unknown = chosen.filter((id) => options.every((one) => one.id !== id))
  const all = [...options, ...unknown.map((id) => ({ id, label: id }))]
  const boxes = all.map(({ id, label }) => tickBox(name, id, label, chosen.includes(id)))
  const none =
    mayBeUnstated(field) &&
    html`<label class="tick"><input type="checkbox" name="${name}.none" value="yes"${
      isStated && chosen.length === 0 && html` checked`
    }>${words.noneOfThese[context.locale]}</label>`
  return group(
    name,
    labelText(name, field, context),
    html`<div class="ticks">${boxes}${none}</div>`,
    context,
  )
}

/** An entry of an inner list; the last one is empty and adds one. */
function itemFields(item: Field, name: string, value: unknown, context: FormContext): Html {
  const { locale } = context
  const fields =
    item.type === 'entry'
      ? innerFields({ ...item, isRequired: true }, name, value, context)
      : renderField(item, name, value, context)
  if (value === undefined) return disclosure(words.addOne[locale], fields)
  return html`<div class="inner-item">${fields}
${problemOf(name, context).text}
<label class="tick"><input type="checkbox" name="${name}.remove" value="yes">${words.remove[locale]}</label></div>`
}

const words = {
  optional: { vi: 'không bắt buộc', en: 'optional' },
  notChosen: { vi: '(không chọn)', en: '(not chosen)' },
  yes: { vi: 'Có', en: 'Yes' },
  no: { vi: 'Không', en: 'No' },
  onePerLine: { vi: 'Mỗi dòng một mục.', en: 'One on each line.' },
  noneOfThese: { vi: 'Không có nhóm nào', en: 'None of these' },
  addOne: { vi: 'Thêm một mục', en: 'Add one' },
  remove: { vi: 'Bỏ mục này', en: 'Remove this' },
} satisfies Record<string, LocalizedText>
