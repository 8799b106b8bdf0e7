/** Reads the fields of a form into the value that the file gets. What was not changed keeps its value as it is. */
import { parse } from 'yaml'
import type { Languages, Locale } from '../../kernel/locale.ts'
import { propose } from '../proposals/propose.ts'
import type { FieldKind } from '../schema-message.ts'
import type { Field } from './fields.ts'
import { isContainer } from './render-yaml.ts'

/** The name of a field in the form is its path: `periods.0.from`. */
export function joinName(name: string, step: string | number): string {
  return name === '' ? String(step) : `${name}.${step}`
}

/** The value of a field that is typed as one line, as the form shows it. */
export function showLine(field: Field, value: unknown): string {
  if (value === undefined || value === null || isContainer(value)) return ''
  if (field.type === 'line' && field.kind.kind === 'time') return showTime(String(value))
  return String(value)
}

/** A time after midnight as it is on the clock: "26:00" is 02:00. */
export function showTime(time: string): string {
  const [hours = 0] = time.split(':').map(Number)
  return hours < 24 ? time : `${String(hours - 24).padStart(2, '0')}${time.slice(2)}`
}

type ReadOptions = {
  form: URLSearchParams
  languages: Languages
  /** The names of texts that are Markdown; by default none. */
  markdownFields?: ReadonlySet<string>
}

/** Undefined if nothing was filled in. */
export function readField(
  field: Field,
  name: string,
  before: unknown,
  options: ReadOptions,
): unknown {
  const { form } = options
  switch (field.type) {
    case 'text':
      return readText(name, before, options)
    case 'weekdays':
      return readWeekdays(form.getAll(name), before)
    case 'entry':
      return readEntry(field.members, name, before, options)
    case 'list':
      return readList(field, name, before, options)
    case 'yesOrNo': {
      const text = form.get(name)
      return text === 'true' || text === 'false' ? text === 'true' : undefined
    }
    default: {
      const text = (form.get(name) ?? '').trim()
      if (text === showLine(field, before)) return before ?? undefined
      return text === '' ? undefined : readLine(field, text)
    }
  }
}

/** What an owner types, as in `65k` or `9h`; as it is, if it is not clear what is meant. */
function readLine(field: Field, text: string): unknown {
  const isValid = (value: unknown) => field.schema.safeParse(value).success
  const typed = field.type === 'number' && /^-?[0-9]+(\.[0-9]+)?$/.test(text) ? Number(text) : text
  if (isValid(typed) || !('kind' in field)) return typed
  const meant = findMeant(field.kind, text)
  return meant !== undefined && isValid(meant) ? meant : typed
}

function findMeant(kind: FieldKind, text: string): unknown {
  const written = { text, plain: text, value: text, key: '', entry: {}, list: [] }
  const values = propose(kind, written)?.values ?? []
  return values.length === 1 ? (parse(values[0] ?? '') as unknown) : undefined
}

/** A plain text is one in the first language of the shop. */
export function textIn(value: unknown, locale: Locale, languages: Languages): string {
  if (typeof value === 'string' || typeof value === 'number')
    return locale === languages[0] ? String(value) : ''
  if (!isContainer(value)) return ''
  const text = (value as Readonly<Record<string, unknown>>)[locale]
  return typeof text === 'string' || typeof text === 'number' ? String(text) : ''
}

function readText(
  name: string,
  before: unknown,
  { form, languages, markdownFields }: ReadOptions,
): unknown {
  const normalize = markdownFields?.has(name) ? keepLines : joinLines
  const texts: Partial<Record<Locale, string>> = {}
  let isChanged = false
  for (const locale of ['vi', 'en'] as const) {
    const old = textIn(before, locale, languages)
    const typed = form.get(joinName(name, locale))
    const text = typed === null ? old : normalize(typed)
    if (text !== normalize(old)) isChanged = true
    if (text !== '') texts[locale] = text
  }
  if (!isChanged) return before ?? undefined
  const [first, other] = Object.keys(texts) as Locale[]
  if (first === undefined) return undefined
  if (other === undefined && first === languages[0] && !isContainer(before)) return texts[first]
  return texts
}

/** Lines of Markdown mean something; in all other texts they are of the text area. */
const keepLines = (text: string) => text.replace(/\r\n?/g, '\n').trim()

const joinLines = (text: string) => text.replace(/\s+/g, ' ').trim()

function readWeekdays(typed: readonly string[], before: unknown): unknown {
  const days = typed.map(Number).filter((day) => day >= 1 && day <= 7)
  if (days.length === 0) return undefined
  const isSame =
    Array.isArray(before) &&
    before.length === days.length &&
    days.every((day) => before.includes(day))
  return isSame ? before : days
}

type Members = Readonly<Record<string, unknown>>

function readEntry(
  fields: Readonly<Record<string, Field>>,
  name: string,
  before: unknown,
  options: ReadOptions,
): unknown {
  const old = (isContainer(before) && !Array.isArray(before) ? before : {}) as Members
  const entry: Record<string, unknown> = {}
  for (const [member, field] of Object.entries(fields)) {
    // Owners do not choose an id: it follows from the name, and stays as it is.
    const isChosen = member !== 'id' || field.isRequired
    const isAsked = isChosen && isInForm(options.form, joinName(name, member))
    const value = isAsked
      ? readField(field, joinName(name, member), old[member], options)
      : old[member]
    if (value !== undefined) entry[member] = value
  }
  return Object.keys(entry).length === 0 ? undefined : entry
}

/** Every field that a form shows has a mark, because a box that is not ticked is not sent. */
export const shownFields = 'shown[]'

function isInForm(form: URLSearchParams, name: string): boolean {
  return form.getAll(shownFields).some((shown) => shown === name || name.startsWith(`${shown}.`))
}

function readList(
  field: Extract<Field, { type: 'list' }>,
  name: string,
  before: unknown,
  options: ReadOptions,
): unknown {
  const { form } = options
  const old: readonly unknown[] = Array.isArray(before) ? before : []
  const { item } = field
  const items = isTicked(item)
    ? form.getAll(name).filter((value) => value !== '')
    : item.type === 'line'
      ? (form.get(name) ?? '')
          .split('\n')
          .map((line) => line.trim())
          .filter((line) => line !== '')
      : readItems(item, name, old, options)
  if (items.length > 0) return isSameList(items, old) ? before : items
  if (form.get(`${name}.none`) === 'yes') return []
  // An empty list says the same as none, and an owner who wrote one keeps it.
  return field.minItems === 0 && old.length === 0 && Array.isArray(before) && !mayBeUnstated(field)
    ? before
    : undefined
}

/** A list for which leaving it out is not the same as an empty one, such as allergens. */
export function mayBeUnstated(field: Field): boolean {
  return (
    field.type === 'list' &&
    !field.isRequired &&
    field.whenEmpty === undefined &&
    field.minItems === 0
  )
}

/** A list of choices is a box for each. */
export function isTicked(item: Field): boolean {
  return item.type === 'reference' || item.type === 'choice'
}

function isSameList(items: readonly unknown[], old: readonly unknown[]): boolean {
  return items.length === old.length && items.every((item) => old.includes(item))
}

/** Entries of an inner list, in the order of the form; the last one may be new. */
function readItems(
  item: Field,
  name: string,
  old: readonly unknown[],
  options: ReadOptions,
): unknown[] {
  const count = Number(options.form.get(`${name}.count`) ?? 0)
  const indexes = Array.from({ length: Math.min(count, maxItems) }, (_, index) => index)
  return indexes.flatMap((index) => {
    const itemName = joinName(name, index)
    if (options.form.get(`${itemName}.remove`) === 'yes') return []
    const value = readField(item, itemName, old[index], options)
    return value === undefined ? [] : [value]
  })
}

/** More than any shop has; a form is not trusted. */
const maxItems = 200
