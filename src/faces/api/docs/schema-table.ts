/** Tables of fields, from JSON schemas. */
import { type Block, type Inline, link } from '../../../content/document.ts'
import type { Locale } from '../../../kernel/locale.ts'
import { type JsonSchema, nameOfReference } from './published-api.ts'

export type FieldRow = { name: string; schema: JsonSchema; isRequired: boolean }

/** Longer lists of values are only in /openapi.json. */
const maxListedValues = 15

/** What the third column says of a field. */
type Presence = 'sent by the client' | 'in the response'

export function fieldTable(rows: readonly FieldRow[], presence: Presence, locale: Locale): Block {
  const isRequest = presence === 'sent by the client'
  return {
    kind: 'table',
    head: [
      { vi: 'Trường', en: 'Field' }[locale],
      { vi: 'Kiểu', en: 'Type' }[locale],
      isRequest
        ? { vi: 'Bắt buộc', en: 'Required' }[locale]
        : { vi: 'Luôn có', en: 'Always present' }[locale],
      { vi: 'Mô tả', en: 'Description' }[locale],
    ],
    rows: rows.map(({ name, schema, isRequired }) => [
      [name],
      typeOf(schema, locale),
      [formatYesNo(isRequired, locale)],
      [descriptionOf(schema)],
    ]),
  }
}

/** The fields of an object; those of nested objects follow as "category.id" and "slots[].time". */
export function fieldsOf(schema: JsonSchema, prefix = ''): FieldRow[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`
    const isRequired = schema.required?.includes(name) ?? false
    return [{ name: path, schema: field, isRequired }, ...nestedFields(field, path)]
  })
}

function nestedFields(schema: JsonSchema, path: string): FieldRow[] {
  if (schema.items) return nestedFields(schema.items, `${path}[]`)
  return schema.properties ? fieldsOf(schema, `${path}.`) : []
}

/** Descriptions are Markdown; here names are in quotation marks. */
export function descriptionOf({ description = '' }: Pick<JsonSchema, 'description'>): string {
  return description.replace(/`([^`]*)`/g, '“$1”')
}

export function formatYesNo(value: boolean, locale: Locale): string {
  return value ? { vi: 'có', en: 'yes' }[locale] : { vi: 'không', en: 'no' }[locale]
}

/** The id of the heading of a resource; in Markdown the heading itself has the same anchor. */
export function resourceAnchor(name: string): string {
  return name.toLowerCase()
}

export function resourceLink(name: string): Inline {
  return link(name, `#${resourceAnchor(name)}`)
}

export function typeOf(schema: JsonSchema, locale: Locale): Inline[] {
  if (schema.$ref !== undefined) return [resourceLink(nameOfReference(schema.$ref))]
  if (schema.items) {
    return [{ vi: 'danh sách ', en: 'list of ' }[locale], ...typeOf(schema.items, locale)]
  }
  const type = [schema.type ?? 'any'].flat().join({ vi: ' hoặc ', en: ' or ' }[locale])
  const details = [...valuesOf(schema), ...rangeOf(schema, locale), ...defaultOf(schema, locale)]
  return [details.length > 0 ? `${type} (${details.join('; ')})` : type]
}

function valuesOf({ enum: values, const: only }: JsonSchema): string[] {
  if (only !== undefined) return [String(only)]
  if (!values) return []
  const listed = values.slice(0, maxListedValues).map(String)
  const more = values.length - listed.length
  return [[...listed, ...(more > 0 ? [`… +${more}`] : [])].join(', ')]
}

function rangeOf({ minimum, maximum, maxLength }: JsonSchema, locale: Locale): string[] {
  const hasMinimum = minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER
  const hasMaximum = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
  if (hasMinimum && hasMaximum) {
    return [{ vi: `${minimum} đến ${maximum}`, en: `${minimum} to ${maximum}` }[locale]]
  }
  if (maxLength === undefined) return []
  return [{ vi: `đến ${maxLength} ký tự`, en: `up to ${maxLength} characters` }[locale]]
}

function defaultOf({ default: value }: JsonSchema, locale: Locale): string[] {
  if (value === undefined) return []
  return [{ vi: `mặc định ${value}`, en: `default ${value}` }[locale]]
}
