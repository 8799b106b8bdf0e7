/** The offers of a shop as a table for a spreadsheet, and the way back: only what the table has is changed. */
import type { Languages } from '../../kernel/locale.ts'
import { nameOf, valueAt } from '../field-label.ts'
import { toSlug } from '../proposals/closest-word.ts'
import type { Field } from './fields.ts'
import { readOfferLines } from './offer-lines.ts'
import { isTicked, joinName, readField, showLine, shownFields, textIn } from './read-fields.ts'
import { isContainer } from './render-yaml.ts'

type Members = Readonly<Record<string, Field>>

/** One file of the folder: a category and its offers. */
export type CategoryFile = { file: string; value: unknown }

type Column = { title: string; name: string; field: Field }

const categoryColumn = 'category'
const idColumn = 'id'

/** Everything except lists of entries, which do not fit into a cell. */
function columnsOf(members: Members, languages: Languages): Column[] {
  return Object.entries(members).flatMap(([name, field]): Column[] => {
    if (name === idColumn) return []
    if (field.type === 'text')
      return languages.map((one) => ({ title: `${name}_${one}`, name: joinName(name, one), field }))
    const isSimple =
      field.type === 'list'
        ? isTicked(field.item) || field.item.type === 'line'
        : field.type !== 'entry' && field.type !== 'weekdays'
    return isSimple ? [{ title: name, name, field }] : []
  })
}

export function writeOfferTable(
  files: readonly CategoryFile[],
  list: string,
  members: Members,
  languages: Languages,
): string[][] {
  const columns = columnsOf(members, languages)
  const rows = files.flatMap(({ file, value }) =>
    offersOf(value, list).map((offer) => [
      nameOf(valueAt(value, [categoryColumn])) ?? file,
      offerId(offer),
      ...columns.map((column) => showCell(column, offer, languages)),
    ]),
  )
  return [[categoryColumn, idColumn, ...columns.map(({ title }) => title)], ...rows]
}

function offersOf(value: unknown, list: string): readonly unknown[] {
  const offers = valueAt(value, [list])
  return Array.isArray(offers) ? offers : []
}

function offerId(offer: unknown): string {
  const id = valueAt(offer, [idColumn])
  return typeof id === 'string' ? id : toSlug(nameOf(offer) ?? '')
}

function showCell({ name, field }: Column, offer: unknown, languages: Languages): string {
  const [member = '', language] = name.split('.')
  const value = valueAt(offer, [member])
  if (field.type === 'text')
    return textIn(value, language === 'en' ? 'en' : 'vi', languages).replace(/\s+/g, ' ')
  if (Array.isArray(value))
    return value.length === 0 ? none : value.map(String).join(between(field))
  return typeof value === 'boolean' ? String(value) : showLine(field, value)
}

/** Ids have no semicolons; a text may have one, and is a line of its own in the cell, as in the form. */
function between(field: Field): string {
  return field.type === 'list' && isTicked(field.item) ? ';' : '\n'
}

/** Excel writes TRUE. */
function readYesOrNo(cell: string): string {
  const text = cell.toLowerCase()
  if (['true', 'có', 'yes', '1', 'x'].includes(text)) return 'true'
  return ['false', 'không', 'no', '0'].includes(text) ? 'false' : ''
}

/** An empty list that was written on purpose, such as "no allergens". */
const none = '-'

type TableInput = {
  rows: readonly (readonly string[])[]
  files: readonly CategoryFile[]
  list: string
  members: Members
  languages: Languages
  /** The file of a category that does not exist yet. */
  newFile(category: string): CategoryFile
  /** For lines of a trade with appointments that do not say it. */
  defaultMinutes?: number
}

/** The changed files. Offers that are not in the table stay; those with an unknown name or id are added. */
export function readOfferTable(input: TableInput): Map<string, unknown> {
  const { files, list, newFile } = input
  const values = new Map(files.map(({ file, value }) => [file, structuredClone(value)]))
  const [titles = [], ...rows] = withTitles(input)
  for (const row of rows) {
    const cells = new Map(titles.map((title, index) => [title, row[index] ?? '']))
    const id = cells.get(idColumn) || toSlug(nameIn(cells))
    if (id === '') continue
    const place = findOffer(values, list, id)
    const file = place?.file ?? findCategory(values, cells.get(categoryColumn) ?? '') ?? undefined
    const target = file ?? newFileFor(values, cells.get(categoryColumn) ?? '', newFile)
    const before = place && offersOf(values.get(target), list)[place.index]
    const offer = readRow(cells, before, input)
    const offers = offersOf(values.get(target), list)
    const next = place ? offers.with(place.index, offer) : [...offers, offer]
    values.set(target, { ...(values.get(target) as object), [list]: next })
  }
  return values
}

function nameIn(cells: ReadonlyMap<string, string>): string {
  return cells.get('name_vi') || cells.get('name') || cells.get('name_en') || ''
}

/** Lines such as "Phở bò 65k" are a table without titles. */
function withTitles({ rows, members, defaultMinutes }: TableInput): TableInput['rows'] {
  const [first = []] = rows
  const titles = first.map((title) => title.trim().toLowerCase())
  const isTitled = ['name', 'name_vi', 'name_en', idColumn].some((one) => titles.includes(one))
  if (isTitled) return [titles, ...rows.slice(1)]
  return readOfferLines(rows, { hasMinutes: 'minutes' in members, defaultMinutes })
}

function findOffer(
  values: ReadonlyMap<string, unknown>,
  list: string,
  id: string,
): { file: string; index: number } | undefined {
  for (const [file, value] of values) {
    const index = offersOf(value, list).findIndex((offer) => offerId(offer) === id)
    if (index >= 0) return { file, index }
  }
  return undefined
}

/** Without a category, the first one. */
function findCategory(values: ReadonlyMap<string, unknown>, name: string): string | undefined {
  const [first] = values.keys()
  if (name.trim() === '') return first
  for (const [file, value] of values) {
    const category = valueAt(value, [categoryColumn])
    const names = [nameOf(category), valueAt(category, ['id']), valueAt(category, ['name', 'en'])]
    if (names.some((one) => typeof one === 'string' && toSlug(one) === toSlug(name))) return file
  }
  return undefined
}

function newFileFor(
  values: Map<string, unknown>,
  category: string,
  newFile: (category: string) => CategoryFile,
): string {
  const { file, value } = newFile(category)
  // A category that was renamed has its file still, with its offers.
  if (!values.has(file)) values.set(file, value)
  return file
}

/** As if the row were typed into the form of the offer. */
function readRow(
  cells: ReadonlyMap<string, string>,
  before: unknown,
  { members, languages }: TableInput,
): unknown {
  const form = new URLSearchParams()
  const [first] = languages
  for (const { title, name, field } of columnsOf(members, languages)) {
    const [member = ''] = name.split('.')
    const cell =
      cells.get(title) ?? (name === joinName(member, first) ? cells.get(member) : undefined)
    if (cell === undefined) continue
    form.append(shownFields, member)
    if (field.type === 'yesOrNo') form.set(name, readYesOrNo(cell))
    else if (field.type !== 'list') form.set(name, cell)
    else if (cell === none) form.set(`${name}.none`, 'yes')
    else if (!isTicked(field.item)) form.set(name, cell)
    else for (const one of cell.split(';')) form.append(name, one.trim())
  }
  const old = isContainer(before) ? (before as Record<string, unknown>) : {}
  const offer: Record<string, unknown> = { ...old }
  for (const [member, field] of Object.entries(members)) {
    if (!form.getAll(shownFields).includes(member)) continue
    const value = readField(field, member, old[member], { form, languages })
    if (value === undefined) delete offer[member]
    else offer[member] = value
  }
  const id = cells.get(idColumn) ?? ''
  const isNamed = id === '' || old.id !== undefined || toSlug(nameOf(offer) ?? '') === id
  return isNamed ? offer : { id, ...offer }
}
